// The lights of PhysicalEffect (KHR_lights_punctual).
//
// LIGHT_COUNT        the number of lights
// POSITIONAL_LIGHTS  some of them have a position
// SPOT_LIGHTS        some of them are spots

// The position and 1, or the direction to the light and 0.
uniform vec4 lightPlace[LIGHT_COUNT];
// The colour times the intensity, and 1 / range².
uniform vec4 lightColor[LIGHT_COUNT];
#ifdef SPOT_LIGHTS
// The direction of the spot; the angle's cosine times x plus y is the root of the light's share.
uniform vec3 lightAxis[LIGHT_COUNT];
uniform vec2 lightCone[LIGHT_COUNT];
#endif

vec3 lit(Surface s, inout vec3 coat) {
    vec3 sum = vec3(0.0);
    for (int i = 0; i < LIGHT_COUNT; ++i) {
        vec3 strength = lightColor[i].rgb;
#ifdef POSITIONAL_LIGHTS
        vec3 l = lightPlace[i].xyz - worldPosition * lightPlace[i].w;
        float d = max(dot(l, l), 1e-12), ratio = d * lightColor[i].a;
        l *= inversesqrt(d);
        if (lightPlace[i].w != 0.0) strength *= clamp(1.0 - ratio * ratio, 0.0, 1.0) / d;
#else
        vec3 l = lightPlace[i].xyz;
#endif
#ifdef SPOT_LIGHTS
        float share = clamp(-dot(lightAxis[i], l) * lightCone[i].x + lightCone[i].y, 0.0, 1.0);
        strength *= share * share;
#endif
        sum += reflected(s, l, coat, strength);
    }
    return sum;
}
