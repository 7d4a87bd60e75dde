// The light that casters stop: unblurred in one channel, and with three strengths of blur in the others. One lookup reads all four.
#version 330
uniform sampler2D stopping;      // with mip levels
uniform vec2 inverseSize;
uniform float widestBlur;        // width of the last channel's blur, in pixels of the target
out vec4 pixel;

void main() {
    float levelsPerChannel = log2(max(widestBlur, 2.0)) / 3.0;
    vec2 place = gl_FragCoord.xy * inverseSize;
    pixel = vec4(textureLod(stopping, place, 0.0).r, textureLod(stopping, place, levelsPerChannel).r,
                 textureLod(stopping, place, 2.0 * levelsPerChannel).r, textureLod(stopping, place, 3.0 * levelsPerChannel).r);
}
