#version 400
// A return in the midst of a function leaves a block around the function's body.
in vec2 uv;
out float value;
float shade(float x) {
    if (x < 0.0) return -x;
    return x * x;
}
void main() { value = shade(uv.x) + shade(uv.y); }
