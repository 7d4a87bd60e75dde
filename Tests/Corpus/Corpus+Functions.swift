// Corpus, functions: every built-in function in every family of overloads.

extension Corpus {
    static let functions: [ShaderCase] = [oneArgument, oneArgumentMore, twoArguments, minMaxMod, minMaxIntegers, twoArgumentsMore, threeArguments, special,
                                          relational, bits, packing, matrices].flatMap { $0 }

    /// Functions of the form `f(genType)`.
    private static let oneArgument: [ShaderCase] = [
        "radians", "degrees", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "atanh",
        "exp", "log", "exp2", "log2", "sqrt", "inversesqrt", "abs", "sign", "floor", "trunc", "round", "roundEven", "ceil", "fract",
        "dFdx", "dFdy", "fwidth",
    ].map { (name: String) -> ShaderCase in
        let halves = name == "asin" || name == "acos" || name == "atanh" ? " * 0.5" : ""
        return fragmentCase("function \(name)", each(1...4) { (size: Int) -> String in
            add("\(name)((v * u)\(swizzles[size])\(halves))", size: size)
        })
    }

    private static let oneArgumentMore: [ShaderCase] = [
        fragmentCase("function acosh", each(1...4) { add("acosh(v\(swizzles[$0]) + 1.0)", size: $0) }),
        fragmentCase("function abs of integers", each(1...4) { add("abs(i\(swizzles[$0]))", size: $0) }),
        fragmentCase("function sign of integers", each(1...4) { add("sign(i\(swizzles[$0]))", size: $0) }),
        fragmentCase("function isnan and isinf", each(1...4) { (size: Int) -> String in
            add("isnan(v\(swizzles[size]) / u\(swizzles[size]))", size: size) + add("isinf(v\(swizzles[size]) / u\(swizzles[size]))", size: size)
        }),
        fragmentCase("function floatBitsToInt and back", each(1...4) { (size: Int) -> String in
            add("intBitsToFloat(floatBitsToInt(v\(swizzles[size])) + 1)", size: size)
        }),
        fragmentCase("function floatBitsToUint and back", each(1...4) { (size: Int) -> String in
            add("uintBitsToFloat(floatBitsToUint(v\(swizzles[size])) ^ 1u)", size: size)
        }),
        fragmentCase("function any, all, not", each(2...4) { (size: Int) -> String in
            "c.x += float(any(b\(swizzles[size]))) + float(all(b\(swizzles[size])));" + add("not(b\(swizzles[size]))", size: size)
        }),
    ]

    /// Functions of the forms `f(genType, genType)` and `f(genType, float)`.
    private static let twoArguments: [ShaderCase] = [
        fragmentCase("function atan of two", each(1...4) { add("atan((v - u)\(swizzles[$0]), u\(swizzles[$0]))", size: $0) }),
        fragmentCase("function pow", each(1...4) { add("pow(v\(swizzles[$0]), u\(swizzles[$0]))", size: $0) }),
    ]

    private static let minMaxMod: [ShaderCase] = ["mod", "min", "max"].flatMap { (name: String) -> [ShaderCase] in [
        fragmentCase("function \(name)", each(1...4) { add("\(name)(v\(swizzles[$0]), u\(swizzles[$0]))", size: $0) }),
        fragmentCase("function \(name) with a scalar", each(2...4) { add("\(name)(v\(swizzles[$0]), u.x)", size: $0) }),
    ] }

    private static let minMaxIntegers: [ShaderCase] = ["min", "max"].flatMap { (name: String) -> [ShaderCase] in [
        fragmentCase("function \(name) of int", each(1...4) { (size: Int) -> String in
            add("\(name)(i\(swizzles[size]), k\(swizzles[size]))", size: size) + add("\(name)(i\(swizzles[size]), k.x)", size: size)
        }),
        fragmentCase("function \(name) of uint", each(1...4) { (size: Int) -> String in
            add("\(name)(n\(swizzles[size]), w\(swizzles[size]))", size: size) + add("\(name)(n\(swizzles[size]), w.x)", size: size)
        }),
    ] }

    private static let twoArgumentsMore: [ShaderCase] = [
        fragmentCase("function step", each(1...4) { (size: Int) -> String in
            add("step(u\(swizzles[size]), v\(swizzles[size]))", size: size) + add("step(u.x, v\(swizzles[size]))", size: size)
        }),
        fragmentCase("function modf", each(1...4) { (size: Int) -> String in
            "\(floatTypes[size]) whole\(size); " + add("modf((v * 9.0)\(swizzles[size]), whole\(size))", size: size) + add("whole\(size) * 0.25", size: size)
        }),
        fragmentCase("function length, distance, dot, normalize, reflect", each(1...4) { (size: Int) -> String in
            let a = "v\(swizzles[size])", b = "u\(swizzles[size])"
            return "c.y += length(\(a)) + distance(\(a), \(b)) + dot(\(a), \(b));" + add("normalize(\(a))", size: size) + add("reflect(\(a), \(b))", size: size)
        }),
        fragmentCase("function cross", "c.xyz = cross(v.xyz, u.xyz);"),
        fragmentCase("function outerProduct", [
            "c.xy += outerProduct(v.xy, u.xy)[1]; c.xyz += outerProduct(v.xyz, u.xyz)[2]; c += outerProduct(v, u)[3];",
            "c.xy += outerProduct(v.xy, u.xyz)[2]; c.xyz += outerProduct(v.xyz, u.xy)[1]; c.xy += outerProduct(v.xy, u)[3];",
            "c += outerProduct(v, u.xy)[1]; c.xyz += outerProduct(v.xyz, u)[3]; c += outerProduct(v, u.xyz)[2];",
        ].joined(separator: "\n")),
    ]

    private static let threeArguments: [ShaderCase] = [
        fragmentCase("function clamp", each(1...4) { (size: Int) -> String in
            let s = swizzles[size]
            return add("clamp(v\(s), u\(s), u\(s) + 1.0)", size: size) + add("clamp(v\(s), 0.25, u.x)", size: size)
        }),
        fragmentCase("function clamp of integers", each(1...4) { (size: Int) -> String in
            let s = swizzles[size]
            return add("clamp(i\(s), k\(s), k\(s) + 3)", size: size) + add("clamp(i\(s), -2, k.x)", size: size)
                + add("clamp(n\(s), w\(s), w\(s) + 3u)", size: size) + add("clamp(n\(s), 2u, w.x)", size: size)
        }),
        fragmentCase("function mix", each(1...4) { (size: Int) -> String in
            let s = swizzles[size]
            return add("mix(v\(s), u\(s), v\(s))", size: size) + add("mix(v\(s), u\(s), 0.25)", size: size) + add("mix(v\(s), u\(s), b\(s))", size: size)
        }),
        fragmentCase("function mix of integers", version: "450", each(1...4) { (size: Int) -> String in
            let s = swizzles[size]
            return add("mix(i\(s), k\(s), b\(s))", size: size) + add("mix(n\(s), w\(s), b\(s))", size: size)
        }),
        fragmentCase("function smoothstep", each(1...4) { (size: Int) -> String in
            let s = swizzles[size]
            return add("smoothstep(u\(s), u\(s) + 1.0, v\(s))", size: size) + add("smoothstep(0.25, 0.75, v\(s))", size: size)
        }),
        fragmentCase("function faceforward and refract", each(1...4) { (size: Int) -> String in
            let s = swizzles[size]
            return add("faceforward(v\(s), u\(s), v\(s) - 0.5)", size: size) + add("refract(normalize(v\(s)), normalize(u\(s)), 0.75)", size: size)
        }),
        fragmentCase("function fma", version: "400", each(1...4) { add("fma(v\(swizzles[$0]), u\(swizzles[$0]), v\(swizzles[$0]))", size: $0) }),
    ]

    private static let special: [ShaderCase] = [
        fragmentCase("function frexp and ldexp", version: "400", each(1...4) { (size: Int) -> String in
            "\(intTypes[size]) e\(size); \(floatTypes[size]) f\(size) = frexp(v\(swizzles[size]), e\(size)); "
                + add("ldexp(f\(size), e\(size) + 1)", size: size)
        }),
        fragmentCase("function dFdxFine, dFdyCoarse, fwidthFine", version: "450", each(1...4) { (size: Int) -> String in
            let s = swizzles[size]
            return ["dFdxFine", "dFdyFine", "fwidthFine", "dFdxCoarse", "dFdyCoarse", "fwidthCoarse"].map { add("\($0)(v\(s))", size: size) }.joined()
        }),
        fragmentCase("function interpolateAt", version: "400", globals: "in vec4 v2;",
                     "c = interpolateAtCentroid(v) + interpolateAtSample(v2, i.x) + interpolateAtOffset(v, u.xy);").feeding("v2"),
    ]

    private static let relational: [ShaderCase] = ["lessThan", "lessThanEqual", "greaterThan", "greaterThanEqual", "equal",
                                                   "notEqual"].map { (name: String) -> ShaderCase in
        fragmentCase("function \(name)", each(2...4) { (size: Int) -> String in
            let s = swizzles[size]
            var lines = add("\(name)(v\(s), u\(s))", size: size) + add("\(name)(i\(s), k\(s))", size: size) + add("\(name)(n\(s), w\(s))", size: size)
            if name.hasSuffix("qual"), !name.contains("Than") { lines += add("\(name)(b\(s), not(b\(s)))", size: size) }
            return lines
        })
    }

    private static let bits: [ShaderCase] = ["310 es", "400"].flatMap { (version: String) -> [ShaderCase] in [
        fragmentCase("function bitfieldExtract (\(version))", version: version, each(1...4) { (size: Int) -> String in
            add("bitfieldExtract(i\(swizzles[size]), k.x, k.y)", size: size) + add("bitfieldExtract(n\(swizzles[size]), 3, 5)", size: size)
        }),
        fragmentCase("function bitfieldInsert (\(version))", version: version, each(1...4) { (size: Int) -> String in
            let s = swizzles[size]
            return add("bitfieldInsert(i\(s), k\(s), 4, k.y)", size: size) + add("bitfieldInsert(n\(s), w\(s), k.x, 32)", size: size)
        }),
        fragmentCase("function bitfieldReverse, bitCount, findLSB, findMSB (\(version))", version: version, each(1...4) { (size: Int) -> String in
            ["bitfieldReverse", "bitCount", "findLSB", "findMSB"].map { (name: String) -> String in
                add("\(name)(i\(swizzles[size]))", size: size) + add("\(name)(n\(swizzles[size]))", size: size)
            }.joined()
        }),
        fragmentCase("function uaddCarry, usubBorrow, umulExtended, imulExtended (\(version))", version: version, each(1...4) { (size: Int) -> String in
            let s = swizzles[size]
            return "\(uintTypes[size]) x\(size), y\(size); \(intTypes[size]) p\(size), q\(size); "
                + add("uaddCarry(n\(s) * 0x10000000u, w\(s) | 0xF0000000u, x\(size))", size: size) + add("x\(size)", size: size)
                + add("usubBorrow(n\(s), w\(s), x\(size))", size: size) + add("x\(size)", size: size)
                + "umulExtended(n\(s) * 77777777u, w\(s) * 55555555u, x\(size), y\(size)); " + add("x\(size) ^ y\(size)", size: size)
                + "imulExtended(i\(s) * 77777777, k\(s) * 55555555, p\(size), q\(size)); " + add("p\(size) ^ q\(size)", size: size)
        }),
    ] }

    private static let packing: [ShaderCase] = [
        fragmentCase("function pack and unpack 2x16", """
            c.xy += unpackSnorm2x16(packSnorm2x16(v.xy - u.xy) ^ w.x);
            c.xy += unpackUnorm2x16(packUnorm2x16(v.zw) ^ w.y);
            c.xy += unpackHalf2x16(packHalf2x16(v.xy * u.zw) ^ w.z);
            """),
        fragmentCase("function pack and unpack 4x8", version: "400", "c += unpackSnorm4x8(packSnorm4x8(v - u) ^ w.x) + unpackUnorm4x8(packUnorm4x8(v) ^ w.y);"),
        fragmentCase("function pack and unpack 4x8 in ES", version: "310 es", "c += unpackSnorm4x8(packSnorm4x8(v - u)) + unpackUnorm4x8(packUnorm4x8(v));"),
    ]

    private static let matrices: [ShaderCase] = [
        fragmentCase("function transpose of every size", everySize { columns, rows in
            "mat\(columns)x\(rows) a\(columns)\(rows) = mat\(columns)x\(rows)(v.x); c.xy += transpose(a\(columns)\(rows))[1].xy;"
        }),
        fragmentCase("function matrixCompMult of every size", everySize { columns, rows in
            "mat\(columns)x\(rows) a\(columns)\(rows) = mat\(columns)x\(rows)(v.x); c.xy += matrixCompMult(a\(columns)\(rows), a\(columns)\(rows))[1].xy;"
        }),
        fragmentCase("function determinant", "c = vec4(determinant(m2 * v.x), determinant(m3 * v.y), determinant(m4 * v.z), 1.0);"),
        fragmentCase("function inverse", "c.xy += inverse(m2)[0] * v.x; c.xyz += inverse(m3)[1] * v.y; c += inverse(m4)[2] * v.z;"),
    ]
}

extension ShaderCase {
    /// Returns this program with `output` as one more vec4 output of the vertex shader.
    func feeding(_ output: String) -> ShaderCase {
        var copy = self
        copy.vertex = vertex.replacing("void main() {", with: "out vec4 \(output);\nvoid main() {\n    \(output) = position.wzyx;")
        return copy
    }
}
