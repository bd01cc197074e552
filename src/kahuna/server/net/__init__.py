"""The web server: WebSocket, routes, middleware, rate limits and static files."""
