"""A mixed day: the highest rate of a fixed mix of requests that a server answers in time."""
