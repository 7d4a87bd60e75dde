#version 330
// The vertices of PhysicalEffect and of its ground shadow. Each define switches something on:
//
// NORMAL             the layout has a normal
// TANGENT            the layout has a tangent, and the fragment shader reads it
// VERTEX_COLOR       the layout has a colour
// COORDINATE_0, _1   a texture uses these coordinates
// SKIN_SETS          the number of attributes with joints, 1 or 2; each holds four joints
// MORPH_CAPACITY     the size of the list of morph targets in use
// MORPH_STRIDE       the number of texels that a morph target has for each vertex; the first is the position
// MORPH_NORMAL, MORPH_TANGENT, MORPH_COLOR, MORPH_COORDINATES   the places of the others among these texels
// INSTANCES          the layout has a matrix for each instance

layout(location = 0) in vec4 position;
#ifdef NORMAL
layout(location = 1) in vec3 normal;
out vec3 worldNormal;
#endif
#ifdef VERTEX_COLOR
layout(location = 2) in vec4 color;
out vec4 vertexColor;
#endif
#ifdef COORDINATE_0
layout(location = 3) in vec2 texCoord0;
out vec2 coordinate0;
#endif
#ifdef COORDINATE_1
layout(location = 4) in vec2 texCoord1;
out vec2 coordinate1;
#endif
#ifdef TANGENT
layout(location = 5) in vec4 tangent;
out vec4 worldTangent;
// −1 if the matrices mirror the object, else 1.
uniform float handedness;
#endif
out vec3 worldPosition;

uniform mat4 modelMatrix;
uniform mat4 viewProjection;
#ifdef NORMAL
uniform mat3 normalMatrix;
#endif

#ifdef INSTANCES
layout(location = 10) in mat4 instanceMatrix;
#endif

#ifdef SKIN_SETS
layout(location = 6) in uvec4 joints0;
layout(location = 7) in vec4 weights0;
#if SKIN_SETS > 1
layout(location = 8) in uvec4 joints1;
layout(location = 9) in vec4 weights1;
#endif
// Three texels for each joint: the rows of its matrix. A row of the texture holds 1024 joints.
uniform sampler2D joints;

void addJoint(uint number, float weight, inout vec4 x, inout vec4 y, inout vec4 z) {
    ivec2 place = ivec2(int(number & 1023u) * 3, int(number >> 10u));
    x += weight * texelFetch(joints, place, 0);
    y += weight * texelFetch(joints, place + ivec2(1, 0), 0);
    z += weight * texelFetch(joints, place + ivec2(2, 0), 0);
}
void addJoints(uvec4 numbers, vec4 weights, inout vec4 x, inout vec4 y, inout vec4 z) {
    addJoint(numbers.x, weights.x, x, y, z);
    addJoint(numbers.y, weights.y, x, y, z);
    addJoint(numbers.z, weights.z, x, y, z);
    addJoint(numbers.w, weights.w, x, y, z);
}
#endif

#ifdef MORPH_CAPACITY
uniform sampler2D morphTargets;
uniform int morphVertexCount;
uniform int morphCount;
// The number of a target and its weight.
uniform vec2 morphs[MORPH_CAPACITY];

vec4 difference(int target, int part) {
    int texel = (target * morphVertexCount + gl_VertexID) * MORPH_STRIDE + part;
    int width = textureSize(morphTargets, 0).x;
    return texelFetch(morphTargets, ivec2(texel % width, texel / width), 0);
}
#endif

// The normal of a surface that m transforms. The cofactors are the inverse transpose without its division, and the sign of
// the determinant keeps the normal outside if m mirrors.
vec3 turned(mat3 m, vec3 n) {
    mat3 cofactors = mat3(cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]));
    return cofactors * n * (dot(m[0], cofactors[0]) < 0.0 ? -1.0 : 1.0);
}

void main() {
    vec4 p = vec4(position.xyz, 1.0);
#ifdef NORMAL
    vec3 n = normal;
#endif
#ifdef TANGENT
    vec3 t = tangent.xyz;
    float side = handedness;
#endif
#ifdef VERTEX_COLOR
    vertexColor = color;
#endif
#ifdef COORDINATE_0
    coordinate0 = texCoord0;
#endif
#ifdef COORDINATE_1
    coordinate1 = texCoord1;
#endif

#ifdef MORPH_CAPACITY
    for (int i = 0; i < morphCount; ++i) {
        int target = int(morphs[i].x);
        p.xyz += morphs[i].y * difference(target, 0).xyz;
#if defined(NORMAL) && defined(MORPH_NORMAL)
        n += morphs[i].y * difference(target, MORPH_NORMAL).xyz;
#endif
#if defined(TANGENT) && defined(MORPH_TANGENT)
        t += morphs[i].y * difference(target, MORPH_TANGENT).xyz;
#endif
#if defined(VERTEX_COLOR) && defined(MORPH_COLOR)
        vertexColor += morphs[i].y * difference(target, MORPH_COLOR);
#endif
#ifdef MORPH_COORDINATES
        vec4 moved = morphs[i].y * difference(target, MORPH_COORDINATES);
#ifdef COORDINATE_0
        coordinate0 += moved.xy;
#endif
#ifdef COORDINATE_1
        coordinate1 += moved.zw;
#endif
#endif
    }
#if defined(VERTEX_COLOR) && defined(MORPH_COLOR)
    vertexColor = clamp(vertexColor, 0.0, 1.0);
#endif
#endif

#ifdef SKIN_SETS
    vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
    float total = dot(weights0, vec4(1.0));
    addJoints(joints0, weights0, x, y, z);
#if SKIN_SETS > 1
    total += dot(weights1, vec4(1.0));
    addJoints(joints1, weights1, x, y, z);
#endif
    // A vertex without weights keeps its place.
    if (total != 0.0) {
        mat4 skin = transpose(mat4(x / total, y / total, z / total, vec4(0.0, 0.0, 0.0, 1.0)));
        p = skin * p;
#ifdef NORMAL
        n = turned(mat3(skin), n);
#endif
#ifdef TANGENT
        t = mat3(skin) * t;
#endif
    }
#endif

#ifdef INSTANCES
    p = instanceMatrix * p;
#ifdef NORMAL
    n = turned(mat3(instanceMatrix), n);
#endif
#ifdef TANGENT
    t = mat3(instanceMatrix) * t;
    side *= determinant(mat3(instanceMatrix)) < 0.0 ? -1.0 : 1.0;
#endif
#endif

    vec4 world = modelMatrix * p;
    worldPosition = world.xyz;
#ifdef NORMAL
    worldNormal = normalMatrix * n;
    worldNormal *= inversesqrt(max(dot(worldNormal, worldNormal), 1e-30));
#endif
#ifdef TANGENT
    worldTangent = vec4(mat3(modelMatrix) * t, tangent.w * side);
#endif
    gl_Position = viewProjection * world;
}
