#version 400
// One precise variable keeps all products and sums of its stage apart.
in vec3 a;
in vec3 b;
out vec4 pixel;
void main() {
    precise float exact = a.x * b.x + 0.5;
    pixel = vec4(exact, a.y * b.y + a.z, 0.0, 1.0);
}
