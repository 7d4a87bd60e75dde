// The old page is rolled up. On the shaded back of the page, its picture shows through the paper.
// Author: the Raster authors
// License: MIT
uniform vec2 direction; // = vec2(1.0, -0.35) direction from which the roll comes
uniform float radius; // = 0.09 radius of the roll, in heights
uniform vec3 paper; // = vec3(0.93, 0.92, 0.9)
uniform float transparency; // = 0.25 transparency of the paper

const float PI = 3.14159265;

bool isOnPage(vec2 uv) { return all(lessThanEqual(abs(uv - 0.5), vec2(0.5))); }

vec4 back(vec2 uv, float light) {
    vec4 color = getFromColor(uv);
    return vec4(mix(paper, color.rgb, transparency) * light, color.a);
}

vec4 transition(vec2 uv) {
    vec2 scale = vec2(ratio, 1.0);
    vec2 along = normalize(direction);
    float reach = dot(abs(along), scale) * 0.5;
    // The line where the roll touches the page, from the corner that is peeled first to beyond the last corner.
    float line = mix(reach, -reach - radius, progress);
    float x = dot((uv - 0.5) * scale, along) - line;
    vec2 step = along / scale;
    float early = smoothstep(0.0, 0.08, progress);

    // The outside of the roll and the part over the page: paper that has gone round the roll.
    if (x <= radius) {
        float angle = x > 0.0 ? PI - asin(min(x / radius, 1.0)) : PI;
        float gone = x > 0.0 ? radius * angle : PI * radius - x;
        vec2 place = uv + step * (gone - x);
        if (isOnPage(place)) {
            float light = 0.62 + 0.38 * max(0.0, -cos(angle));
            return back(place, light);
        }
    }
    // The part of the page that begins to rise.
    if (x > 0.0 && x <= radius) {
        float angle = asin(x / radius);
        vec2 place = uv + step * (radius * angle - x);
        if (isOnPage(place)) {
            vec4 color = getFromColor(place);
            return vec4(color.rgb * (1.0 - 0.35 * (x / radius) * early), color.a);
        }
    }
    if (x <= 0.0) {
        // The flat page, in the shadow of the paper above it.
        vec4 color = getFromColor(uv);
        vec2 above = uv + step * (PI * radius - 2.0 * x);
        vec2 outside = (abs(above - 0.5) - 0.5) * scale;
        float gap = max(outside.x, outside.y);
        float dark = 0.3 * early * (1.0 - smoothstep(0.0, radius, gap));
        return vec4(color.rgb * (1.0 - dark), color.a);
    }
    vec4 color = getToColor(uv);
    float dark = 0.45 * early * (1.0 - smoothstep(0.8, 1.0, progress)) * exp(-max(x - radius, 0.0) / radius * 0.9);
    return vec4(color.rgb * (1.0 - dark), color.a);
}
