// How much light arrives at a pixel from each of up to four lamps, a lamp in each channel. What stops light is looked at in steps on the
// way to the lamp. All pixels take their steps at the same shares of the way: each step then sees the casters as they are, only smaller and
// nearer to the lamp, and neighbours read neighbours. At each step the mean over what is between the pixel and the whole lamp is taken, and
// the most of all steps is what does not arrive. Only the part of the way is looked at that leads through the box of all casters.
#version 330
uniform sampler2D stopping;      // blurred more from channel to channel (shadow-blur.frag)
uniform vec2 inverseSize;
uniform vec4 box;                // around the casters, with room for the lamp: left, bottom, right, top
uniform float lampWidth;         // in pixels of the target
uniform float widestBlur;        // the mean of the last channel, in pixels of the target
uniform int lampCount;
uniform vec4 lamps[4];           // place and reach in pixels of the target, steps on the way
out vec4 pixel;

void main() {
    vec4 arriving = vec4(1.0);
    float channelsPerLevel = 3.0 / log2(max(widestBlur, 2.0));
    for (int i = 0; i < lampCount; i++) {
        vec2 way = lamps[i].xy - gl_FragCoord.xy;
        float far = length(way), stride = 1.0 / lamps[i].w;
        // The shares of the way at which it enters and leaves the box, and half a step more; a way along an axis is turned by a hair.
        vec2 scale = 1.0 / mix(way, vec2(1e-4), lessThan(abs(way), vec2(1e-4)));
        vec2 low = (box.xy - gl_FragCoord.xy) * scale, high = (box.zw - gl_FragCoord.xy) * scale;
        vec2 entry = min(low, high), exit = max(low, high);
        float first = max(max(entry.x, entry.y), 0.0), last = min(min(exit.x, exit.y), 1.0);
        if (first < last && far < lamps[i].z) {
            first -= 0.5 * stride;
            last += 0.5 * stride;
            // No step misses what is between two.
            float gapLevel = log2(max(0.7 * stride * far, 1.0)), most = 0.0;
            for (float share = 0.5 * stride; share < 1.0; share += stride) {
                if (share > first && share < last) {
                    float level = max(gapLevel, log2(max(0.7 * lampWidth * share, 1.0)));
                    vec4 weights = max(1.0 - abs(min(level * channelsPerLevel, 3.0) - vec4(0.0, 1.0, 2.0, 3.0)), 0.0);
                    most = max(most, dot(textureLod(stopping, (gl_FragCoord.xy + way * share) * inverseSize, 0.0), weights));
                }
            }
            arriving -= most * vec4(equal(ivec4(i), ivec4(0, 1, 2, 3)));
        }
    }
    pixel = arriving;
}
