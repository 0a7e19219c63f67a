"""The engine: drives rules, rolls dice that can be checked, binds what was published."""
