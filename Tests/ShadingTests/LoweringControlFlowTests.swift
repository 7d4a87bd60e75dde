import Shading
import Testing

/// Control flow and memory: small programs whose results can be found by hand.
/// Inputs: a = (0.25, -1.5, 3.75, 2), b = (1.5, 0.75, -2.25, 4), c = (0.125, 0.5, 0.875, 1), i = (3, -7, 2, 0).
private struct Program: CustomStringConvertible, Sendable {
    var description: String
    var declarations = ""
    var statements: String
    var expected: SIMD4<Float>
}

private let programs: [Program] = [
    Program(description: "for with continue and break", statements: """
        for (int k = 0; k < 10; k++) {
            if (k == 2) continue;
            if (k == 6) break;
            color.x += float(k);
            color.y += 1.0;
        }
        """, expected: [13, 5, 0, 0]),
    Program(description: "nested loops; break leaves the inner one", statements: """
        for (int k = 0; k < 4; k++)
            for (int l = 0; l < 4; l++) {
                if (l > k) break;
                color.x += 1.0;
                if (k == 3 && l == 1) { color.y = 1.0; continue; }
                color.z += 1.0;
            }
        """, expected: [10, 1, 9, 0]),
    Program(description: "while and do while", statements: """
        int k = 0;
        while (k < 5) { k++; if (k == 3) continue; color.x += float(k); }
        do { k--; color.y += 1.0; if (k == 1) break; } while (k > 0);
        do { color.z += 1.0; if (color.z < 3.0) continue; color.w = 7.0; } while (color.z < 3.0);
        """, expected: [12, 4, 3, 7]),
    Program(description: "a loop without a condition", statements: """
        int k = 0;
        for (;;) { if (k++ > 4) break; color.x += 2.0; }
        """, expected: [10, 0, 0, 0]),
    Program(description: "switch with fall-through and default in the middle", declarations: """
        float f(int k) {
            float r = 0.0;
            switch (k) {
                case 0: r += 1.0;
                default: r += 10.0;
                case 1: r += 100.0; break;
                case 2: case 3: r += 1000.0;
            }
            return r;
        }
        """, statements: "color = vec4(f(0), f(1), f(i.x), f(i.y));", expected: [111, 100, 1000, 110]),
    Program(description: "switch inside a loop, continue inside the switch", statements: """
        for (int k = 0; k < 6; k++) {
            switch (k % 3) {
                case 0: color.x += 1.0; continue;
                case 1: color.y += 1.0; break;
                default: if (k > 4) break; color.z += 1.0;
            }
            color.w += 1.0;
        }
        """, expected: [2, 2, 1, 4]),
    Program(description: "a loop inside a switch, return inside both", declarations: """
        float f(int k) {
            switch (k) {
                case 3:
                    for (int l = 0; l < 10; l++) { if (l == k) return float(l) + 0.5; }
                    return -1.0;
                case 2: return 8.0;
            }
            return 9.0;
        }
        """, statements: "color = vec4(f(i.x), f(i.z), f(i.w), f(2));", expected: [3.5, 8, 9, 8]),
    Program(description: "early return out of nested loops in a function", declarations: """
        int find(int what) {
            for (int k = 0; k < 5; k++)
                for (int l = 0; l < 5; l++)
                    if (k * l == what) return k * 10 + l;
            return -1;
        }
        """, statements: "color = vec4(find(6), find(7), find(16), find(0));", expected: [23, -1, 44, 0]),
    Program(description: "return in the middle of main", statements: """
        color.x = 1.0;
        if (i.x == 3) { color.y = 2.0; return; }
        color.z = 3.0;
        """, expected: [1, 2, 0, 0]),
    Program(description: "out and inout parameters copy in and out", declarations: """
        void swap(inout float x, inout float y) { float t = x; x = y; y = t; }
        float two(out float x, float y) { x = y * 2.0; y = 100.0; return y + x; }
        """, statements: """
        color.x = 1.0; color.y = 2.0;
        swap(color.x, color.y);
        float keep = 3.0;
        color.z = two(color.w, keep) + keep;
        """, expected: [2, 1, 109, 6]),
    Program(description: "an argument is copied before the call changes it", declarations: """
        float g = 1.0;
        float f(float x) { g = 5.0; return x + g; }
        """, statements: "color.x = f(g); color.y = f(g) + g;", expected: [6, 15, 0, 0]),
    Program(description: "arrays with dynamic indices", declarations: "float table[4] = float[4](1.0, 2.0, 3.0, 4.0);", statements: """
        float local[3];
        for (int k = 0; k < 3; k++) local[k] = table[k + 1] * 2.0;
        local[i.z] += 0.5;
        color = vec4(local[0], local[1], local[2], table[i.x]);
        """, expected: [4, 6, 8.5, 4]),
    Program(description: "a dynamic index out of range reads zero and writes nothing", statements: """
        float local[3] = float[3](1.0, 2.0, 3.0);
        vec2 pairs[2] = vec2[2](vec2(1.0, 2.0), vec2(3.0, 4.0));
        local[i.y] = 9.0; local[i.x] = 9.0; pairs[i.x].y = 9.0; pairs[i.y] = vec2(9.0); pairs[i.x * 0x20000000].x = 9.0;
        color = vec4(local[0] + local[1] + local[2], local[i.x], pairs[i.y].x + pairs[i.x].y, pairs[1].y);
        """, expected: [6, 0, 0, 4]),
    Program(description: "a constant array is indexed", declarations: "const vec3 K[3] = vec3[3](vec3(1.0), vec3(2.0), vec3(3.0));", statements: """
        for (int k = 0; k < 3; k++) color.xyz += K[k] * float(k);
        color.w = K[i.z].y;
        """, expected: [8, 8, 8, 3]),
    Program(description: "arrays of arrays", statements: """
        float m[2][3];
        for (int k = 0; k < 2; k++) for (int l = 0; l < 3; l++) m[k][l] = float(10 * k + l);
        color = vec4(m[i.x - 2][i.z], m[0][i.x], m[i.z][0], float(m.length() * 10 + m[0].length()));
        """, expected: [12, 0, 0, 23]),
    Program(description: "vectors and matrices with dynamic indices", statements: """
        vec4 v = a; v[i.z] = 7.0; v[i.x] += 1.0;
        mat3 m = mat3(1.0); m[i.z][1] = 5.0; m[1] = vec3(2.0, 3.0, 4.0);
        color = vec4(v[2], v.w, m[2][i.z - 1], m[i.x - 2].z + a[i.w]);
        """, expected: [7, 3, 5, 4.25]),
    Program(description: "swizzles on the left side", statements: """
        color.wx = a.xy; color.zy = color.wx + 1.0; color.xw += 1.0;
        """, expected: [-0.5, -0.5, 1.25, 1.25]),
    Program(description: "structures, nested, copied, compared, returned", declarations: """
        struct Inner { vec2 v; float f[2]; };
        struct Outer { Inner one; Inner two[2]; int n; };
        Outer make(float x) {
            Outer o; o.one.v = vec2(x); o.one.f[0] = x; o.one.f[1] = x + 1.0;
            o.two[0] = o.one; o.two[1] = o.one; o.n = 3; return o;
        }
        """, statements: """
        Outer p = make(1.0); Outer q = p;
        color.x = p == q ? 1.0 : 0.0;
        q.two[i.z - 1].f[1] = 8.0;
        color.y = p == q ? 1.0 : 0.0;
        color.z = q.two[1].f[i.z - 1] + p.two[1].f[1];
        color.w = float(q.n) + q.two[0].v.y;
        """, expected: [1, 0, 10, 4]),
    Program(description: "&& and || do not run what they skip", declarations: """
        int calls = 0;
        bool f(bool x) { calls++; return x; }
        """, statements: """
        bool r = f(false) && f(true); color.x = float(calls);
        r = r || f(true); color.y = float(calls) + (r ? 10.0 : 0.0);
        r = f(true) || f(false); color.z = float(calls); color.w = float(r ^^ true);
        """, expected: [1, 12, 3, 0]),
    Program(description: "chains of && and || over plain values", statements: """
        color.x = float(a.x > 0.0 && b.x > 0.0 && c.x > 0.0);
        color.y = float(a.x < 0.0 || b.z > 0.0 || c.w == 1.0);
        color.z = float((a.x > 0.0 || b.x < 0.0) && !(a.y > 0.0 && b.y > 0.0));
        color.w = float(a.x < 0.0 && b.x > 0.0 || c.x > 1.0);
        """, expected: [1, 1, 1, 0]),
    Program(description: "?: evaluates one side only", declarations: "int n = 0; float f() { n++; return 1.0; }", statements: """
        color.x = i.x > 0 ? 5.0 : f(); color.y = float(n); color.z = i.x < 0 ? 5.0 : f(); color.w = float(n);
        """, expected: [5, 0, 1, 1]),
    Program(description: "the comma operator and increments", statements: """
        int k = 1; int l = (k++, k++, k); color = vec4(k, l, k-- - --k, k);
        """, expected: [3, 3, 2, 1]),
    Program(description: "matrix constructors", statements: """
        mat2 m = mat2(2.0); mat3 n = mat3(m); mat4 p = mat4(n); mat2 q = mat2(mat3(a.xyz, b.xyz, c.xyz));
        color = vec4(n[0][0] + n[2][2], p[3][3] + p[0][1], q[1].x, m[1][1] * 2.0);
        """, expected: [3, 1, 1.5, 4]),
    Program(description: "matrix arithmetic by component", statements: """
        mat2 m = mat2(1.0, 2.0, 3.0, 4.0); m += 1.0; m = m / 2.0 - mat2(0.5); m++; m = -m;
        color = vec4(m[0], m[1]);
        """, expected: [-1.5, -2.5, -3, -3]),
    Program(description: "global initialisers run in order", declarations: "float x = 2.0; float y = x * 3.0; vec2 z = vec2(x, y);",
            statements: "color.xy = z; z.x = 1.0; color.zw = z;", expected: [2, 6, 1, 6]),
    Program(description: "a variable declared in a loop is set again each time", statements: """
        for (int k = 0; k < 3; k++) { float t = 0.0; t += float(k); color.x = t; color.y += t; }
        """, expected: [2, 3, 0, 0]),
    Program(description: "functions that call functions", declarations: """
        float square(float x) { return x * x; }
        float cube(float x) { return x * square(x); }
        vec2 both(float x) { return vec2(square(x), cube(x)); }
        """, statements: "color = vec4(both(2.0), both(3.0));", expected: [4, 8, 9, 27]),
    Program(description: "unsigned switch and negative cases", statements: """
        switch (u.x) { case 5u: color.x = 1.0; break; case 6u: color.x = 2.0; }
        switch (i.y) { case -7: color.y = 1.0; break; case 7: color.y = 2.0; }
        switch (i.z) { default: color.z = 3.0; }
        """, expected: [1, 1, 3, 0]),
    Program(description: "constant conditions", statements: """
        const bool yes = true;
        if (yes) color.x = 1.0; else color.x = 2.0;
        while (true) { color.y += 1.0; if (color.y > 2.5) break; }
        if (false) { color.z = 9.0; }
        do { color.w += 1.0; } while (false);
        """, expected: [1, 3, 0, 1]),
    Program(description: "an if chain in which all arms return", declarations: """
        float f(int k) { if (k == 3) return 1.0; else if (k == 2) return 2.0; else { return 3.0; } }
        """, statements: "color.xyz = vec3(f(i.x), f(i.z), f(i.y));", expected: [1, 2, 3, 0]),
    Program(description: "samplers go through functions", declarations: """
        uniform sampler2D one; uniform sampler2DArray two;
        ivec2 size(sampler2D s, int level) { return textureSize(s, level); }
        """, statements: "color = vec4(size(one, i.z), textureSize(two, 0).z, 0.0);", expected: [16, 8, 1, 0]),
]

@Test("a program computes the result found by hand", arguments: programs)
private func program(_ test: Program) throws {
    #expect(try ShaderRun()(test.statements, declarations: test.declarations) == test.expected)
}

@Test("each lane takes its own path")
private func lanesTakeTheirOwnPath() throws {
    // a.x is 0, 1, 2 and 3 in the lanes 0 to 3.
    var run = ShaderRun()
    run.a = .zero
    let outputs = try run.registers("""
        out vec4 color;
        float f(int n) { for (int k = 0; k < 10; k++) { if (k == n) return float(k * 10); } return -1.0; }
        void main() {
            int n = int(a.x);
            color = vec4(0.0);
            for (int k = 0; k < n; k++) { if (k == 1) continue; color.x += 1.0; }
            color.y = f(n * 4);
            switch (n) { case 0: color.z = 5.0; case 1: color.z += 1.0; break; case 2: return; default: color.z = 9.0; }
            float carried = 0.0;
            while (true) { carried += 1.0; if (carried > a.x) break; }
            color.w = carried;
        }
        """, step: [1, 0, 0, 0]).outputs
    func lanes(_ k: Int) -> [Float] { (0..<4).map { Float(bitPattern: outputs[k][$0]) } }
    #expect(lanes(0) == [0, 1, 1, 2])
    #expect(lanes(1) == [0, 40, 80, -1])
    #expect(lanes(2) == [5, 1, 0, 9].map { $0 == 5 ? 6 : $0 })
    #expect(lanes(3) == [1, 2, 0, 4])
}

@Test("derivatives are differences between lanes, and discard keeps them")
private func derivativesAcrossDiscard() throws {
    var run = ShaderRun()
    run.a = [1, 10, 0, 0]
    let (outputs, alive) = try run.registers("""
        out vec4 color;
        void main() {
            if (a.x > 2.5 && a.x < 3.5) discard;
            color = vec4(dFdx(a.x), dFdy(a.x), fwidth(a.y), a.x);
        }
        """, step: [1, 3, 0, 0])
    #expect((0..<4).map { Float(bitPattern: outputs[0][$0]) } == [1, 1, 1, 1])
    #expect((0..<4).map { Float(bitPattern: outputs[1][$0]) } == [2, 2, 2, 2])
    #expect((0..<4).map { Float(bitPattern: outputs[2][$0]) } == [9, 9, 9, 9])
    #expect((0..<4).map { alive[$0] } == [true, true, false, true])
}

@Test("a loop that does not end is stopped and named")
private func endlessLoopIsNamed() {
    #expect(throws: ShaderExecutionError(stage: .fragment, file: "run.frag", line: 5, stepLimit: 1000)) {
        _ = try ShaderRun().registers("""
            out vec4 color;
            void main() {
                while (a.x < 1.0) { color.x += 1.0; }
            }
            """, stepLimit: 1000)
    }
}
