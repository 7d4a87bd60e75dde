// CanvasShader: the GLSL of all canvas programs. A fragment shader consists of a paint and a blending of its colour.

import Shading

/// The key of a fragment shader.
struct CanvasShader: Hashable {
    enum Paint: String, Hashable {
        case color, linear, radial, circles, conic, pattern, layer, shadow, softShadow, blur, shrink
        var isGradient: Bool { self == .linear || self == .radial || self == .circles || self == .conic }
    }
    var paint: Paint
    /// True if the stops are stored in a texture, because the gradient has too many stops for the uniforms.
    var hasManyStops = false
    var second: Composite.Second
    var formula: BlendMode?

    static let vertex = """
        #version 330
        in vec2 corner;      // pixels from the upper left of the surface
        in int maskBase;
        in ivec2 maskStep;
        in vec4 tint;
        uniform vec2 pixelSize;  // in clip space
        flat out ivec3 maskPlace;
        flat out vec4 color;

        void main() {
            maskPlace = ivec3(maskBase, maskStep);
            color = tint;
            gl_Position = vec4(corner.x * pixelSize.x - 1.0, 1.0 - corner.y * pixelSize.y, 0.0, 1.0);
        }
        """

    var fragment: String {
        var text = """
            #version 330
            flat in ivec3 maskPlace;
            flat in vec4 color;
            uniform sampler2D mask;
            uniform vec2 place;  // the lower left corner of the surface, y down
            layout(location = 0, index = 0) out vec4 result;

            """
        if second != .none { text += "layout(location = 0, index = 1) out vec4 second;\n" }
        if paint.isGradient { text += hasManyStops ? CanvasShader.manyStops : CanvasShader.fewStops }
        text += CanvasShader.paints[paint] ?? ""
        if let formula { text += CanvasShader.formula(formula) }
        text += """
            void main() {
                ivec2 pixel = ivec2(gl_FragCoord.xy);
                vec2 p = vec2(place.x + gl_FragCoord.x, place.y - gl_FragCoord.y);
                int index = maskPlace.x + pixel.y * maskPlace.z + pixel.x * maskPlace.y;
                float coverage = texelFetch(mask, ivec2(index & \(SurfacePool.maskWidth - 1), index >> \(SurfacePool.maskWidth.trailingZeroBitCount)), 0).r;
                vec4 source = \(paint == .color ? "color" : "paint(p, pixel)");

            """
        text += formula == nil ? "    result = source * coverage;\n" : "    result = blended(source, coverage, pixel);\n"
        switch second {
        case .none: break
        case .coverage: text += "    second = vec4(coverage);\n"
        case .uncovered: text += "    second = vec4(coverage * (1.0 - source.a));\n"
        case .absorbed: text += "    second = vec4(source.a - source.rgb, source.a) * coverage;\n"
        }
        return text + "}\n"
    }

    // MARK: Gradients

    /// The colour is a sum: once t has passed the start of a ramp, the ramp adds its part. The sum has at most nine terms.
    private static let fewStops = """
        uniform vec4 firstColor;
        uniform vec4 steps[\(GradientUniforms.fewRamps)];
        uniform vec2 ramps[\(GradientUniforms.fewRamps)];  // offset, 1 / length
        uniform int rampCount;
        uniform int spread;

        vec4 colorAt(float t) {
            vec4 sum = firstColor;
            for (int i = 0; i < rampCount; i++) sum += steps[i] * clamp((t - ramps[i].x) * ramps[i].y, 0.0, 1.0);
            return sum;
        }

        """ + spreading
    /// Three texels for each ramp: (start, 1 / length), its first colour, and its colour difference.
    private static let manyStops = """
        uniform sampler2D stops;
        uniform int rampCount;
        uniform int spread;

        vec4 colorAt(float t) {
            int low = 0, high = rampCount - 1;  // the last ramp that begins before t
            for (int i = 0; i < 14; i++) {
                int middle = (low + high + 1) >> 1;
                if (t > texelFetch(stops, ivec2(0, middle), 0).x) low = middle; else high = max(middle - 1, low);
            }
            vec2 ramp = texelFetch(stops, ivec2(0, low), 0).xy;
            return texelFetch(stops, ivec2(1, low), 0) + texelFetch(stops, ivec2(2, low), 0) * clamp((t - ramp.x) * ramp.y, 0.0, 1.0);
        }

        """ + spreading
    private static let spreading = """
        vec4 gradient(float t) {
            if (spread == 1) t = t - floor(t);
            else if (spread == 2) t = 1.0 - abs(t - 2.0 * floor(t * 0.5) - 1.0);
            vec4 found = colorAt(t) * color.a;
            return spread == 3 && (t < 0.0 || t > 1.0) ? vec4(0.0) : found;
        }

        """

    private static let paints: [Paint: String] = [
        .linear: """
            uniform vec3 axisX;

            vec4 paint(vec2 p, ivec2 pixel) { return gradient(dot(axisX, vec3(p, 1.0))); }

            """,
        .radial: """
            uniform vec3 axisX, axisY;
            uniform vec2 radii;  // the first radius, 1 / (last − first)

            vec4 paint(vec2 p, ivec2 pixel) {
                vec2 u = vec2(dot(axisX, vec3(p, 1.0)), dot(axisY, vec3(p, 1.0)));
                return gradient((sqrt(dot(u, u)) - radii.x) * radii.y);
            }

            """,
        // The circle at t · way with radius radii.x + t · radii.y passes through u. This condition is a quadratic equation for t. Of the
        // roots with a non-negative radius, the larger root counts.
        .circles: """
            uniform vec3 axisX, axisY;
            uniform vec2 radii, way;
            uniform float curvature;  // way · way − radii.y²

            bool isDrawn(float t) { return radii.x + t * radii.y >= 0.0 && (spread != 3 || (t >= 0.0 && t <= 1.0)); }
            vec4 paint(vec2 p, ivec2 pixel) {
                vec2 u = vec2(dot(axisX, vec3(p, 1.0)), dot(axisY, vec3(p, 1.0)));
                float b = dot(u, way) + radii.x * radii.y, c = dot(u, u) - radii.x * radii.x;
                if (curvature == 0.0) {
                    float t = c / (2.0 * b);
                    return b != 0.0 && isDrawn(t) ? gradient(t) : vec4(0.0);
                }
                float root = b * b - curvature * c;
                if (root < 0.0) return vec4(0.0);
                root = sqrt(root);
                float s = (b + root) / curvature, t = (b - root) / curvature;
                float large = max(s, t), small = min(s, t);
                return isDrawn(large) ? gradient(large) : isDrawn(small) ? gradient(small) : vec4(0.0);
            }

            """,
        .conic: """
            uniform vec3 axisX, axisY;  // turned so that the gradient begins at the positive x axis

            vec4 paint(vec2 p, ivec2 pixel) {
                vec2 u = vec2(dot(axisX, vec3(p, 1.0)), dot(axisY, vec3(p, 1.0)));
                if (u == vec2(0.0)) return gradient(0.0);
                float t = atan(u.y, u.x) * 0.15915494309189535;
                return gradient(t < 0.0 ? t + 1.0 : t);
            }

            """,
        .pattern: """
            uniform sampler2D picture;  // premultiplied, its top row first
            uniform vec3 axisX, axisY;
            uniform ivec2 size;
            uniform int tiling;  // 0 none, 1 pad, 2 repeat, 3 reflect
            uniform bool isSmooth;

            // Near the picture, so that it becomes a whole number without overflow.
            vec2 folded(vec2 u) {
                vec2 n = vec2(size) * (tiling == 3 ? 2.0 : 1.0);
                return tiling >= 2 ? u - n * floor(u / n) : clamp(u, vec2(-2.0), n + 2.0);
            }
            int wrapped(int i, int n) {
                if (tiling == 1) return clamp(i, 0, n - 1);
                if (tiling == 2) return i < 0 ? i + n : i >= n ? i - n : i;
                i = i < 0 ? -1 - i : i;
                i = i >= 2 * n ? i - 2 * n : i;
                return i < n ? i : 2 * n - 1 - i;
            }
            vec4 texel(int x, int y) {
                if (tiling == 0 && (x < 0 || y < 0 || x >= size.x || y >= size.y)) return vec4(0.0);
                return texelFetch(picture, tiling == 0 ? ivec2(x, y) : ivec2(wrapped(x, size.x), wrapped(y, size.y)), 0);
            }
            vec4 paint(vec2 p, ivec2 pixel) {
                vec2 u = folded(vec2(dot(axisX, vec3(p, 1.0)), dot(axisY, vec3(p, 1.0))));
                if (!isSmooth) { ivec2 i = ivec2(floor(u)); return texel(i.x, i.y) * color.a; }
                u -= 0.5;
                vec2 whole = floor(u), part = u - whole;
                ivec2 i = ivec2(whole);
                vec4 top = mix(texel(i.x, i.y), texel(i.x + 1, i.y), part.x), bottom = mix(texel(i.x, i.y + 1), texel(i.x + 1, i.y + 1), part.x);
                return mix(top, bottom, part.y) * color.a;
            }

            """,
        .layer: """
            uniform sampler2D picture;
            uniform ivec2 shift;

            vec4 paint(vec2 p, ivec2 pixel) { return texelFetch(picture, pixel + shift, 0) * color.a; }

            """,
        // Texels beyond the image's edge are zero, because no shape casts a shadow beyond the edge.
        .shadow: """
            uniform sampler2D picture;
            uniform ivec2 shift;
            uniform vec4 channel;
            uniform bool isInner;

            vec4 paint(vec2 p, ivec2 pixel) {
                float amount = dot(texelFetch(picture, pixel + shift, 0), channel);
                return color * (isInner ? 1.0 - amount : amount);
            }

            """,
        // Larger texels are interpolated by quadratic B-splines, which blur equally at every position between texels.
        .softShadow: """
            uniform sampler2D picture;
            uniform vec3 unit;  // the lower left corner of the texture in texels, and 1 / pixels of a texel
            uniform vec4 channel;
            uniform bool isInner;

            float row(ivec2 i, vec3 w) {
                return w.x * dot(texelFetch(picture, i, 0), channel) + w.y * dot(texelFetch(picture, i + ivec2(1, 0), 0), channel)
                    + w.z * dot(texelFetch(picture, i + ivec2(2, 0), 0), channel);
            }
            vec3 spline(float t) { return vec3(0.5 * (0.5 - t) * (0.5 - t), 0.75 - t * t, 0.5 * (0.5 + t) * (0.5 + t)); }
            vec4 paint(vec2 p, ivec2 pixel) {
                vec2 u = vec2(p.x * unit.z - unit.x, unit.y - p.y * unit.z), whole = floor(u), part = u - whole - 0.5;
                ivec2 i = ivec2(whole) - 1;
                vec3 x = spline(part.x), y = spline(part.y);
                float amount = y.x * row(i, x) + y.y * row(i + ivec2(0, 1), x) + y.z * row(i + ivec2(0, 2), x);
                return color * (isInner ? 1.0 - amount : amount);
            }

            """,
        .blur: """
            uniform sampler2D picture;
            uniform ivec2 shift, direction;
            uniform vec4 channel;
            uniform float weights[\(BlurUniforms.longest)];
            uniform int count;

            vec4 paint(vec2 p, ivec2 pixel) {
                float sum = 0.0;
                for (int i = 0; i < count; i++) sum += weights[i] * dot(texelFetch(picture, pixel + shift + direction * i, 0), channel);
                return vec4(sum);
            }

            """,
        .shrink: """
            uniform sampler2D picture;
            uniform ivec2 shift;
            uniform int factor;
            uniform vec4 channel;

            vec4 paint(vec2 p, ivec2 pixel) {
                float sum = 0.0;
                for (int y = 0; y < factor; y++) {
                    for (int x = 0; x < factor; x++) sum += dot(texelFetch(picture, pixel * factor + shift + ivec2(x, y), 0), channel);
                }
                return vec4(sum / float(factor * factor));
            }

            """,
    ]

    // MARK: Blend modes

    /// Returns the formulas of the W3C's Compositing and Blending Level 1, section 10. The result is mixed with the backdrop by the pixel's
    /// coverage.
    private static func formula(_ mode: BlendMode) -> String {
        let body: String
        switch mode {
        case .overlay: body = separable("hard(s, b)")
        case .darken: body = separable("min(b, s)")
        case .lighten: body = separable("max(b, s)")
        case .colorDodge: body = separable("b <= 0.0 ? 0.0 : s >= 1.0 ? 1.0 : min(1.0, b / (1.0 - s))")
        case .colorBurn: body = separable("b >= 1.0 ? 1.0 : s <= 0.0 ? 0.0 : 1.0 - min(1.0, (1.0 - b) / s)")
        case .hardLight: body = separable("hard(b, s)")
        case .softLight: body = separable("soft(b, s)")
        case .difference: body = separable("abs(b - s)")
        case .hue: body = nonSeparable("withLuminosity(withSaturation(s, saturation(b)), luminosity(b))")
        case .saturation: body = nonSeparable("withLuminosity(withSaturation(b, saturation(s)), luminosity(b))")
        case .color: body = nonSeparable("withLuminosity(s, luminosity(b))")
        default: body = nonSeparable("withLuminosity(b, luminosity(s))")
        }
        return body + """
            uniform sampler2D backdrop;
            uniform ivec2 backdropShift;

            vec4 blended(vec4 source, float coverage, ivec2 pixel) {
                vec4 there = texelFetch(backdrop, pixel + backdropShift, 0), over = source;
                if (source.a > 0.0 && there.a > 0.0) {
                    over.rgb = source.rgb * (1.0 - there.a) + source.a * there.a * mixed(min(there.rgb / there.a, 1.0), min(source.rgb / source.a, 1.0));
                }
                return mix(there, over + there * (1.0 - source.a), coverage);
            }

            """
    }
    private static func separable(_ expression: String) -> String {
        """
        float hard(float b, float s) { return s <= 0.5 ? b * 2.0 * s : b + (2.0 * s - 1.0) - b * (2.0 * s - 1.0); }
        float soft(float b, float s) {
            if (s <= 0.5) return b - (1.0 - 2.0 * s) * b * (1.0 - b);
            float d = b <= 0.25 ? ((16.0 * b - 12.0) * b + 4.0) * b : sqrt(b);
            return b + (2.0 * s - 1.0) * (d - b);
        }
        float one(float b, float s) { return \(expression); }
        vec3 mixed(vec3 b, vec3 s) { return vec3(one(b.r, s.r), one(b.g, s.g), one(b.b, s.b)); }

        """
    }
    private static func nonSeparable(_ expression: String) -> String {
        """
        float luminosity(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }
        float saturation(vec3 c) { return max(max(c.r, c.g), c.b) - min(min(c.r, c.g), c.b); }
        vec3 clipped(vec3 c) {
            float l = luminosity(c), least = min(min(c.r, c.g), c.b), most = max(max(c.r, c.g), c.b);
            if (least < 0.0) c = l + (c - l) * l / (l - least);
            if (most > 1.0) c = l + (c - l) * (1.0 - l) / (most - l);
            return c;
        }
        vec3 withLuminosity(vec3 c, float l) { return clipped(c + (l - luminosity(c))); }
        vec3 withSaturation(vec3 c, float s) {
            float least = min(min(c.r, c.g), c.b), range = max(max(c.r, c.g), c.b) - least;
            return range > 0.0 ? (c - least) * (s / range) : vec3(0.0);
        }
        vec3 mixed(vec3 b, vec3 s) { return \(expression); }

        """
    }
}
