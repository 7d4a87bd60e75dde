// Triangles whose vertices are already in eye space.
#version 330
in vec3 position;
in float facing;
in vec2 texCoord;
uniform mat4 projection;
out vec2 place;
out float towardsEye;

void main() {
    place = texCoord;
    towardsEye = facing;
    gl_Position = projection * vec4(position, 1.0);
}
