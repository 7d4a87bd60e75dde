// Carries the ink along with the fluid, and pours new ink. The alpha of the ink is its amount.
#version 430
#include "fluid-stirrers.glsl"
layout(local_size_x = 16, local_size_y = 8) in;
uniform sampler2D velocity;
uniform sampler2D ink;
layout(rgba16f) writeonly uniform image2D carried;
uniform float seconds, keep;
// The colour that each stirrer pours in this step, and the radius.
uniform vec4 inks[8];

// A cubic filter (Catmull and Rom), which keeps edges sharper than a linear one, from five linear lookups.
vec4 sharp(vec2 place, vec2 size) {
    vec2 corner = floor(place * size - 0.5) + 0.5, part = place * size - corner;
    vec2 before = part * (-0.5 + part * (1.0 - 0.5 * part)), after = part * part * (-0.5 + 0.5 * part);
    vec2 second = part * (0.5 + part * (2.0 - 1.5 * part)), middle = 1.0 - before - after;
    vec2 low = (corner - 1.0) / size, high = (corner + 2.0) / size, centre = (corner + second / middle) / size;
    vec4 sum = textureLod(ink, centre, 0.0) * middle.x * middle.y
        + textureLod(ink, vec2(centre.x, low.y), 0.0) * middle.x * before.y + textureLod(ink, vec2(centre.x, high.y), 0.0) * middle.x * after.y
        + textureLod(ink, vec2(low.x, centre.y), 0.0) * before.x * middle.y + textureLod(ink, vec2(high.x, centre.y), 0.0) * after.x * middle.y;
    float weight = middle.x * middle.y + middle.x * (before.y + after.y) + middle.y * (before.x + after.x);
    return max(sum / weight, vec4(0.0));
}

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy), size = imageSize(carried);
    if (any(greaterThanEqual(cell, size))) return;
    vec2 place = (vec2(cell) + 0.5) / float(size.y), extent = vec2(size) / float(size.y);
    vec2 from = place - seconds * textureLod(velocity, place / extent, 0.0).xy;
    vec4 sum = keep * sharp(from / extent, vec2(size));
    for (int i = 0; i < stirrerCount; i++) {
        vec3 poured = inks[i].rgb * nearness(place, ways[i], inks[i].w);
        sum += vec4(poured, max(poured.r, max(poured.g, poured.b)));
    }
    imageStore(carried, cell, sum);
}
