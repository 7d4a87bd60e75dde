#version 400
// A switch becomes nested blocks; a section without break falls through into the next.
uniform int kind;
out vec4 pixel;
void main() {
    vec3 color = vec3(0.0);
    switch (kind) {
    case 0: color.r = 1.0; break;
    case 1: color.g = 0.5;
    case 2: color.b = 1.0; break;
    default: color = vec3(0.25);
    }
    pixel = vec4(color, 1.0);
}
