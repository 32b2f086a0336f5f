"""An attack on our own redaction: what could a viewer learn that they may not know."""
