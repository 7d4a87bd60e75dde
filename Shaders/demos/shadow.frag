// Only the depth is written.
#version 330
void main() {}
