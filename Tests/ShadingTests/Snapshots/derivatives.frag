#version 400
// fwidth is a sum of absolute derivatives, and a derivative is one operation over a quad.
in vec2 uv;
out vec4 pixel;
void main() {
    float width = fwidth(uv.x);
    float line = smoothstep(0.0, width, abs(uv.x - 0.5));
    pixel = vec4(line, dFdx(uv.y), dFdy(uv.y), 1.0);
}
