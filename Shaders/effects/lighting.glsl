// Light on a surface (OpenGL ES 1.1 §2.12.1) in eye space, for an infinitely distant viewer. The stage that computes the
// light includes this file: the vertex shader or, with lighting per pixel, the fragment shader.
//
// LIGHT_COUNT       number of enabled lights, without gaps: 1…8
// LIGHTi_POSITIONAL true for a point, false for a direction
// LIGHTi_SPOT       true for a spot
// SPECULAR          the material and at least one light have a highlight
// COLOR_MATERIAL    the vertex colour replaces the material's ambient and diffuse colour
//
// The uniforms' light colours are multiplied by the material's; with COLOR_MATERIAL, ambient and diffuse are not.

// xyz: the light's position, or the unit vector towards a directional light.
uniform vec3 lightPosition[LIGHT_COUNT];
// The unit vector halfway between the light's direction and the viewer's, for directions only.
uniform vec3 lightHalfway[LIGHT_COUNT];
uniform vec3 lightAmbient[LIGHT_COUNT];
uniform vec3 lightDiffuse[LIGHT_COUNT];
// The constant, linear and quadratic coefficient.
uniform vec3 lightAttenuation[LIGHT_COUNT];
// The spots' directions, as unit vectors.
uniform vec3 spotDirection[LIGHT_COUNT];
// The spot's exponent, and the cosine of its cutoff.
uniform vec2 spotShape[LIGHT_COUNT];
#ifdef SPECULAR
uniform vec3 lightSpecular[LIGHT_COUNT];
uniform float shininess;
#endif
#ifdef COLOR_MATERIAL
uniform vec3 emissive;
uniform vec3 modelAmbient;
#else
// The colour without light: emissive + ambient · model ambient, and the material's diffuse alpha.
uniform vec4 sceneColor;
#endif

// Returns a power of a base that is not negative. 0 to the power 0 is 1.
float power(float base, float exponent) {
    return base > 0.0 ? pow(base, exponent) : exponent == 0.0 ? 1.0 : 0.0;
}

// Normalises a vector; a zero vector stays zero.
vec3 direction(vec3 v) {
    float squared = dot(v, v);
    return squared > 0.0 ? v * inversesqrt(squared) : vec3(0.0);
}

vec3 lightFrom(const int i, const bool positional, const bool spot, vec3 n, vec3 eye, vec3 material) {
    vec3 l = lightPosition[i];
    float strength = 1.0;
    if (positional) {
        l = lightPosition[i] - eye;
        float d = length(l);
        l = direction(l);
        vec3 k = lightAttenuation[i];
        strength = 1.0 / max(k.x + d * (k.y + d * k.z), 1e-30);
    }
    if (spot) {
        float towards = -dot(l, spotDirection[i]);
        strength = towards >= spotShape[i].y ? strength * power(max(towards, 0.0), spotShape[i].x) : 0.0;
    }
    float facing = dot(n, l);
    vec3 c = material * (lightAmbient[i] + max(facing, 0.0) * lightDiffuse[i]);
#ifdef SPECULAR
    if (facing > 0.0) {
        vec3 h = positional ? direction(l + vec3(0.0, 0.0, 1.0)) : lightHalfway[i];
        c += power(max(dot(n, h), 0.0), shininess) * lightSpecular[i];
    }
#endif
    return strength * c;
}

// n is the unit normal and eye the lit point, both in eye space.
vec4 lit(vec3 n, vec3 eye, vec4 surface) {
#ifdef COLOR_MATERIAL
    vec3 material = surface.rgb;
    vec4 c = vec4(emissive + material * modelAmbient, surface.a);
#else
    vec3 material = vec3(1.0);
    vec4 c = sceneColor;
#endif
    c.rgb += lightFrom(0, LIGHT0_POSITIONAL, LIGHT0_SPOT, n, eye, material);
#if LIGHT_COUNT > 1
    c.rgb += lightFrom(1, LIGHT1_POSITIONAL, LIGHT1_SPOT, n, eye, material);
#endif
#if LIGHT_COUNT > 2
    c.rgb += lightFrom(2, LIGHT2_POSITIONAL, LIGHT2_SPOT, n, eye, material);
#endif
#if LIGHT_COUNT > 3
    c.rgb += lightFrom(3, LIGHT3_POSITIONAL, LIGHT3_SPOT, n, eye, material);
#endif
#if LIGHT_COUNT > 4
    c.rgb += lightFrom(4, LIGHT4_POSITIONAL, LIGHT4_SPOT, n, eye, material);
#endif
#if LIGHT_COUNT > 5
    c.rgb += lightFrom(5, LIGHT5_POSITIONAL, LIGHT5_SPOT, n, eye, material);
#endif
#if LIGHT_COUNT > 6
    c.rgb += lightFrom(6, LIGHT6_POSITIONAL, LIGHT6_SPOT, n, eye, material);
#endif
#if LIGHT_COUNT > 7
    c.rgb += lightFrom(7, LIGHT7_POSITIONAL, LIGHT7_SPOT, n, eye, material);
#endif
    return clamp(c, 0.0, 1.0);
}
