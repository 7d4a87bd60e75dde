#version 400
// A product that only one sum uses becomes one fma with it. The difference of two products stays as it is.
in vec3 a;
in vec3 b;
out vec4 pixel;
void main() {
    float fused = a.x * b.x + 0.5;
    float product = a.z * b.z;
    pixel = vec4(fused, product + a.x, product, a.x * b.y - a.y * b.x);
}
