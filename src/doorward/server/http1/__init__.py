"""HTTP/1.1: calls an ASGI application for what a connection receives, and writes what it answers.

httptools (llhttp) parses. Connections, requests and the application share one thread, so that a request costs one
wake-up of the process (decision 57). What a client can make the server hold is bounded: a head, a part of a body, one
request at a time and a part of its response.
"""
