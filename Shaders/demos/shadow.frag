// Depth alone is written.
#version 330
void main() {}
