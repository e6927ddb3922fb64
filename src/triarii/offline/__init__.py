"""Triarii without a server: the rules run in the browser, in a Python of WebAssembly, and answer what the app else asks
over the network."""
