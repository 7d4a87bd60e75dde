// A lookup in the prefiltered cube map of an EnvironmentLight.
//
// The outer texels of two neighbouring faces lie exactly on their common edge and have the same values. Therefore a lookup needs
// no texels of other faces, which would be slow: a direction is moved so far into its face that an edge of the cube meets the
// middles of the outer texels (Castaño 2012).

// map: the cube map; inverseSize: 1 / the side of its level 0
vec3 surroundings(samplerCube map, vec3 direction, float level, float inverseSize) {
    vec3 a = abs(direction);
    vec3 scale = mix(vec3(1.0 - exp2(level) * inverseSize), vec3(1.0), equal(a, vec3(max(a.x, max(a.y, a.z)))));
    return textureLod(map, direction * scale, level).rgb;
}
