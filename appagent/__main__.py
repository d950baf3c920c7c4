"""`python -m appagent`."""

from appagent.cli import main

main()
