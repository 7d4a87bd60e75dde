// How much light arrives at a pixel from each of up to four lamps, one per channel. Casters are sampled in steps on the way to a
// lamp. All pixels take their steps at the same fractions of the way, so a step sees the casters undistorted, only smaller and
// nearer to the lamp, and neighbouring pixels read neighbouring texels. A step takes the mean over the lamp's width as seen from
// the pixel. The largest mean is the light that does not arrive. Only the part of the way inside the box of all casters is sampled.
#version 330
uniform sampler2D stopping;      // each channel is blurred more than the previous channel (shadow-blur.frag)
uniform vec2 inverseSize;
uniform vec4 box;                // around the casters, with a margin for the lamp: left, bottom, right, top
uniform float lampWidth;         // in pixels of the target
uniform float widestBlur;        // width of the last channel's blur, in pixels of the target
uniform int lampCount;
uniform vec4 lamps[4];           // place and reach in pixels of the target, number of steps on the way
out vec4 pixel;

void main() {
    vec4 arriving = vec4(1.0);
    float channelsPerLevel = 3.0 / log2(max(widestBlur, 2.0));
    for (int i = 0; i < lampCount; i++) {
        vec2 way = lamps[i].xy - gl_FragCoord.xy;
        float far = length(way), stride = 1.0 / lamps[i].w;
        // The fractions of the way at the box's entry and exit, and half a step more; a way along an axis is turned slightly.
        vec2 scale = 1.0 / mix(way, vec2(1e-4), lessThan(abs(way), vec2(1e-4)));
        vec2 low = (box.xy - gl_FragCoord.xy) * scale, high = (box.zw - gl_FragCoord.xy) * scale;
        vec2 entry = min(low, high), exit = max(low, high);
        float first = max(max(entry.x, entry.y), 0.0), last = min(min(exit.x, exit.y), 1.0);
        if (first < last && far < lamps[i].z) {
            first -= 0.5 * stride;
            last += 0.5 * stride;
            // The mean is wide enough to miss nothing between two steps.
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
