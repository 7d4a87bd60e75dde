#version 400
// An array whose index is a variable is a local array; reads out of range are zero. Constant indices are plain slots.
uniform int index;
uniform vec2 offsets[3];
out vec4 pixel;
void main() {
    float weights[4] = float[4](0.1, 0.2, 0.3, 0.4);
    weights[index] = 1.0;
    float known[2];
    known[1] = weights[index + 1];
    pixel = vec4(weights[0], known[1], offsets[index]);
}
