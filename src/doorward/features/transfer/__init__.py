"""Files of users: reading them in the forms of many systems, and writing them."""
