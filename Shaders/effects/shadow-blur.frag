// What stops light, as it is and in three stages of blur, a stage in each channel: one lookup gives them all.
#version 330
uniform sampler2D stopping;      // with mip levels
uniform vec2 inverseSize;
uniform float widestBlur;        // the mean of the last channel, in pixels of the target
out vec4 pixel;

void main() {
    float levelsPerChannel = log2(max(widestBlur, 2.0)) / 3.0;
    vec2 place = gl_FragCoord.xy * inverseSize;
    pixel = vec4(textureLod(stopping, place, 0.0).r, textureLod(stopping, place, levelsPerChannel).r,
                 textureLod(stopping, place, 2.0 * levelsPerChannel).r, textureLod(stopping, place, 3.0 * levelsPerChannel).r);
}
