"""The commands, a file a group; each is an async function that returns its exit code."""
