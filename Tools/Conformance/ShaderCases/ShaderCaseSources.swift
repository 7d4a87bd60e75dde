// ShaderCaseSources: makes the two shaders of a case, with the declarations, setup and comparison for its values.
//
// The format defines names that begin with dEQP_, and the suites' shaders use these names. Each output is compared with a uniform
// ref_NAME. A row passes if the colour is white.

struct ShaderCaseSources {
    let test: ShaderCase
    /// `vertexExtensions` and `fragmentExtensions` are the extensions that the two shaders enable.
    let vertexExtensions: [String]
    let fragmentExtensions: [String]
    private var dialect: CaseDialect { test.dialect }
    private var values: ValueTable { test.values }

    private var stageInput: String { dialect.hasInOut ? "in" : "attribute" }
    private var varyingOut: String { dialect.hasInOut ? "out" : "varying" }
    private var varyingIn: String { dialect.hasInOut ? "in" : "varying" }
    private var colorName: String { dialect.hasInOut ? "dEQP_FragColor" : "gl_FragColor" }

    /// Returns the name of the attribute for an input.
    func attributeName(of input: TableValue) -> String {
        if case .fragmentOnly = test.shaders { return "a_" + input.name }
        return input.type.scalar == .float ? input.name : "a_" + input.name
    }

    func make() throws(ShaderTemplate.Failure) -> (vertex: String, fragment: String) {
        switch test.shaders {
        case .vertexOnly(let text):
            (finish(try ShaderTemplate.fill(text, with: vertexHalf), vertexExtensions), generatedFragmentShader)
        case .fragmentOnly(let text):
            (generatedVertexShader, finish(try ShaderTemplate.fill(text, with: fragmentHalf), fragmentExtensions))
        case .complete(let vertex, let fragment):
            (finish(try ShaderTemplate.fill(vertex, with: completeVertex), vertexExtensions),
             finish(try ShaderTemplate.fill(fragment, with: completeFragment), fragmentExtensions))
        }
    }

    // MARK: Surrounding text

    /// Adds extensions after the first directives. If the text has no version, adds `#version 100`, because the suites' default is
    /// GLSL ES 1.00.
    private func finish(_ text: String, _ extensions: [String]) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if !extensions.isEmpty {
            let place = lines.firstIndex { !$0.drop { $0 == " " || $0 == "\t" }.hasPrefix("#") } ?? lines.count
            lines.insert(contentsOf: extensions.map { "#extension \($0) : require" }, at: place)
        }
        return SourceVersion.isStated(in: lines) ? lines.joined(separator: "\n")
            : (["#version 100", "#line 1"] + lines).joined(separator: "\n")
    }

    private func lines(_ values: [TableValue], _ line: (TableValue) -> String?) -> String {
        values.compactMap(line).map { $0 + "\n" }.joined()
    }

    private func isFloat(_ value: TableValue) -> Bool { value.type.scalar == .float }
    private var colorDeclaration: String {
        guard dialect.hasInOut else { return "" }
        return (dialect.hasOutputLocations ? "layout(location = 0) " : "") + "out mediump vec4 dEQP_FragColor;\n"
    }
    /// The declarations of the uniforms. A uniform whose name contains a dot or a bracket is part of a larger uniform. A uniform that is
    /// part of a larger uniform is left out, because the shader itself declares the larger uniform.
    private var uniformDeclarations: String {
        lines(values.uniforms) { $0.name.contains(where: { ".[".contains($0) }) ? nil : "uniform \($0.type.name) \($0.name);" }
    }

    // MARK: Halves of a `both` case

    private var vertexHalf: [String: String] {
        let declarations = "\(stageInput) highp vec4 dEQP_Position;\n"
            + lines(values.inputs) { "\(stageInput) \($0.type.asFloat.name) \(attributeName(of: $0));" }
            + lines(values.outputs) { "\(varyingOut) \($0.type.asFloat.name) \(isFloat($0) ? $0.name : "v_" + $0.name);" }
            + lines(values.outputs) { isFloat($0) ? nil : "\($0.type.name) \($0.name);" }
        return ["DECLARATIONS": declarations, "SETUP": attributeSetup, "POSITION_FRAG_COLOR": "gl_Position",
                "OUTPUT": "gl_Position = dEQP_Position;\n" + lines(values.outputs) {
                    isFloat($0) ? nil : "v_\($0.name) = \($0.type.asFloat.name)(\($0.name));"
                }]
    }
    private var attributeSetup: String {
        lines(values.inputs) { isFloat($0) ? nil : "\($0.type.name) \($0.name) = \($0.type.name)(a_\($0.name));" }
    }

    private var fragmentHalf: [String: String] {
        let declarations = comparisons(ofVaryings: false) + colorDeclaration
            + lines(values.inputs) { "\(varyingIn) \($0.type.asFloat.name) \(isFloat($0) ? $0.name : "v_" + $0.name);" }
            + references + lines(values.outputs) { "\($0.type.name) \($0.name);" }
        // Interpolation may change the values of integers slightly, so this code rounds the interpolated values.
        let setup = lines(values.inputs) { input in
            guard !isFloat(input) else { return nil }
            let name = "v_" + input.name
            return "\(input.type.name) \(input.name) = \(input.type.name)(\(input.type.scalar == .bool ? name : "floor(\(name) + 0.5)"));"
        }
        return ["DECLARATIONS": declarations, "SETUP": setup, "OUTPUT": comparison(prefix: ""), "POSITION_FRAG_COLOR": colorName]
    }

    private var generatedVertexShader: String {
        dialect.directive + "\nprecision highp float;\nprecision highp int;\n\(stageInput) highp vec4 dEQP_Position;\n"
            + lines(values.inputs) { "\(stageInput) \($0.type.asFloat.name) a_\($0.name);" }
            + lines(values.inputs) { "\(varyingOut) \($0.type.asFloat.name) \(isFloat($0) ? "" : "v_")\($0.name);" }
            + "void main()\n{\n\tgl_Position = dEQP_Position;\n"
            + lines(values.inputs) { "\t\(isFloat($0) ? "" : "v_")\($0.name) = a_\($0.name);" } + "}\n"
    }

    private var generatedFragmentShader: String {
        let precision = dialect == .es100 ? "mediump" : "highp"
        return dialect.directive + "\nprecision \(precision) float;\nprecision \(precision) int;\n" + colorDeclaration + comparisons(ofVaryings: true)
            + lines(values.outputs) { "\(varyingIn) \($0.type.asFloat.name) \(isFloat($0) ? "" : "v_")\($0.name);" } + references
            + "void main()\n{\n" + comparison(prefix: "v_") + "}\n"
    }

    // MARK: Complete cases

    private var completeVertex: [String: String] {
        let declarations = "\(stageInput) highp vec4 dEQP_Position;\n"
            + lines(values.inputs) { "\(stageInput) \($0.type.asFloat.name) \(attributeName(of: $0));" } + uniformDeclarations
        return ["VERTEX_DECLARATIONS": declarations, "VERTEX_SETUP": attributeSetup, "VERTEX_OUTPUT": "gl_Position = dEQP_Position;\n"]
    }

    private var completeFragment: [String: String] {
        if test.outputColor != nil {
            let declarations = lines(Array(values.outputs.prefix(1))) {
                (dialect.hasOutputLocations ? "layout(location = 0) " : "") + "out highp \($0.type.name) \($0.name);"
            }
            return ["FRAGMENT_DECLARATIONS": declarations + uniformDeclarations, "FRAGMENT_SETUP": "", "FRAGMENT_OUTPUT": "", "FRAG_COLOR": colorName]
        }
        let declarations = comparisons(ofVaryings: false) + colorDeclaration + references + lines(values.outputs) { "\($0.type.name) \($0.name);" }
        return ["FRAGMENT_DECLARATIONS": declarations + uniformDeclarations, "FRAGMENT_SETUP": "", "FRAGMENT_OUTPUT": comparison(prefix: ""),
                "FRAG_COLOR": colorName]
    }

    // MARK: Comparison

    private var references: String { lines(values.outputs) { "uniform \($0.type.name) ref_\($0.name);" } }

    /// - Parameter prefix: The prefix for the names of values that are no floats.
    private func comparison(prefix: String) -> String {
        guard !values.outputs.isEmpty else { return "\(colorName) = vec4(1.0);\n" }
        let terms = values.outputs.map { "isOk(\(isFloat($0) ? "" : prefix)\($0.name), ref_\($0.name))" }
        return "bool RES = \(terms.joined(separator: " && "));\n\(colorName) = vec4(RES, RES, RES, 1.0);\n"
    }

    /// Returns the source of functions `isOk`, one for each type of the outputs. The rules of the format allow a float to differ by
    /// 0.05 + 0.05 × its magnitude, and each element of a matrix to differ by 0.05.
    private func comparisons(ofVaryings: Bool) -> String {
        var seen: Set<ElementType> = []
        return values.outputs.map(\.type).filter { seen.insert($0).inserted }.map { type in
            let name = type.name, carrier = ofVaryings ? type.asFloat.name : name
            let head = "bool isOk(\(carrier) a, \(name) b) { return "
            if type.isMatrix {
                let columns = (0..<type.columns).map { "all(lessThanEqual(abs(a[\($0)] - b[\($0)]), vec\(type.rows)(0.05)))" }
                return head + columns.joined(separator: " && ") + "; }\n"
            }
            let isVector = type.rows > 1
            switch type.scalar {
            case .float:
                return head + (isVector ? "all(lessThanEqual(abs(a - b), 0.05 * abs(b) + 0.05))" : "abs(a - b) <= 0.05 * abs(b) + 0.05") + "; }\n"
            case .bool where ofVaryings:
                return head + (isVector ? "greaterThan(a, \(carrier)(0.5)) == b" : "(a > 0.5) == b") + "; }\n"
            case .int where ofVaryings, .uint where ofVaryings:
                return head + (isVector ? "all(lessThanEqual(abs(a - \(carrier)(b)), \(carrier)(0.5)))" : "abs(a - float(b)) <= 0.5") + "; }\n"
            default: return head + "a == b; }\n"
            }
        }.joined()
    }
}

/// A scanner that finds out whether a shader's text states the GLSL version.
enum SourceVersion {
    static func isStated(in lines: some Sequence<String>) -> Bool {
        lines.contains { line in
            var rest = line.drop { $0 == " " || $0 == "\t" }
            guard rest.first == "#" else { return false }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            return rest.hasPrefix("version")
        }
    }
    static func isStated(in text: String) -> Bool { isStated(in: text.split(whereSeparator: \.isNewline).map(String.init)) }
}
