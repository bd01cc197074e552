"""Send requests to addresses that users supply: HTTPS only, public hosts only, within seconds."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable, Mapping
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, Final, TypeAlias

import httpcore

SECONDS: Final = 10.0
"""How long a request may take."""
MAX_CONNECTIONS: Final = 40
_EMBEDDED: Final = ip_network("::/96"), ip_network("::ffff:0:0:0/96")
"""Obsolete forms of IPv4 addresses."""
Resolve: TypeAlias = Callable[[str, int], Awaitable[list[str]]]
Send: TypeAlias = Callable[[str, Mapping[str, str], bytes], Awaitable[int]]
"""Post a body with headers to an address; return the status of the answer."""


class ForbiddenAddressError(OSError):
    """A host has an address that is not public."""


async def resolve(host: str, port: int) -> list[str]:
    """Return the IP addresses of a host."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


def is_public(text: str) -> bool:
    """Return whether an IP address belongs to the public internet."""
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is not None:
            return _is_global(inner)
        if address.teredo is not None or text.lower().startswith("64:ff9b:"):
            return False
        if address.is_site_local or any(address in network for network in _EMBEDDED):
            return False
    return _is_global(address)


def _is_global(address: IPv4Address | IPv6Address) -> bool:
    return address.is_global and not address.is_multicast


class PublicNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only.

    It connects to the very address that it has checked, so a name that changes its address in
    between gains nothing.
    """

    def __init__(
        self,
        network: httpcore.AsyncNetworkBackend | None = None,
        find_addresses: Resolve = resolve,
    ) -> None:
        self._network = network or httpcore.AnyIOBackend()
        self._find_addresses = find_addresses

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to a host if all its addresses are public."""
        try:
            addresses = await self._find_addresses(host, port)
        except OSError as error:
            raise httpcore.ConnectError(str(error)) from error
        if not addresses or not all(map(is_public, addresses)):
            raise ForbiddenAddressError(f"{host} is not a public host")
        return await self._network.connect_tcp(
            addresses[0], port, timeout, local_address, socket_options
        )


class Outgoing:
    """Posts to public hosts; redirects are not followed, and answers are not read."""

    def __init__(self, network: httpcore.AsyncNetworkBackend | None = None) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            max_connections=MAX_CONNECTIONS,
            keepalive_expiry=30,
            network_backend=network or PublicNetwork(),
        )

    async def send(self, address: str, headers: Mapping[str, str], body: bytes) -> int:
        """Post a body; return the status, or raise an ``OSError``."""
        try:
            async with (
                asyncio.timeout(SECONDS),
                self._pool.stream(
                    "POST", address, headers=list(headers.items()), content=body
                ) as answer,
            ):
                return answer.status
        except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError) as error:
            raise OSError(str(error)) from error
