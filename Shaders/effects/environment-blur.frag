#version 330
// One face of a level of a prefiltered cube map: the surroundings as a rough surface mirrors them that is seen from straight
// above. The directions of the samples are the same for all texels, so the effect computes them once. The outer texels lie on the
// edges of the cube, as environment-lookup.glsl needs them.

uniform mat3 face;
// The distance of two texels on a face whose sides are 2 long.
uniform float spacing;
uniform samplerCube source;
// A direction about the z axis, and the level of the source to read.
uniform vec4 samples[SAMPLES];
uniform int sampleCount;
out vec4 fragmentColor;

void main() {
    vec3 n = normalize(face * vec3((gl_FragCoord.xy - 0.5) * spacing - 1.0, 1.0));
    vec3 t = normalize(abs(n.z) < 0.9 ? vec3(-n.y, n.x, 0.0) : vec3(0.0, -n.z, n.y)), b = cross(n, t);
    vec3 sum = vec3(0.0);
    float total = 0.0;
    for (int i = 0; i < sampleCount; ++i) {
        vec4 s = samples[i];
        sum += textureLod(source, t * s.x + b * s.y + n * s.z, s.w).rgb * s.z;
        total += s.z;
    }
    fragmentColor = vec4(sum / total, 1.0);
}
