// Constant expressions: tests which operands are allowed, and that the results have the same bits as at run time.
import Shading
import Testing

@Suite("Constant expressions")
struct ConstantExpressionTests {
    /// An expression over operands A, B and C.
    struct Expression: Sendable, CustomTestStringConvertible {
        var text: String
        var result: String
        var operands: [String]
        /// The values of the operands.
        var values: [Float]
        var testDescription: String { "\(result) \(text) of \(operands.joined(separator: ", "))" }
    }

    static let anything: [Float] = [0.25, -1.5, 3.75, 2, 0.3, -0.7, 12.1, -0.001, 1.1, 100.7, 5.5, -2.5, 1e-3, 7.0 / 3, 0.9999999, -33.3]
    static let unit: [Float] = [0.25, -0.5, 0.75, 0.3, -0.7, 0.123, -0.001, 0.9999999, 0.1, 0.61803, -0.33, 1e-6, 0.5, -0.99, 0.07, 0.8]
    static let positive: [Float] = [0.25, 1.5, 3.75, 2, 0.3, 0.7, 12.1, 1e-3, 1.1, 100.7, 5.5, 2.5, 1e9, 7.0 / 3, 0.9999999, 33.3]
    static let aboveOne: [Float] = positive.map { 1 + $0 }
    static let whole: [Float] = [1, -7, 3, 250, 1_000_000, -12, 31, 5, 2, 77, -1, 16, 9, -2_000_000_000, 4, 100]

    static let expressions: [Expression] = {
        var list: [Expression] = []
        func add(_ text: String, _ result: String, _ operands: [String], _ values: [Float] = anything) {
            list.append(Expression(text: text, result: result, operands: operands, values: values))
        }
        for name in ["radians", "degrees", "sin", "cos", "tan", "atan", "sinh", "cosh", "tanh", "asinh", "exp", "exp2", "abs", "sign", "floor",
                     "trunc", "round", "roundEven", "ceil", "fract", "normalize"] {
            add("\(name)(A)", "vec3", ["vec3"])
            add("\(name)(A)", "float", ["float"])
        }
        for name in ["asin", "acos", "atanh"] { add("\(name)(A)", "vec4", ["vec4"], unit) }
        for name in ["log", "log2", "sqrt", "inversesqrt"] { add("\(name)(A)", "vec2", ["vec2"], positive) }
        add("acosh(A)", "vec2", ["vec2"], aboveOne)
        add("atan(A, B)", "vec3", ["vec3", "vec3"])
        add("pow(A, B)", "vec3", ["vec3", "vec3"], positive.map { $0 * 0.37 })
        add("pow(A, vec3(2.0, 3.0, 15.0))", "vec3", ["vec3"])
        add("pow(A, 0.0)", "float", ["float"])
        for name in ["min", "max", "mod"] {
            add("\(name)(A, B)", "vec3", ["vec3", "vec3"])
            add("\(name)(A, B)", "vec3", ["vec3", "float"])
        }
        add("mod(A, 0.0)", "vec2", ["vec2"])
        for name in ["clamp", "mix", "smoothstep"] { add("\(name)(A, B, C)", "vec3", ["vec3", "vec3", "vec3"]) }
        add("clamp(A, B, C)", "vec4", ["vec4", "float", "float"])
        add("mix(A, B, C)", "vec4", ["vec4", "vec4", "float"])
        add("mix(A, B, bvec3(true, false, true))", "vec3", ["vec3", "vec3"])
        add("smoothstep(A, B, C)", "vec2", ["float", "float", "vec2"])
        add("step(A, B)", "vec3", ["vec3", "vec3"])
        add("step(A, B)", "vec3", ["float", "vec3"])
        add("fma(A, B, C)", "vec3", ["vec3", "vec3", "vec3"])
        add("ldexp(A, B)", "vec3", ["vec3", "ivec3"])
        for name in ["length", "determinant"] { add("\(name)(A)", "float", [name == "length" ? "vec4" : "mat4"]) }
        for type in ["float", "vec2", "vec3", "vec4"] {
            add("length(A)", "float", [type])
            add("dot(A, B)", "float", [type, type])
            add("distance(A, B)", "float", [type, type])
            add("faceforward(A, B, C)", type, [type, type, type])
            add("reflect(A, B)", type, [type, type])
            add("refract(A, B, C)", type, [type, type, "float"], unit)
        }
        add("cross(A, B)", "vec3", ["vec3", "vec3"])
        for size in 2...4 {
            add("inverse(A)", "mat\(size)", ["mat\(size)"])
            add("determinant(A)", "float", ["mat\(size)"])
            add("matrixCompMult(A, B)", "mat\(size)", ["mat\(size)", "mat\(size)"])
            add("A * B", "mat\(size)", ["mat\(size)", "mat\(size)"])
            add("A * B", "vec\(size)", ["mat\(size)", "vec\(size)"])
            add("A * B", "vec\(size)", ["vec\(size)", "mat\(size)"])
        }
        add("transpose(A)", "mat4x2", ["mat2x4"])
        add("A * B", "mat2x4", ["mat3x4", "mat2x3"])
        add("outerProduct(A, B)", "mat3x2", ["vec2", "vec3"])
        add("matrixCompMult(A, B)", "mat3x2", ["mat3x2", "mat3x2"])
        for op in ["+", "-", "*", "/"] {
            add("A \(op) B", "vec3", ["vec3", "vec3"])
            add("A \(op) B", "vec3", ["float", "vec3"])
            add("A \(op) B", "mat2x3", ["mat2x3", "float"])
            add("A \(op) B", "ivec3", ["ivec3", "ivec3"], whole)
            add("A \(op) B", "uvec3", ["uvec3", "uint"], whole)
        }
        for op in ["%", "&", "|", "^"] {
            add("A \(op) B", "ivec2", ["ivec2", "ivec2"], whole.map { op == "%" ? abs($0) : $0 })
            add("A \(op) B", "uvec3", ["uvec3", "uint"], whole)
        }
        for op in ["<<", ">>"] {
            add("A \(op) B", "ivec2", ["ivec2", "uint"], whole.map { abs($0).truncatingRemainder(dividingBy: 32) })
            add("A \(op) 3", "ivec2", ["ivec2"], whole)
            add("A \(op) 3u", "uvec3", ["uvec3"], whole)
        }
        for type in ["ivec3", "int"] {
            add("-A", type, [type], whole)
            add("~A", type, [type], whole)
            add("abs(A)", type, [type], whole)
            add("sign(A)", type, [type], whole)
            for name in ["findLSB", "findMSB", "bitCount"] { add("\(name)(A)", type, [type], whole) }
            add("bitfieldReverse(A)", type, [type], whole)
            add("bitfieldExtract(A, 3, 7)", type, [type], whole)
            add("bitfieldInsert(A, B, 5, 9)", type, [type, type], whole)
        }
        add("-A", "vec3", ["vec3"])
        add("clamp(A, -5, 9)", "ivec3", ["ivec3"], whole)
        add("min(A, B)", "uvec3", ["uvec3", "uvec3"], whole)
        add("max(A, B)", "ivec3", ["ivec3", "int"], whole)
        add("ivec3(A)", "ivec3", ["vec3"])
        add("uvec3(A)", "uvec3", ["vec3"], positive)
        add("vec3(A)", "vec3", ["ivec3"], whole)
        add("vec3(A)", "vec3", ["uvec3"], whole)
        add("int(0.1 * A)", "int", ["float"])
        add("floatBitsToInt(A)", "ivec3", ["vec3"])
        add("floatBitsToUint(A)", "uint", ["float"])
        add("intBitsToFloat(A)", "vec3", ["ivec3"], whole.map { abs($0) })
        add("uvec3(A < B, A == B, isinf(A / 0.0) || isnan(A))", "uvec3", ["float", "float"])
        add("uvec3(lessThan(A, B)) + uvec3(greaterThanEqual(A, B)) * 2u + uvec3(notEqual(A, B)) * 4u", "uvec3", ["vec3", "vec3"])
        for name in ["packSnorm4x8", "packUnorm4x8"] { add("\(name)(A)", "uint", ["vec4"], unit) }
        for name in ["packSnorm2x16", "packUnorm2x16", "packHalf2x16"] { add("\(name)(A)", "uint", ["vec2"], unit) }
        for name in ["unpackSnorm4x8", "unpackUnorm4x8"] { add("\(name)(A)", "vec4", ["uint"], whole) }
        for name in ["unpackSnorm2x16", "unpackUnorm2x16"] { add("\(name)(A)", "vec2", ["uint"], whole) }
        add("unpackHalf2x16(A)", "vec2", ["uint"], [15360, 1_006_648_320, 48128, 1, 3_221_241_856])
        return list
    }()

    private static func columns(_ type: String) -> (count: Int, rows: Int) {
        let digits = type.filter(\.isNumber).compactMap(\.wholeNumberValue)
        if type.hasPrefix("mat") { return (digits[0], digits.last!) }
        return (1, digits.first ?? 1)
    }

    /// Returns bits for the comparison, in which all NaNs are equal.
    private static func seen(_ bits: UInt32, in type: String) -> UInt32 {
        component(type) == "" && Float(bitPattern: bits).isNaN ? Float.nan.bitPattern : bits
    }

    private static func component(_ type: String) -> String { type.hasPrefix("u") ? "u" : type.hasPrefix("i") ? "i" : "" }

    @Test("a constant expression has the bits of the same expression with uniforms", arguments: expressions)
    func foldedEqualsComputed(expression: Expression) throws {
        var position = 0
        for row in 0..<4 {
            var folded = expression.text, computed = expression.text, declarations = ""
            var words: [UInt32] = []
            for (name, type) in zip(["A", "B", "C"], expression.operands) {
                let (columns, rows) = Self.columns(type)
                let numbers = (0..<columns * rows).map { _ in
                    position += 1 + row
                    return expression.values[position % expression.values.count]
                }
                let literals = numbers.map { number -> String in
                    switch Self.component(type) {
                    case "u": words.append(UInt32(abs(number))); return "\(words.last!)u"
                    case "i": words.append(UInt32(bitPattern: Int32(number))); return "\(Int32(number))"
                    default: words.append(number.bitPattern); return "\(number)"
                    }
                }
                folded = folded.replacing(name, with: columns * rows == 1 ? "(\(literals[0]))" : "\(type)(\(literals.joined(separator: ", ")))")
                computed = computed.replacing(name, with: name.lowercased() + "_")
                declarations += "uniform \(type) \(name.lowercased())_;\n"
            }
            let (columns, rows) = Self.columns(expression.result)
            let output = Self.component(expression.result)
                + (rows == 1 ? (["u": "int", "i": "nt"][Self.component(expression.result)] ?? "float") : "vec\(rows)")
            func statements(_ name: String, _ value: String) -> String {
                (0..<columns).map { "\(name)[\($0)] = \(value)\(columns > 1 ? "[\($0)]" : "");" }.joined(separator: " ")
            }
            let outputs = try ShaderRun().registers("""
                \(declarations)out \(output) first[\(columns)]; out \(output) second[\(columns)];
                const \(expression.result) folded = \(folded);
                void main() { \(expression.result) computed = \(computed); \(statements("first", "folded")) \(statements("second", "computed")) }
                """, uniforms: words).outputs.map { Self.seen($0[0], in: expression.result) }
            #expect(outputs.count == 2 * columns * rows)
            let half = outputs.count / 2
            #expect(Array(outputs[..<half]) == Array(outputs[half...]), "\(folded)")
        }
    }

    @Test("a float is rounded to Float at each step, as at run time", arguments: [
        ("int(degrees(3.1415926535))", 180), ("int(0.7 * 10.0)", 7), ("int(16777216.0 + 1.0 - 16777216.0)", 0),
        ("int(0.1 + 0.2 == 0.3)", 0.1 + 0.2 as Float == 0.3 ? 1 : 0), ("int(1.0e38 * 10.0 > 1.0e38 * 9.0)", 0),
        ("int(radians(180.0) * 1.0e7)", Int(Float(180) * Float(Double.pi / 180) * 1.0e7)), ("int(exp2(10.0))", 1024),
        ("int(0.99999999999)", 1), ("int(.99999999999f)", 1), ("int(uint(16777217.0))", 16_777_216), ("int(bool(1.0e-46))", 0), ("int(-0.99999999999)", -1),
        ("ivec2(1.9999999999, 0.0).x", 2), ("int(sqrt(2.0) * sqrt(2.0) < 2.0)", Float(2).squareRoot() * Float(2).squareRoot() < 2 ? 1 : 0),
    ])
    func rounding(expression: String, value: Int) throws {
        // The label of a case and the size of an array must be constant expressions.
        #expect(try ShaderRun()("switch (\(value)) { case \(expression): color = vec4(1.0); break; default: color = vec4(float(\(expression))); }")
            == [1, 1, 1, 1])
        if (1...1024).contains(value) { #expect(try ShaderRun()("float a[\(expression)]; color = vec4(a.length());")[0] == Float(value)) }
    }

    @Test("a constant expression may be used wherever a constant is required, in every dialect that allows it", arguments: [
        ("100", "highp float a = cos(radians(60.0)); const highp float b[1];", false),
        ("100", "highp float a = cos(radians(60.0)) + length(vec2(3.0, 4.0)) + matrixCompMult(mat2(2.0), mat2(3.0))[0][0];", true),
        ("100", "int a = int(distance(vec3(1.0), vec3(4.0, 1.0, 1.0))); highp float b[a];", true),
        ("300 es", "highp float a = cosh(1.0) + sinh(1.0) + tanh(1.0) + asinh(1.0) + acosh(2.0) + atanh(0.5);", true),
        ("300 es", "highp mat2x3 a = transpose(mat3x2(1.0)); const highp mat3 b = inverse(mat3(2.0)); const highp float c[int(cosh(1.0))] = float[](1.0);", true),
        ("300 es", "highp mat2 a = outerProduct(vec2(1.0), vec2(2.0)); const highp float b = determinant(a); const uint c = packHalf2x16(a[0]);", true),
        ("310 es", "int a = bitCount(7) + findMSB(9); const highp float b[a] = float[](1.0, 2.0, 3.0, 4.0, 5.0, 6.0);", true),
        ("120", "mat2 a = transpose(mat2(1.0)); const float b = length(a[0]); const mat2 c = outerProduct(vec2(b), vec2(2.0));", true),
        ("130", "float a = cosh(1.0); const float b[int(a) + 1] = float[](1.0, a);", true),
        ("140", "mat2 a = inverse(mat2(2.0)); const float b[int(a[0][0] * 4.0)] = float[](1.0, 2.0);", true),
        ("150", "mat4 a = inverse(mat4(2.0)); const float b = determinant(a);", true),
        ("330", "int a = floatBitsToInt(1.0); const mat2 b[2] = mat2[](inverse(mat2(2.0)), transpose(mat2(3.0)));", true),
        ("330", "float a = float(gl_MaxDrawBuffers) * tanh(1.0); const bool b = any(lessThan(vec2(a), vec2(1.0)));", true),
    ])
    func places(version: String, declarations: String, isAccepted: Bool) {
        let es = version == "100" || version.hasSuffix("es")
        let text = { (isGlobal: Bool) in
            "#version \(version)\n\(es ? "precision highp float;\n" : "")" + (isGlobal ? "const \(declarations)\nvoid main() { }\n" : "void main() { const \(declarations) }\n")
        }
        for isGlobal in [true, false] {
            #expect(FrontEnd.fragmentErrors(text(isGlobal), version: version).isEmpty == isAccepted, "\(FrontEnd.fragmentErrors(text(isGlobal), version: version))")
        }
    }

    @Test("functions that an extension adds to an old dialect are folded as well", arguments: [
        ("floatBitsToUint(1.0)", "0x3f800000u"), ("uint(floatBitsToInt(-1.0))", "0xbf800000u"),
        ("uint(intBitsToFloat(0x40000000))", "2u"), ("uint(uintBitsToFloat(uvec2(0x40400000u))[1])", "3u"),
    ])
    func extensionFunctions(expression: String, value: String) {
        // The label is a constant expression. Two equal labels are an error, so an error shows that the expression has the value of
        // the other label.
        func errors(_ label: String) -> [ShaderDiagnostic] {
            FrontEnd.fragmentErrors("""
                #version 130
                #extension GL_ARB_shader_bit_encoding : require
                void main() { switch (0u) { case \(expression): break; case \(label): break; } }
                """, version: "130")
        }
        #expect(errors("77u").isEmpty, "\(errors("77u"))")
        #expect(errors(value).count == 1, "\(errors(value))")
    }

    @Test("an expression that is not constant is not accepted as a constant", arguments: [
        "const float a = u;", "const float a = cosh(u);", "const float a = texture(s, vec2(0.0)).x;", "float f(float x) { return x; } const float a = f(1.0);",
        "const mat2 a = inverse(mat2(u));", "float a[int(cosh(u))];",
    ])
    func refuses(declarations: String) {
        let errors = FrontEnd.fragmentErrors("#version 330\nuniform float u; uniform sampler2D s;\n\(declarations)\nvoid main() { }\n", version: "330")
        #expect(errors.first?.line == 3, "\(errors)")
    }

    @Test("types of other widths are refused, not computed", arguments: [
        "const int64_t a = 3L * 5L; int b = int(a);", "double a = double(1.0) / 3.0LF; float b = float(a);", "const float16_t a = 1.0hf * 2.0hf; float b = float(a);",
        "int8_t a = int8_t(3); int b = int(a);",
    ])
    func otherWidths(statements: String) {
        let fragment = """
            #version 450
            #extension GL_ARB_gpu_shader_int64 : enable
            #extension GL_EXT_shader_explicit_arithmetic_types : enable
            out vec4 color;
            void main() { \(statements) color = vec4(float(b)); }
            """
        #expect(throws: ShaderError.self) {
            try ShaderCompiler.link(vertex: ShaderSource(text: FrontEnd.plainVertex("450"), name: "a"), fragment: ShaderSource(text: fragment, name: "b"))
        }
    }

    @Test("structures and arrays are compared member by member")
    func comparisons() throws {
        let declarations = "struct S { float a[2]; ivec2 b; }; const S s = S(float[2](0.1, -0.0), ivec2(1, 2));"
        #expect(try ShaderRun()("""
            const bool x = s == S(float[2](0.1, 0.0), ivec2(1, 2)), y = s != S(float[2](0.1, 0.0), ivec2(1, 3));
            const bool z = float[2](0.0 / 0.0, 1.0) == float[2](0.0 / 0.0, 1.0), w = mat2(1.0) != mat2(1.0);
            color = vec4(x, y, z, w);
            """, declarations: declarations) == [1, 1, 0, 0])
        #expect(try ShaderRun()("const vec2 v = vec2(s.b.yx); color = vec4(v, s.a[0], vec4[2](vec4(1.0), vec4(7.0))[1].w);", declarations: declarations) == [2, 1, 0.1, 7])
    }

    @Test("derivatives of constants are zero")
    func derivatives() throws {
        #expect(try ShaderRun()("const float a = dFdx(3.0) + fwidth(2.0); color = vec4(a, 1.0, 1.0, 1.0);") == [0, 1, 1, 1])
    }
}
