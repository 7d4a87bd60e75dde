#version 330
// The skybox: a cube of side 2 about its centre. The position of a vertex is also the direction of its lookup.
layout(location = 0) in vec3 position;
uniform mat4 modelviewProjection;
// The box in object space.
uniform vec3 center;
uniform vec3 halfSize;
// z is -1 if the faces of the cube map were painted for a right-handed world; otherwise 1.
uniform vec3 lookupScale;
out vec3 lookup;

void main() {
    lookup = position * lookupScale;
    gl_Position = modelviewProjection * vec4(center + position * halfSize, 1.0);
}
