// Scenes: loops that would not end for discarded fragments.

import Raster

extension Scene {
    static let discardedLanes: [Scene] = [
        Scene("loops that would not end for discarded fragments") { stage in
            try discardingShaders.map { body in
                let fragment = """
                    #version 330
                    in vec2 place;
                    uniform int one;
                    uniform int zero;
                    out vec4 result;
                    void main() {
                        ivec2 p = ivec2(gl_FragCoord.xy);
                        int sum = 0;
                        \(body)
                        result = vec4(float(sum & 15) / 15.0, place, 1.0);
                    }
                    """
                return try stage.fullScreen(24, 20, fragment: fragment) { pass in
                    pass.setUniform("one", Int32(1))
                    pass.setUniform("zero", Int32(0))
                }
            }.flatMap { $0 }
        },
        Scene("derivatives beside discarded fragments in loops") { stage in
            try stage.fullScreen(24, 20, fragment: """
                #version 330
                in vec2 place;
                out vec4 result;
                void main() {
                    ivec2 p = ivec2(gl_FragCoord.xy);
                    int step = (p.x * 3 + p.y) % 5;
                    float a = 0.0, b = 0.0;
                    if (step == 0) discard;
                    for (int i = 0; i < 9; i += step) {
                        a += float(i) * place.x;
                        b += dFdx(a) + dFdy(a * place.y);
                        for (int j = 0; j < step * 2; j += step) { a += 0.25; b += fwidth(a + float(j)); }
                        if (i > 4 && p.y % 3 == 0) discard;
                    }
                    result = vec4(fract(a), fract(b * 4.0), fract(dFdx(b)), 1.0);
                }
                """, format: .rgba32Float)
        }.allowing(1, share: 1, "derivatives beside discarded fragments are undefined"),
    ]

    /// Fragment shaders with all ways in which a lane is discarded and then runs a loop that only other lanes can leave.
    private static let discardingShaders = [
        // Lanes are discarded before the loop: some lanes of a quad, whole quads, all lanes.
        "int step = p.x % 3; if (step == 0) discard; for (int i = 0; i < 10; i += step) sum += i;",
        "int step = p.x / 4 % 2; if (step == 0) discard; for (int i = 0; i < 10; i += step) sum += i;",
        "int step = zero; if (step == 0 && p.x >= 0) discard; for (int i = 0; i < 10; i += step) sum += i;",
        "if (zero == 0) discard; for (int i = 0; i < 10; i += zero) sum += i;",
        "int step = one; if (p.y % 2 == 0) discard; for (int i = 0; i < 10; i += step) sum += i;",
        // Lanes are discarded in the loop.
        "int step = p.x % 3; for (int i = 0; i < 10; i += step) { sum += i; if (step == 0) discard; }",
        "int step = (p.x + p.y) % 3; for (int i = 0; ; i += step) { if (i >= 10) break; if (step == 0 && i == 0) { discard; } sum += i; }",
        // Lanes are discarded before nested loops, in the outer loop, and in the inner loop.
        "int step = p.y % 3; if (step == 0) discard; for (int i = 0; i < 4; i += step) for (int j = 0; j < 4; j += step) sum += i * j + 1;",
        "int step = p.x % 3; for (int i = 0; i < 4; ++i) { if (step == 0 && i == 2) discard; for (int j = 0; j < 4; j += i < 2 ? 1 : step) sum += j; }",
        "int step = p.x % 3; for (int i = 0; i < 4; ++i) { for (int j = 0; j < 4; j += step) { if (step == 0) discard; sum += j; } sum += i; }",
        // The shader has two loops in a row, or a loop in a branch that only discarded lanes take.
        "int step = p.x % 2; for (int i = 0; i < 3; ++i) { sum += i; if (step == 0) discard; } for (int i = 0; i < 10; i += step) sum += i;",
        "int step = p.x % 2; if (step == 0) discard; for (int k = 0; k < 3; ++k) { if (step == 0) { for (int j = 0; j < 4; j += step) sum += 5; } sum += k; }",
        "bool gone = p.x % 2 == 0; if (gone) discard; int i = 0; do { sum += i; ++i; if (gone) i = 0; } while (i < 7);",
        "int step = p.x % 3; if (step == 0) discard; int i = 0; while (true) { i += step; if (i > 8) break; if (i % 2 == 1) continue; sum += i; }",
    ]
}
