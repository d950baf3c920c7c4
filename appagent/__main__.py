"""`python -m appagent`."""

import sys

from appagent.cli import main

sys.exit(main())
