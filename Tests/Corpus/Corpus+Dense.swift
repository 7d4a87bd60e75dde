// A short program that uses much of the language. The tests that damage programs change copies of this program.

extension Corpus {
    /// A program in which structures, arrays, blocks, samplers, calls, loops, `switch`, `discard` and derivatives lie close together, so
    /// that damage at any place of the text changes one of these constructs.
    package static let dense = ShaderCase(
        name: "much in little text",
        vertex: """
            #version 330
            in vec4 position; out vec4 p; flat out int n;
            void main() { p = position; n = int(position.x); gl_Position = position; }
            """,
        fragment: """
            #version 330
            struct Light { vec3 position; float reach[2]; };
            uniform Light lights[3]; uniform sampler2D images[2]; uniform bool flag;
            layout(std140) uniform Block { mat4 m; vec3 v[2]; } block[2];
            in vec4 p; flat in int n; out vec4 color;
            const float K[4] = float[4](1.0, 2.0, 3.0, 4.0);
            float f(inout vec4 x, sampler2D s) {
                for (int k = 0; k < 4; k++) { if (k == n) continue; if (x.y > 9.0) return x.y; x += texture(s, x.xy) * K[k]; }
                return x.z;
            }
            void main() {
                vec4 x = block[1].m * p;
                switch (n) { case 0: x.x += 1.0; case 1: x.y = f(x, images[1]); break; default: x[n] = lights[n].reach[n]; }
                if (flag && x.x > 0.5 || x.z < lights[1].position.z) discard;
                mat3 m = inverse(mat3(x.xyz, p.xyz, block[0].v[n]));
                color = vec4(m[n], dFdx(x.x)) + vec4(textureSize(images[0], 0), 0.0, 0.0);
            }
            """)
}
