// The stages of filters. A pixel stage takes the current colour, a gathering stage the current picture; colours are premultiplied.
// FilterPlan writes the program that calls the stages. The program sets these two variables first.
vec2 size;      // size of the picture, in pixels
vec2 place;     // place of the pixel, 0 to 1

float luma(vec3 color) { return dot(color, vec3(0.2126, 0.7152, 0.0722)); }

// `straight` divides a colour by its alpha. `covered` multiplies a colour by its alpha.
vec4 straight(vec4 color) { return color.a > 0.0 ? vec4(color.rgb / color.a, color.a) : vec4(0.0); }
vec4 covered(vec3 color, float alpha) { return vec4(color * alpha, alpha); }

vec4 colorControls(vec4 color, float saturation, float contrast, float brightness) {
    vec4 c = straight(color);
    vec3 shown = mix(vec3(luma(c.rgb)), c.rgb, saturation);
    return covered((shown - 0.5) * contrast + 0.5 + brightness, c.a);
}
vec4 radialGradient(vec4 color, vec2 middle, vec2 radii, vec4 light) {
    float r = length((place - middle) * size / size.y);
    float fallen = radii.y > radii.x ? clamp((r - radii.x) / (radii.y - radii.x), 0.0, 1.0) : step(radii.x, r);
    return (1.0 - fallen) * covered(light.rgb, light.a);
}
vec4 addition(vec4 color, sampler2D picture) { return color + textureLod(picture, place, 0.0); }
vec4 sourceIn(vec4 color, sampler2D picture) { return color * textureLod(picture, place, 0.0).a; }
vec4 sourceOver(vec4 color, sampler2D picture) { return color + textureLod(picture, place, 0.0) * (1.0 - color.a); }

vec4 hue(vec4 color, vec2 turn) {
    vec4 c = straight(color);
    // Rotates the chroma about the grey axis, in the YIQ colours of television.
    vec3 yiq = vec3(dot(c.rgb, vec3(0.299, 0.587, 0.114)), dot(c.rgb, vec3(0.595716, -0.274453, -0.321263)), dot(c.rgb, vec3(0.211456, -0.522591, 0.311135)));
    vec2 chroma = vec2(yiq.y * turn.x - yiq.z * turn.y, yiq.y * turn.y + yiq.z * turn.x);
    return covered(vec3(yiq.x + 0.9563 * chroma.x + 0.6210 * chroma.y, yiq.x - 0.2721 * chroma.x - 0.6474 * chroma.y,
                        yiq.x - 1.1070 * chroma.x + 1.7046 * chroma.y), c.a);
}
vec4 sepia(vec4 color, float amount) {
    vec3 brown = vec3(dot(color.rgb, vec3(0.393, 0.769, 0.189)), dot(color.rgb, vec3(0.349, 0.686, 0.168)), dot(color.rgb, vec3(0.272, 0.534, 0.131)));
    return vec4(mix(color.rgb, min(brown, color.a), amount), color.a);
}
vec4 vignette(vec4 color, vec3 shape) {
    float r = length((place - 0.5) * size) / (0.5 * length(size));
    return vec4(color.rgb * (1.0 - shape.x * smoothstep(shape.y, shape.y + shape.z, r)), color.a);
}
vec4 colorMatrix(vec4 color, vec4 red, vec4 green, vec4 blue, vec4 alpha, vec4 bias) {
    vec4 c = straight(color);
    vec4 mixed = vec4(dot(c, red), dot(c, green), dot(c, blue), dot(c, alpha)) + bias;
    return covered(mixed.rgb, clamp(mixed.a, 0.0, 1.0));
}
vec4 lookupTable(vec4 color, sampler2D table, float amount) {
    vec4 c = straight(color);
    float side = float(textureSize(table, 0).y);
    vec3 at = clamp(c.rgb, 0.0, 1.0) * (side - 1.0);
    float square = min(floor(at.b), side - 2.0);
    vec2 corner = vec2((square * side + at.r + 0.5) / (side * side), 1.0 - (at.g + 0.5) / side);
    vec3 low = textureLod(table, corner, 0.0).rgb, high = textureLod(table, corner + vec2(1.0 / side, 0.0), 0.0).rgb;
    return covered(mix(c.rgb, mix(low, high, at.b - square), amount), c.a);
}

vec4 texelOf(sampler2D source, ivec2 at) { return texelFetch(source, clamp(at, ivec2(0), ivec2(size) - 1), 0); }

// A Gaussian along a row or a column. Each ratio of neighbouring weights is the previous ratio times a constant.
vec4 blur(sampler2D source, ivec2 along, int reach, vec2 start) {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(source, at, 0);
    float weight = 1.0, ratio = start.x, total = 1.0;
    for (int i = 1; i <= reach; i++) {
        weight *= ratio;
        ratio *= start.y;
        sum += (texelOf(source, at + along * i) + texelOf(source, at - along * i)) * weight;
        total += 2.0 * weight;
    }
    return sum / total;
}
vec4 brighter(vec4 color, float threshold) {
    float over = max(luma(color.rgb) - threshold * color.a, 0.0);
    return color * (over / max(luma(color.rgb), 1e-5));
}
vec4 shine(vec4 color, sampler2D kept, float intensity) {
    vec4 base = texelFetch(kept, ivec2(gl_FragCoord.xy), 0);
    return vec4(base.rgb + color.rgb * intensity, clamp(base.a + color.a * intensity, 0.0, 1.0));
}
// The mean of up to 8 × 8 texels, evenly spread over the square.
vec4 pixellate(sampler2D source, float side) {
    vec2 fromTop = vec2(gl_FragCoord.x, size.y - gl_FragCoord.y);
    vec2 low = floor(fromTop / side) * side, high = min(low + side, size);
    int count = int(clamp(ceil(side), 1.0, 8.0));
    vec4 sum = vec4(0.0);
    for (int y = 0; y < count; y++) {
        for (int x = 0; x < count; x++) {
            vec2 at = mix(low, high, (vec2(float(x), float(y)) + 0.5) / float(count));
            sum += texelOf(source, ivec2(at.x, size.y - at.y));
        }
    }
    return sum / float(count * count);
}
vec4 edges(sampler2D source, float amount) {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 leftBelow = texelOf(source, at + ivec2(-1, -1)), left = texelOf(source, at + ivec2(-1, 0)), leftAbove = texelOf(source, at + ivec2(-1, 1));
    vec4 below = texelOf(source, at + ivec2(0, -1)), above = texelOf(source, at + ivec2(0, 1));
    vec4 rightBelow = texelOf(source, at + ivec2(1, -1)), right = texelOf(source, at + ivec2(1, 0)), rightAbove = texelOf(source, at + ivec2(1, 1));
    vec3 x = (rightBelow + 2.0 * right + rightAbove - leftBelow - 2.0 * left - leftAbove).rgb;
    vec3 y = (leftAbove + 2.0 * above + rightAbove - leftBelow - 2.0 * below - rightBelow).rgb;
    float alpha = texelFetch(source, at, 0).a;
    return vec4(sqrt(x * x + y * y) * amount * alpha, alpha);
}
