// A picture in a rectangle of the target.
#version 330
in vec2 corner;          // 0 to 1
uniform vec4 rectangle;  // in clip space: left, bottom, right, top
out vec2 place;

void main() {
    place = corner;
    gl_Position = vec4(mix(rectangle.xy, rectangle.zw, corner), 0.0, 1.0);
}
