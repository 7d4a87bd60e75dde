// How much of a lamp's light arrives at a pixel. Rays go to places across the lamp; what stops most on a ray's way decides for the
// ray, and the mean of the rays for the pixel. A lookup reads the level whose texels are as large as the gaps between lookups.
#version 330
uniform sampler2D stopping;
uniform vec2 lamp;               // in pixels of the target
uniform vec2 inverseSize;
uniform float lampWidth;         // in pixels of the target
uniform int rays;
out vec4 pixel;

const int steps = 16;

void main() {
    vec2 way = lamp - gl_FragCoord.xy;
    float far = max(length(way), 1e-3), stride = far / float(steps), gap = lampWidth / float(rays), stopped = 0.0;
    vec2 across = vec2(-way.y, way.x) * (gap / far);
    for (int ray = 0; ray < rays; ray++) {
        vec2 path = way + across * (float(ray) + 0.5 - 0.5 * float(rays));
        float most = 0.0;
        for (int i = 0; i < steps; i++) {
            float share = (float(i) + 0.5) / float(steps);
            float level = log2(max(max(0.7 * stride, gap * share), 1.0));
            most = max(most, textureLod(stopping, (gl_FragCoord.xy + path * share) * inverseSize, level).r);
        }
        stopped += most;
    }
    pixel = vec4(1.0 - stopped / float(rays));
}
