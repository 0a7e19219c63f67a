"""Land units: movement, facing, fire, withdrawal, harassment (5 to 7)."""
