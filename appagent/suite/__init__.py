"""A suite of one's own: tests of any app on any phone, in words or as flows, and what must be true
after each.

read.py is the file, checks.py what must be true, run.py does the tests on phones.
"""

from appagent.suite.read import Suite, SuiteTest, SuiteWrong, read_suite
from appagent.suite.run import Ran, Result, Try, run_suite

__all__ = [
    "Ran",
    "Result",
    "Suite",
    "SuiteTest",
    "SuiteWrong",
    "Try",
    "read_suite",
    "run_suite",
]
