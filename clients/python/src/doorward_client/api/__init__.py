"""Clients of the API, synchronous and asynchronous. They need httpx: `pip install 'doorward-client[httpx]'`."""

from doorward_client.api.clients import AsyncClient, Client
from doorward_client.api.error import ApiError, ConnectionFailed
from doorward_client.api.exchange import Tokens

__all__ = ["ApiError", "AsyncClient", "Client", "ConnectionFailed", "Tokens"]
