// Slopes of a relief, of which a pixel's normal follows: how the heights fall along both axes, by Sobel's operator, which looks at the eight neighbours.
// With SURFACE the picture's bytes stand beside them, as lit-image.frag reads both at once.
#version 420
uniform sampler2D heights;
uniform vec2 texel;              // of the target, in texture coordinates
uniform float depth;             // of white above black, in pixels
#ifdef SURFACE
uniform sampler2D picture;
out uvec2 surface;
#else
out vec4 surface;
#endif

float height(vec2 place) {
    return dot(textureLod(heights, place, 0.0).rgb, vec3(0.2126, 0.7152, 0.0722));
}
void main() {
    vec2 middle = gl_FragCoord.xy * texel;
    float leftBelow = height(middle + vec2(-texel.x, -texel.y)), left = height(middle + vec2(-texel.x, 0.0));
    float leftAbove = height(middle + vec2(-texel.x, texel.y)), below = height(middle + vec2(0.0, -texel.y));
    float above = height(middle + vec2(0.0, texel.y)), rightBelow = height(middle + vec2(texel.x, -texel.y));
    float right = height(middle + vec2(texel.x, 0.0)), rightAbove = height(middle + vec2(texel.x, texel.y));
    float alongX = (rightBelow + 2.0 * right + rightAbove) - (leftBelow + 2.0 * left + leftAbove);
    float alongY = (leftAbove + 2.0 * above + rightAbove) - (leftBelow + 2.0 * below + rightBelow);
    vec2 slope = vec2(alongX, alongY) * (-0.125 * depth);
#ifdef SURFACE
    surface = uvec2(packUnorm4x8(texelFetch(picture, ivec2(gl_FragCoord.xy), 0)), packHalf2x16(slope));
#else
    surface = vec4(slope, 0.0, 1.0);
#endif
}
