// The composite of LitImage: darken, add the light of lamps, cut out with the picture's alpha. With CONTINUES, a pass adds to the
// sum of the previous pass. All passes but the LAST hand their sum to the next pass. The LAST may compress bright light (ROLL_OFF).
#version 420
#ifdef SURFACE
uniform usampler2D surface;      // relief.frag: the picture's bytes and the slopes
#else
uniform sampler2D picture;       // premultiplied
#endif
#ifdef CONTINUES
uniform sampler2D sum;
#endif
#if !defined(CONTINUES) || defined(ROLL_OFF)
uniform float darkness;          // 1 - ambient
#endif
#ifdef ROLL_OFF
uniform float knee;              // where the curve begins to bend, as a fraction of the brightest value
#endif
#ifdef CAPACITY
uniform vec2 origin, xAxis, yAxis;    // the map from pixels of the picture to points of the view
uniform int lightCount;
uniform vec4 lightPlace[CAPACITY];    // position, 1 / range (0 for a disc), range
uniform vec4 lightColor[CAPACITY];    // colour times intensity, and the intensity
#endif
#ifdef RELIEF
#ifndef SURFACE
uniform sampler2D slopes;
#endif
uniform vec2 reliefX, reliefY;        // the picture's axes in the view
uniform float inverseHeight[CAPACITY];
#endif
#ifdef SHADOWS
uniform sampler2DArray shadows;       // each layer has four lights in its channels
uniform vec2 inverseSize;
#ifndef CHANNELS_IN_ORDER
uniform vec4 lightChannel[CAPACITY];  // 1 for the light's channel, 0 for the others
#endif
#ifdef SEVERAL_LAYERS
uniform int lightLayer[CAPACITY];     // in ascending order
#endif
#endif
out vec4 pixel;

#ifdef CAPACITY
vec2 place;
#ifdef RELIEF
vec2 lean;
float upright;       // the normal's third component; lean times upright gives the other two
#endif
#ifdef SHADOWS
vec4 arriving;
int layer = -1;

void look(int wanted) {
    layer = wanted;
    arriving = textureLod(shadows, vec3(gl_FragCoord.xy * inverseSize, float(wanted)), 0.0);
}
#endif

// The light of a lamp at this pixel, without its colour.
float glow(int i) {
    vec4 light = lightPlace[i];
    vec2 way = light.xy - place;
    float far = sqrt(dot(way, way));
    float glow = far < light.w ? max(1.0 - far * light.z, 0.0) : 0.0;
#ifdef RELIEF
    glow *= upright * max(1.0 + dot(lean, way) * inverseHeight[i], 0.0);
#endif
#ifdef SHADOWS
#ifdef SEVERAL_LAYERS
    if (lightLayer[i] != layer) look(lightLayer[i]);
#endif
#ifdef CHANNELS_IN_ORDER
    glow *= arriving[i];
#else
    glow *= dot(arriving, lightChannel[i]);
#endif
#endif
    return glow;
}
#endif

#ifdef ROLL_OFF
// Compresses the largest channel beyond the knee and scales the other channels in proportion, so the hue stays.
vec3 rolled(vec3 color, float brightest) {
    float most = max(max(color.r, color.g), color.b), bend = knee * brightest;
    if (most <= bend) return color;
    float over = most - bend, rest = brightest - bend;
    return color * ((bend + rest * over / (over + rest)) / most);
}
#endif

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
#ifdef SURFACE
    uvec2 words = texelFetch(surface, texel, 0).xy;
    vec4 bytes = vec4(ivec4(words.x & 255u, (words.x >> 8) & 255u, (words.x >> 16) & 255u, words.x >> 24));
    // Exactly bytes / 255, like the result of a texture lookup: 1 / 255 is 1 / 256 plus this small number.
    vec4 source = fma(bytes, vec4(1.0 / 256.0), bytes * 1.531862745098039e-5);
    vec2 slope = unpackHalf2x16(words.y);
#else
    vec4 source = texelFetch(picture, texel, 0);
#ifdef RELIEF
    vec2 slope = texelFetch(slopes, texel, 0).xy;
#endif
#endif
#ifdef CONTINUES
    vec4 lit = texelFetch(sum, texel, 0);
#else
    vec4 lit = vec4(source.rgb - darkness * source.a, source.a);
#endif
#ifdef CAPACITY
    place = origin + gl_FragCoord.x * xAxis + gl_FragCoord.y * yAxis;
#ifdef RELIEF
    lean = slope.x * reliefX + slope.y * reliefY;
    upright = 1.0 / sqrt(1.0 + dot(slope, slope));
#endif
#if defined(SHADOWS) && !defined(SEVERAL_LAYERS)
    look(0);
#endif
#ifdef CORRECT_EDGES
#define GLOW(i) (glow(i) * source.a)
#else
#define GLOW(i) glow(i)
#endif
#if CAPACITY == 4
    // If there are few lamps, the loop is written out, because a constant index needs no lookup.
    lit += GLOW(0) * lightColor[0];
    if (lightCount > 1) lit += GLOW(1) * lightColor[1];
    if (lightCount > 2) lit += GLOW(2) * lightColor[2];
    if (lightCount > 3) lit += GLOW(3) * lightColor[3];
#else
    for (int i = 0; i < lightCount; i++) lit += GLOW(i) * lightColor[i];
#endif
#endif
#ifdef ROLL_OFF
    // The picture without light was the first term of the sum.
    vec3 dark = source.rgb - darkness * source.a;
#ifdef CORRECT_EDGES
    lit.rgb = rolled(dark + rolled(lit.rgb - dark, source.a), source.a);
#else
    lit.rgb = rolled(dark + rolled(lit.rgb - dark, 1.0), 1.0);
#endif
#endif
#if !defined(LAST)
    pixel = lit;
#elif defined(CORRECT_EDGES)
    pixel = vec4(min(lit.rgb, source.a), source.a);
#else
    pixel = lit * source.a;
#endif
}
