"""The same terms once more, as and-gates over bits."""
