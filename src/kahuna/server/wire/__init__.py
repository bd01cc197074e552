"""Message and body types, error codes: the source of web/src/net/protocol.ts."""
