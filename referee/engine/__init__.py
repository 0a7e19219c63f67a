"""The engine: runs the rules, rolls dice that can be checked, binds what was published."""
