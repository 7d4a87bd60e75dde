// Slopes of a relief, which give a pixel's normal: how heights fall along both axes, by Sobel's operator on the eight neighbours.
// With NORMALS the source has normals. With SURFACE the target also stores the picture's bytes: lit-image.frag reads both at once.
#version 420
#ifdef NORMALS
uniform sampler2D normals;       // the value 128 of 255 stands for 0
#else
uniform sampler2D heights;
#endif
uniform vec2 texel;              // size of a texel of the target, in texture coordinates
uniform float depth;             // height of white above black, in pixels; for normals, a factor of the slopes
#ifdef SURFACE
uniform sampler2D picture;
out uvec2 surface;
#else
out vec4 surface;
#endif

#ifdef NORMALS
vec2 slopeAt(vec2 middle) {
    vec3 normal = textureLod(normals, middle, 0.0).xyz * (255.0 / 127.0) - 128.0 / 127.0;
    // Light cannot show steeper slopes, and this limit fits into half floats at every depth.
    return normal.xy / max(normal.z, 0.02) * depth;
}
#else
float height(vec2 place) {
    return dot(textureLod(heights, place, 0.0).rgb, vec3(0.2126, 0.7152, 0.0722));
}
vec2 slopeAt(vec2 middle) {
    float leftBelow = height(middle + vec2(-texel.x, -texel.y)), left = height(middle + vec2(-texel.x, 0.0));
    float leftAbove = height(middle + vec2(-texel.x, texel.y)), below = height(middle + vec2(0.0, -texel.y));
    float above = height(middle + vec2(0.0, texel.y)), rightBelow = height(middle + vec2(texel.x, -texel.y));
    float right = height(middle + vec2(texel.x, 0.0)), rightAbove = height(middle + vec2(texel.x, texel.y));
    float alongX = (rightBelow + 2.0 * right + rightAbove) - (leftBelow + 2.0 * left + leftAbove);
    float alongY = (leftAbove + 2.0 * above + rightAbove) - (leftBelow + 2.0 * below + rightBelow);
    return vec2(alongX, alongY) * (-0.125 * depth);
}
#endif

void main() {
    vec2 slope = slopeAt(gl_FragCoord.xy * texel);
#ifdef SURFACE
    surface = uvec2(packUnorm4x8(texelFetch(picture, ivec2(gl_FragCoord.xy), 0)), packHalf2x16(slope));
#else
    surface = vec4(slope, 0.0, 1.0);
#endif
}
