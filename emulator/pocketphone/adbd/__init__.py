"""The device side of ADB over TCP: what adbd does on a phone."""
