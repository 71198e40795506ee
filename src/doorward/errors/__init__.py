"""The catalogue of faults.

A fault is a class with data and knows no framework: a code (also the HTTP status), a reason for programs, a message
for people, and data. docs/api.md lists every reason. A fault that only one feature raises is in that feature's folder.
Every class of the modules below is imported from here.
"""

from doorward.errors.base import *
from doorward.errors.operations import *
from doorward.errors.requests import *
from doorward.errors.services import *
from doorward.errors.sign_in import *
from doorward.errors.users import *
