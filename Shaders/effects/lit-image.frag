// The composite of LitImage: darken, add the light of lamps, cut out with the picture's alpha. A pass may go on with the sum of
// the one before (CONTINUES), and leave its own sum to the next unless it is the LAST.
#version 330
uniform sampler2D picture;       // premultiplied
#ifdef CONTINUES
uniform sampler2D sum;
#else
uniform float darkness;          // 1 - ambient
#endif
#ifdef CAPACITY
uniform vec2 origin, xAxis, yAxis;    // from pixels of the picture to points of the view
uniform int lightCount;
uniform vec4 lightPlace[CAPACITY];    // position, 1 / range or 0, range
uniform vec4 lightColor[CAPACITY];    // times intensity, and the intensity
#endif
#ifdef RELIEF
uniform sampler2D slopes;
uniform vec2 reliefX, reliefY;        // the picture's axes in the view
uniform float inverseHeight[CAPACITY];
#endif
#ifdef SHADOWS
uniform sampler2DArray shadows;       // four lights in the channels of a layer
uniform vec2 inverseSize;
uniform int lightNumber[CAPACITY];    // ascending
#endif
out vec4 pixel;

void main() {
    ivec2 texel = ivec2(gl_FragCoord.xy);
    vec4 source = texelFetch(picture, texel, 0);
#ifdef CONTINUES
    vec4 lit = texelFetch(sum, texel, 0);
#else
    vec4 lit = vec4(source.rgb - darkness * source.a, source.a);
#endif
#ifdef CAPACITY
    vec2 place = origin + gl_FragCoord.x * xAxis + gl_FragCoord.y * yAxis;
#ifdef RELIEF
    vec2 slope = texelFetch(slopes, texel, 0).xy, lean = slope.x * reliefX + slope.y * reliefY;
    float upright = 1.0 / sqrt(1.0 + dot(slope, slope));     // the normal's third component, and the length of the others in terms of the slope
#endif
#ifdef SHADOWS
    vec4 arriving = vec4(1.0);
    int layer = -1;
#endif
    for (int i = 0; i < lightCount; i++) {
        vec4 light = lightPlace[i];
        vec2 way = light.xy - place;
        float far = sqrt(dot(way, way));
        float glow = far < light.w ? max(1.0 - far * light.z, 0.0) : 0.0;
#ifdef RELIEF
        glow *= upright * max(1.0 + dot(lean, way) * inverseHeight[i], 0.0);
#endif
#ifdef SHADOWS
        if (lightNumber[i] >> 2 != layer) {
            layer = lightNumber[i] >> 2;
            arriving = textureLod(shadows, vec3(gl_FragCoord.xy * inverseSize, float(layer)), 0.0);
        }
        glow *= arriving[lightNumber[i] & 3];
#endif
#ifdef CORRECT_EDGES
        glow *= source.a;
#endif
        lit += glow * lightColor[i];
    }
#endif
#if !defined(LAST)
    pixel = lit;
#elif defined(CORRECT_EDGES)
    pixel = vec4(min(lit.rgb, source.a), source.a);
#else
    pixel = lit * source.a;
#endif
}
