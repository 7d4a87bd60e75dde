// Preprocessor, old lookups: supports texture2D and similar functions, which core profiles no longer have.
//
// Public shader files use the old functions under every #version, and drivers accept the old functions. For versions up to GLSL 4.50,
// glslang knows the names of the old functions. But in a core profile glslang cannot generate code for the old functions and ends the
// process, so no call of an old function may reach glslang. Raster replaces each old function by a new function with the same parameters,
// and the new function calls the new lookups. Raster also reports a warning. In GLSL ES 3.00 and later, drivers reject the old functions,
// so in these dialects the use of an old function is an error. In GLSL 1.30 and in compatibility profiles, glslang's functions are used,
// except for lookups with comparison, because the fourth component of a comparison's result must be 1. In GLSL 1.10 and 1.20, only the
// functions of GL_EXT_texture_array are replaced, because glslang does not have these functions. A function, variable or macro of the
// source may have the name of an old lookup. A function of the source with the name of an old lookup gets another name in the text
// (`sourceNames`). So a call never reaches glslang's own function.

extension Preprocessor {
    mutating func replaceOldLookups() {
        let isOld = dialect.version < 130
        guard dialect.isES ? dialect.version >= 300 : !isOld || enabledExtensions["GL_EXT_texture_array"] == true else { return }
        let replacesAll = dialect.isES || !dialect.isCompatibility
        let lookups = emitted.indices.filter { index in
            guard emitted[index].kind == .identifier, let lookup = OldLookup(spellings[emitted[index].symbol]) else { return false }
            // The newer names of lookups in rectangles exist only in GLSL 1.40 and later, so GLSL 1.30 keeps the old names.
            return replacesAll || (isOld ? lookup.isInArray : lookup.isShadow && (dialect.version >= 140 || !lookup.isInRectangle))
        }
        guard !lookups.isEmpty else { return }
        let called = Set(lookups.filter { spelling(at: $0 + 1) == "(" && spelling(at: $0 - 1) != "." })
        let isLookup = Set(lookups)
        var scopes = OldLookupScopes()
        var reported: Set<String> = []
        for index in emitted.indices where emitted[index].kind != .directive {
            scopes.note(spellings[emitted[index].symbol])
            guard isLookup.contains(index), spelling(at: index - 1) != "." else { continue }
            let name = spellings[emitted[index].symbol]
            let place = emitted[index].place
            let followsType = index > headCount && emitted[index - 1].kind == .identifier && !Self.expressionKeywords.contains(spelling(at: index - 1))
                || spelling(at: index - 1) == "]"
            if !called.contains(index) {
                // `float texture2D;` and `vec2 a, texture2D` declare a variable. In other statements a name after a comma declares
                // nothing, but recording the name does no harm.
                if followsType || spelling(at: index - 1) == "," { scopes.declareVariable(name) }
            } else if scopes.isGlobal, followsType {
                scopes.functions.insert(name)
                if !dialect.isES { rename(index, to: unusedName(name, "ofShader"), from: name) }
            } else if scopes.hasVariable(name) {
                if reported.insert(name).inserted { report("'\(name)' : this is a variable here; it cannot be called", at: place) }
            } else if scopes.functions.contains(name) {
                if !dialect.isES { rename(index, to: unusedName(name, "ofShader"), from: name) }
            } else {
                replace(index, name, isFirst: reported.insert(name).inserted)
            }
        }
    }

    /// Words that are not types and that may come directly before a call.
    private static let expressionKeywords: Set<String> = ["return", "else", "do", "in", "case"]

    private mutating func replace(_ index: Int, _ name: String, isFirst: Bool) {
        let place = emitted[index].place
        guard let lookup = OldLookup(name) else { return }
        guard !dialect.isES else {
            if isFirst { report("'\(name)' : \(dialect.name) has \(lookup.replacement)() instead", at: place) }
            return
        }
        let newName = unusedName(name, "old")
        if isFirst {
            if !dialect.isCompatibility {
                warn("'\(name)' : this lookup belongs to older dialects; \(dialect.name) has \(lookup.replacement)() instead", at: place)
            }
            prelude += lookup.declarations(named: newName, stage: stage, in: dialect)
        }
        rename(index, to: newName, from: name)
    }

    /// Replaces the identifier at this index by another name in the text.
    mutating func rename(_ index: Int, to newName: String, from name: String) {
        sourceNames[newName] = name
        emitted[index].symbol = spellings.number(of: newName)
    }

    /// Returns a name that the source does not use, such as `texture2D_old`.
    func unusedName(_ name: String, _ suffix: String) -> String {
        var result = "\(name)_\(suffix)"
        while spellings.contains(result), sourceNames[result] != name { result += "0" }
        return result
    }

    private func spelling(at index: Int) -> String { emitted.indices.contains(index) ? spellings[emitted[index].symbol] : "" }
}

/// Tracks which names are variables at each place, as far as old lookups need this information.
private struct OldLookupScopes {
    var functions: Set<String> = []
    private var scopes: [Set<String>] = [[]]
    /// Variables that are declared between parentheses and belong to the scope that follows the parentheses: parameters, or the variable of a `for`.
    private var coming: Set<String> = []
    private var parentheses = 0

    var isGlobal: Bool { scopes.count == 1 && parentheses <= 0 }

    mutating func note(_ spelling: String) {
        switch spelling {
        case "(": parentheses += 1
        case ")": parentheses -= 1
        case "{":
            scopes.append(coming)
            coming = []
        case "}": if scopes.count > 1 { scopes.removeLast() }
        case ";": if parentheses <= 0 { coming = [] }
        default: break
        }
    }

    mutating func declareVariable(_ name: String) {
        if parentheses > 0 { coming.insert(name) } else { scopes[scopes.count - 1].insert(name) }
    }

    func hasVariable(_ name: String) -> Bool { coming.contains(name) || scopes.contains { $0.contains(name) } }
}

/// The name of an old lookup, split into parts. For example, `texture2DProjGradARB` has the shape 2D, is projected, and takes gradients.
struct OldLookup {
    private enum Level { case none, lod, gradient }
    private struct Shape {
        var prefix: String, sampler: String, coordinate: String, projected: [String], gradient: String
        var isRectangle: Bool { prefix.hasSuffix("Rect") }
    }
    private let shape: Shape
    private let isProjected: Bool
    private let level: Level

    private static let shapes = [
        Shape(prefix: "texture1DArray", sampler: "sampler1DArray", coordinate: "vec2", projected: [], gradient: "float"),
        Shape(prefix: "texture1D", sampler: "sampler1D", coordinate: "float", projected: ["vec2", "vec4"], gradient: "float"),
        Shape(prefix: "texture2DRect", sampler: "sampler2DRect", coordinate: "vec2", projected: ["vec3", "vec4"], gradient: "vec2"),
        Shape(prefix: "texture2DArray", sampler: "sampler2DArray", coordinate: "vec3", projected: [], gradient: "vec2"),
        Shape(prefix: "texture2D", sampler: "sampler2D", coordinate: "vec2", projected: ["vec3", "vec4"], gradient: "vec2"),
        Shape(prefix: "texture3D", sampler: "sampler3D", coordinate: "vec3", projected: ["vec4"], gradient: "vec3"),
        Shape(prefix: "textureCube", sampler: "samplerCube", coordinate: "vec3", projected: [], gradient: "vec3"),
        Shape(prefix: "shadow1DArray", sampler: "sampler1DArrayShadow", coordinate: "vec3", projected: [], gradient: "float"),
        Shape(prefix: "shadow1D", sampler: "sampler1DShadow", coordinate: "vec3", projected: ["vec4"], gradient: "float"),
        Shape(prefix: "shadow2DRect", sampler: "sampler2DRectShadow", coordinate: "vec3", projected: ["vec4"], gradient: "vec2"),
        Shape(prefix: "shadow2DArray", sampler: "sampler2DArrayShadow", coordinate: "vec4", projected: [], gradient: "vec2"),
        Shape(prefix: "shadow2D", sampler: "sampler2DShadow", coordinate: "vec3", projected: ["vec4"], gradient: "vec2"),
        Shape(prefix: "shadowCube", sampler: "samplerCubeShadow", coordinate: "vec4", projected: [], gradient: "vec3"),
    ]
    private static let endings: [String: (isProjected: Bool, level: Level)] = {
        var endings: [String: (isProjected: Bool, level: Level)] = [:]
        for isProjected in [false, true] {
            let start = isProjected ? "Proj" : ""
            for vendor in ["", "ARB", "EXT"] {
                endings[start + vendor] = (isProjected, .none)
                endings[start + "Lod" + vendor] = (isProjected, .lod)
                endings[start + "Grad" + vendor] = (isProjected, .gradient)
            }
        }
        return endings
    }()

    /// Returns nil if the name is not the name of an old lookup.
    init?(_ name: String) {
        guard name.hasPrefix("texture") || name.hasPrefix("shadow") else { return nil }
        for shape in Self.shapes where name.hasPrefix(shape.prefix) {
            guard let ending = Self.endings[String(name.dropFirst(shape.prefix.count))] else { continue }
            guard !ending.isProjected || !shape.projected.isEmpty else { return nil }
            // For 2D arrays and cubes, GLSL has no shadow lookup with a level, and rectangles have no levels (GLSL 4.60, 8.9.2).
            guard ending.level != .lod || !["shadow2DArray", "shadowCube"].contains(shape.prefix) && !shape.isRectangle else { return nil }
            (self.shape, isProjected, level) = (shape, ending.isProjected, ending.level)
            return
        }
        return nil
    }

    var isShadow: Bool { shape.prefix.hasPrefix("shadow") }
    var isInArray: Bool { shape.prefix.hasSuffix("Array") }
    var isInRectangle: Bool { shape.isRectangle }

    /// The name of the function that replaces this lookup in newer dialects.
    var replacement: String {
        let ending = switch level {
        case .none: ""
        case .lod: "Lod"
        case .gradient: "Grad"
        }
        return "texture" + (isProjected ? "Proj" : "") + ending
    }

    /// Returns declarations of the old function under another name, one line for each overload.
    func declarations(named name: String, stage: ShaderStage, in dialect: GLSLDialect) -> [String] {
        let more = switch level {
        case .none: [""] + (stage.rules.hasPixels && shape.prefix != "shadow2DArray" && !shape.isRectangle ? ["float b"] : [])
        case .lod: ["float l"]
        case .gradient: ["\(shape.gradient) x, \(shape.gradient) y"]
        }
        let arguments = ["": "", "float b": ", b", "float l": ", l"]
        return (isProjected ? shape.projected : [shape.coordinate]).flatMap { coordinate in
            more.map { parameter in
                let call = "\(replacement)(s, p\(arguments[parameter] ?? ", x, y"))"
                // The result of an old lookup with comparison is (d, d, d, 1), where d is the result of the comparison. In old OpenGL the
                // four components depended on DEPTH_TEXTURE_MODE, and the initial value of DEPTH_TEXTURE_MODE gives (d, d, d, 1). In GLSL
                // 1.10 and 1.20, the text has d in all four components, and StageLowering takes the four components of the lookup instead.
                let value = !isShadow ? call : dialect.version < 130 ? "vec4(\(call))" : "vec4(vec3(\(call)), 1.0)"
                return "vec4 \(name)(\(shape.sampler) s, \(coordinate) p\(parameter.isEmpty ? "" : ", " + parameter)) { return \(value); }"
            }
        }
    }
}
