#version 400
// What is known is computed while lowering; equal values are computed once.
in vec2 uv;
out vec4 pixel;
const float scale = sqrt(2.0) * 0.5;
void main() {
    float x = uv.x * scale;
    pixel = vec4(uv.x * scale + x, sin(0.0) + uv.y, length(vec2(3.0, 4.0)), 1.0);
}
