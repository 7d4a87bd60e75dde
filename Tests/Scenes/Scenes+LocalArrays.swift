// Scenes: arrays in structures in arrays, indexed at every depth.

import Raster

extension Scene {
    static let localArrays: [Scene] = [
        Scene("local arrays within arrays") { stage in
            try [
                // The inner array is indexed before the outer array, and then the outer array before the inner array.
                "struct S { float b[2]; }; S s[2]; s[0].b[0] = 0.5; s[0].b[1] = 0.75; x = s[0].b[k]; s[k] = s[0]; y = s[1].b[1 - k];",
                "struct S { float b[2]; }; S s[2]; for (int i = 0; i < 2; ++i) s[i].b[k] = 0.25 * float(i + 1); s[k].b[0] = 0.125; x = s[1].b[k]; y = s[k].b[0];",
                "struct S { float a; vec2 b[3]; }; S s[3]; for (int i = 0; i < 3; ++i) { s[2 - i].b[i] = vec2(float(i), 0.5) * 0.25; s[i].a = 0.1 * float(i); } x = s[k].b[2 - k].x; y = s[k + 1].a + s[0].b[2].y;",
                "struct S { mat2 m[2]; float b[2]; }; S s[2]; s[0].m[k] = mat2(0.1, 0.2, 0.3, 0.4); s[k].b[k] = 0.5; x = s[0].m[k][k][1 - k]; S t[2] = s; t[1 - k].m[k][0] = vec2(0.9); y = t[1 - k].m[k][0].x + t[k].b[k] * 0.1 + t[0].m[1][0].y;",
                "struct I { float v[2]; }; struct S { I i[2]; float w; }; S s[2]; s[1].i[0].v[k] = 0.3; s[1].i[k] = s[1].i[0]; s[k] = s[1]; s[k].w = 0.2; x = s[k].i[k].v[k] + s[1 - k].w; y = s[1].i[1].v[1 - k] + s[0].i[k].v[0] * 0.5;",
            ].map { body in
                try stage.fullScreen(16, 8, fragment: """
                    #version 330
                    in vec2 place;
                    out vec4 result;
                    void main() {
                        int k = int(gl_FragCoord.x) & 1;
                        float x = 0.0, y = 0.0;
                        \(body)
                        result = vec4(x, y, float(k), 1.0);
                    }
                    """)
            }.flatMap { $0 }
        },
    ]
}
