// Meshes on a floor: world position, world normal, and where the point falls in the shadow map.
#version 330
in vec3 position;
in vec3 normal;
in vec2 texCoord;
uniform mat4 model;
uniform mat3 modelNormal;
uniform mat4 viewProjection;
uniform mat4 shadowTransform;  // world to shadow map, 0 to 1
out vec3 worldPosition;
out vec3 worldNormal;
out vec2 textureCoordinate;
out vec3 shadowCoordinate;

void main() {
    vec4 world = model * vec4(position, 1.0);
    worldPosition = world.xyz;
    worldNormal = modelNormal * normal;
    textureCoordinate = texCoord;
    shadowCoordinate = (shadowTransform * (world + vec4(worldNormal * 0.04, 0.0))).xyz;  // clear of its own surface
    gl_Position = viewProjection * world;
}
