// How much of a lamp's light arrives at a pixel. Rays go to places across the lamp; what stops most on a ray's way decides for the
// ray, and the mean of the rays for the pixel. Only the part of the way is looked at that leads through the box of all casters. A lookup
// reads the level whose texels are as large as the gaps between lookups.
#version 330
uniform sampler2D stopping;
uniform vec2 lamp;               // in pixels of the target
uniform float reach;             // how far its light goes, in pixels of the target
uniform vec4 box;                // around the casters, with room for the lamp: left, bottom, right, top
uniform vec2 inverseSize;
uniform float lampWidth;         // in pixels of the target
uniform int rays;
out vec4 pixel;

const int steps = 12;

void main() {
    vec2 way = lamp - gl_FragCoord.xy;
    // The shares of the way at which it enters and leaves the box; a way along an axis is turned by a hair.
    vec2 scale = 1.0 / mix(way, vec2(1e-4), lessThan(abs(way), vec2(1e-4)));
    vec2 low = (box.xy - gl_FragCoord.xy) * scale, high = (box.zw - gl_FragCoord.xy) * scale;
    vec2 entry = min(low, high), exit = max(low, high);
    float first = max(max(entry.x, entry.y), 0.0), last = min(min(exit.x, exit.y), 1.0), far = max(length(way), 1e-3), stopped = 0.0;
    if (first < last && far < reach) {
        float stride = (last - first) / float(steps), gap = lampWidth / float(rays);
        vec2 across = vec2(-way.y, way.x) * (gap / far);
        for (int ray = 0; ray < rays; ray++) {
            vec2 path = way + across * (float(ray) + 0.5 - 0.5 * float(rays));
            float most = 0.0;
            for (int i = 0; i < steps; i++) {
                float share = first + stride * (float(i) + 0.5);
                float level = log2(max(max(0.7 * stride * far, gap * share), 1.0));
                most = max(most, textureLod(stopping, (gl_FragCoord.xy + path * share) * inverseSize, level).r);
            }
            stopped += most;
        }
    }
    pixel = vec4(1.0 - stopped / float(rays));
}
