// Corpus, operators: each operator with each type that it accepts.

extension Corpus {
    static let operators: [ShaderCase] = [arithmetic, integerOnly, comparison, matrixOperators, assignment, others].flatMap { $0 }

    private static func types(_ scalar: String) -> (names: [String], left: String, right: String) {
        switch scalar {
        case "float": (floatTypes, "v", "u")
        case "int": (intTypes, "i", "k")
        default: (uintTypes, "n", "w")
        }
    }

    private static let arithmetic: [ShaderCase] = ["float", "int", "uint"].flatMap { (scalar: String) -> [ShaderCase] in
        ["+", "-", "*", "/"].map { (symbol: String) -> ShaderCase in
            let (_, left, right) = types(scalar)
            return fragmentCase("operator \(symbol) of \(scalar)", each(1...4) { (size: Int) -> String in
                let s = swizzles[size]
                var lines = add("\(left)\(s) \(symbol) \(right)\(s)", size: size)
                if size > 1 { lines += add("\(left)\(s) \(symbol) \(right).x", size: size) + add("\(left).x \(symbol) \(right)\(s)", size: size) }
                return lines
            })
        }
    }

    private static let integerOnly: [ShaderCase] = ["int", "uint"].flatMap { (scalar: String) -> [ShaderCase] in
        ["%", "&", "|", "^", "<<", ">>"].map { (symbol: String) -> ShaderCase in
            let (_, left, right) = types(scalar)
            let isShift = symbol == "<<" || symbol == ">>"
            return fragmentCase("operator \(symbol) of \(scalar)", each(1...4) { (size: Int) -> String in
                let s = swizzles[size]
                var lines = add("\(left)\(s) \(symbol) \(right)\(s)", size: size)
                if size > 1 { lines += add("\(left)\(s) \(symbol) \(right).x", size: size) }
                if size > 1, !isShift { lines += add("\(left).x \(symbol) \(right)\(s)", size: size) }
                if isShift { lines += add("\(left)\(s) \(symbol) \(scalar == "int" ? "n" : "i")\(s)", size: size) }
                return lines
            })
        }
    }

    private static let comparison: [ShaderCase] = [
        fragmentCase("operators < > <= >= of scalars", ["<", ">", "<=", ">="].map { symbol in
            "c.x += float(v.x \(symbol) u.x) + float(i.x \(symbol) k.x) + float(n.x \(symbol) w.x);"
        }.joined(separator: "\n")),
        fragmentCase("operators == != of scalars and vectors", ["==", "!="].map { (symbol: String) -> String in each(1...4) { (size: Int) -> String in
            let s = swizzles[size]
            return "c.x += float(v\(s) \(symbol) u\(s)) + float(i\(s) \(symbol) k\(s)) + float(n\(s) \(symbol) w\(s)) + float(b\(s) \(symbol) b\(s));"
        } }.joined(separator: "\n")),
        fragmentCase("operators == != of matrices, arrays and structures", globals: "struct S { float a; ivec2 b[2]; mat2 m; };", """
            S s = S(v.x, ivec2[2](i.xy, k.xy), m2), t = s;
            float p[3] = float[3](v.x, v.y, v.z), q[3] = p;
            t.b[1].y += i.z; q[i.x & 1] += u.x;
            c = vec4(m2 == m2 * v.x, m4 != m4, s == t, p != q);
            """),
        fragmentCase("operators && || ^^ ! with skipped operands", globals: "int calls = 0;\nbool once(bool x) { calls++; return x; }", """
            bool x = once(b.x) && once(b.y), y = once(b.x) || once(b.y), z = b.x ^^ b.y;
            c = vec4(x, y, z, !b.w) + float(calls);
            """),
        fragmentCase("operator ?: evaluates one side, also of vectors and structures", globals: "struct S { vec2 a; };\nint calls = 0;\nfloat f(float x) { calls++; return x; }", """
            c.x = v.x > u.x ? f(v.y) : f(v.z);
            c += (b.x ? v : u) + float(calls);
            S s = b.y ? S(v.xy) : S(u.xy);
            c.xy += s.a + (b.z ? m2 : m2 * 2.0)[1];
            """),
    ]

    private static let matrixOperators: [ShaderCase] = [
        fragmentCase("matrix times vector and vector times matrix of every size", everySize { columns, rows in
            "mat\(columns)x\(rows) a\(columns)\(rows) = mat\(columns)x\(rows)(v.x); c.xy += (a\(columns)\(rows) * u\(swizzles[columns])).xy + (u\(swizzles[rows]) * a\(columns)\(rows)).xy;"
        }),
        fragmentCase("matrix times matrix of every size", each(2...4) { (d: Int) -> String in
            everySize { a, b in "c.xy += (mat\(a)x\(b)(v.x) * mat\(d)x\(a)(u.x))[1].xy;" }
        }),
        fragmentCase("matrix + - / by components and with scalars", ["+", "-", "/"].map { symbol in
            "c += (m4 \(symbol) m4 * v.x)[1] + (m4 \(symbol) v.y)[2] + (v.z \(symbol) m4)[3]; c.xyz += (m3 \(symbol) m3)[0]; c.xy += (m2 \(symbol) m2)[0];"
        }.joined(separator: "\n")),
        fragmentCase("matrix constructors", """
            mat4 a = mat4(v.x), d = mat4(m2), e = mat4(m3);
            mat2 f = mat2(m4), g = mat2(v.x, v.y, v.z, v.w), h = mat2(v.xy, v.zw);
            mat3 j = mat3(m4), l = mat3(mat2x3(v.xyz, u.xyz)), o = mat3(v, u, v.x);
            mat2x4 p = mat2x4(m4), q = mat2x4(v, u);
            mat4x3 r = mat4x3(m2);
            c = a[0] + d[3] + e[2] + p[1] + q[0] + vec4(f[1], g[0]) + vec4(h[0], j[1].xy) + vec4(l[2], o[1].y) + vec4(r[2], r[3].z);
            """),
        fragmentCase("negation, increment and decrement", """
            float f = v.x; int j = i.x; uint m = n.x; vec3 a = v.xyz; ivec2 d = i.xy; uvec2 e = n.xy; mat2 g = m2;
            c.x = -f + f++ + ++f - f-- - --f;
            c.y = float(-j + j++ + ++j - j-- - --j) + float(-m + m++ + ++m - m-- - --m);
            c.xyz += -a + a++ + ++a;
            c.xy += vec2(-d + d++ - --d) + vec2(e++ - --e) + (-g)[0] + (g++)[1] + (--g)[1];
            c.z += float(~j) + float(~m & 7u) + float((~d).x);
            """),
    ]

    private static let assignment: [ShaderCase] = [
        fragmentCase("operators += -= *= /= of floats, vectors and matrices", """
            float f = v.x; vec3 a = v.xyz; mat3 d = m3; vec4 e = v;
            f += u.x; f -= u.y; f *= u.z; f /= 3.0;
            a += u.xyz; a -= 0.5; a *= u.xyz; a /= f; a *= d;
            d += m3; d -= 1.0; d *= m3; d *= 2.0; d /= 3.0; d[1] += a; d[2].y *= f;
            e.xz *= u.yw; e.y += f; e *= m4;
            c = e + vec4(a + d[1] + d[2], f);
            """),
        fragmentCase("operators %= &= |= ^= <<= >>= of integers", """
            ivec3 a = i.xyz; uvec2 d = n.xy; int e = i.x; uint f = n.x;
            a %= 5; a &= k.xyz; a |= 3; a ^= i.zyx; a <<= 2; a >>= 1;
            d %= 5u; d &= w.xy; d |= 3u; d ^= n.yx; d <<= 2; d >>= uvec2(1u);
            e %= 3; e <<= i.y & 3; e >>= 1u; f ^= 5u; f >>= 1; a.y += e; d.x -= f; a.zx *= 2;
            c = vec4(a, e) + vec4(d, f, 0.0);
            """),
        fragmentCase("assignment is an expression, and commas sequence", """
            float x, y, z;
            x = y = z = v.x;
            x += y *= 2.0;
            c = (x++, y--, vec4(x, y, z, 1.0));
            for (int a = 0, d = 3; a < d; a++, d--) c.x += float(a * d);
            """),
    ]

    private static let others: [ShaderCase] = [
        fragmentCase("swizzles read and write", """
            vec4 a = v.wzyx; a.xy = v.yx; a.bgr = u.rgb; a.st += a.ts; a.q = a.p;
            vec2 d = a.xx; d.yx = d;
            a.zw.x = 3.0; a.xyz.zy = v.xy;
            ivec3 e = i.zyx; e.xz = k.ww; uvec2 f = n.wx; bvec3 g = b.zyx; g.x = !g.y;
            c = a + vec4(d, d.yx) + vec4(e, f.x) + vec4(g, 1.0);
            """),
        fragmentCase("conversions between scalars and vectors", """
            c.x = float(i.x) + float(n.x) + float(b.x) + float(int(v.x * 9.0)) + float(uint(v.y * 9.0)) + float(int(n.y)) + float(uint(i.y));
            c.y = float(bool(v.x)) + float(bool(i.x)) + float(bool(n.x)) + float(int(b.x)) + float(uint(b.y));
            ivec3 a = ivec3(v.xyz * 20.0 - 10.0); uvec2 d = uvec2(a.xy); bvec4 e = bvec4(v); vec4 f = vec4(e);
            c += f + vec4(a, d.x) + vec4(vec2(a), vec2(n)) + vec4(v.x, i.yz, n.w) + vec4(vec3(b), v.x) + vec4(ivec4(b)) + vec4(uvec4(b));
            """),
        fragmentCase("vector and matrix elements by dynamic index", """
            int j = i.x & 3, l = i.y & 1;
            vec4 a = v; a[j] = u[3 - j]; a[l] += 2.0;
            mat4 d = m4; d[j][l] = v[j]; d[l] *= 2.0; d[j].zw = v.xy;
            mat2x3 e = mat2x3(v.xyz, u.xyz); e[l][j % 3] -= 1.0;
            bvec4 f = b; f[j] = !f[j]; uvec4 g = n; g[w.x & 3u] = 5u;
            c = a + d[j] + d[l].wzyx + vec4(e[l], e[1 - l].x) + vec4(f) + vec4(g) + v[j] + m4[j][l];
            """),
        fragmentCase("integer literals and wrap-around", """
            c.x = float(0x7FFFFFFF + i.x) + float(0xFFFFFFFFu + n.x) + float(010) + float(0xfU) + float(2147483647 * k.x);
            c.y = float(i.x / (k.x | 1)) + float(i.y % (k.y | 1)) + float(-7 / 2) + float(1u - n.x - 99u) + 1e-3 + .5 + 2. + 1.5E+2 + 3.f;
            """),
    ]
}
