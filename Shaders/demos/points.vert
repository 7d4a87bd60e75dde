// Beads: points whose size on the screen shrinks with distance.
#version 330
in vec3 position;
in vec4 color;
uniform mat4 modelview;
uniform mat4 projection;
uniform float diameter;       // of a bead, world units
uniform float pixelsPerUnit;  // at distance 1
out vec4 beadColor;

void main() {
    beadColor = color;
    gl_Position = projection * modelview * vec4(position, 1.0);
    gl_PointSize = max(1.0, diameter * pixelsPerUnit / gl_Position.w);
}
