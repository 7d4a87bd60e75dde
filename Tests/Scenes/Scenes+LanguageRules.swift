// Scenes: rules that GLSL leaves open but drivers agree on, and rules that compilers often break.

import Raster

extension Scene {
    static let languageRules: [Scene] = [
        Scene("old lookups in a core profile") { stage in
            let image = try stage.texture(.d2, .rgba8, 8, 8) { x, y, _, _ in SIMD4(Float(x) / 7, Float(y) / 7, Float((x + y) % 2), 1) }
            let sampler = Sampler(min: .linear, mag: .linear, wrap: .repeat)
            return try stage.fullScreen(32, 32, fragment: """
                #version 330
                in vec2 place;
                out vec4 result;
                uniform sampler2D texture;
                void main() {
                    vec4 texel = place.x < 0.5 ? texture2D(texture, place) : texture2DLod(texture, place.yx, 0.0);
                    result = place.y < 0.5 ? texel : texture2DProj(texture, vec3(place * 3.0, 2.0));
                }
                """) { pass in pass.setTexture("texture", image, sampler) }
        },
        Scene("powers of negative numbers, a modulus of zero") { stage in
            // All drivers compute powers with the exponents 0, 1, 2 and 4 as products. For other exponents there is no oracle.
            try stage.fullScreen(64, 16, fragment: """
                #version 330
                in vec2 place;
                out vec4 result;
                void main() {
                    float x = place.x * 4.0 - 2.0;
                    result = vec4(pow(x, 2.0) * 0.25, pow(x, 4.0) / 16.0, pow(x, 1.0) * 0.25 + 0.5, pow(x, 0.0));
                    if (place.y > 0.5) result = vec4(mod(x, 0.0) * 0.25 + 0.5, smoothstep(1.0, -1.0, x), smoothstep(-1.0, 1.0, x), 1.0);
                }
                """)
        },
        Scene("indices that fold, calls that convert, loops without braces") { stage in
            try stage.fullScreen(16, 8, fragment: """
                #version 330
                in vec2 place;
                out vec4 result;
                void change(inout int n, out int value) { n = 2; value = 1; }
                float missing(float x);
                void main() {
                    float v[3]; v[0] = 0.25; v[1] = 0.5; v[2] = 0.75;
                    int n = 1, far = 5;
                    change(n, v[n]);
                    if (place.x > 0.5) v[far] = 1.0;
                    do int n = 9; while (n++ < 4);
                    if (false) result = vec4(missing(1.0));
                    result = vec4(v[0], v[1], v[2], float(n) / 8.0);
                }
                """)
        },
    ]
}
