#version 400
// Functions are inlined. An inout parameter is a variable of its own: copied in before the call and out behind it.
uniform vec2 start;
out vec4 pixel;
void turn(inout vec2 v, float amount) {
    v = vec2(v.x - amount * v.y, v.y + amount * v.x);
}
void main() {
    vec2 v = start;
    turn(v, 0.5);
    turn(v.yx, 0.25);
    pixel = vec4(v, 0.0, 1.0);
}
