// Draws the effects' triangles again at the same depth, and gives each point its place in the shadow map.
#version 330
in vec3 position;
in vec3 normal;
uniform mat4 modelviewProjection;
uniform mat4 model;
uniform mat3 modelNormal;
uniform mat4 shadowTransform;  // world to shadow map, 0 to 1
out vec3 worldNormal;
out vec3 shadowCoordinate;
out vec3 worldPosition;

void main() {
    vec4 world = model * vec4(position, 1.0);
    worldNormal = modelNormal * normal;
    shadowCoordinate = (shadowTransform * (world + vec4(worldNormal * 0.04, 0.0))).xyz;  // off its own surface
    worldPosition = world.xyz;
    gl_Position = modelviewProjection * vec4(position, 1.0);
}
