// Preprocessor, old lookups: texture2D and its kin, which core profiles no longer have.
//
// Public shader files use them under every #version, and drivers take them. glslang has their names up to GLSL 4.50, knows
// no code for them in a core profile and ends the process: none may reach it. So each becomes a function of ours with the old
// parameters, made of the new lookups, and a warning. GLSL ES 3.00 and later, whose drivers refuse them, have an error.
// A function, a variable or a macro of the source that has such a name is the source's own: the function gets another name
// in the text (`sourceNames`), so that a call never falls back to glslang's.

extension Preprocessor {
    mutating func replaceOldLookups() {
        guard dialect.isES ? dialect.version >= 300 : !dialect.isCompatibility else { return }
        let lookups = emitted.indices.filter { emitted[$0].kind == .identifier && OldLookup.isName(spellings[emitted[$0].symbol]) }
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
                // `float texture2D;`, `vec2 a, texture2D`: declared; else it is used, which does no harm.
                if followsType || spelling(at: index - 1) == "," { scopes.declareVariable(name) }
            } else if scopes.isGlobal, followsType {
                scopes.functions.insert(name)
                if !dialect.isES { rename(index, to: unusedName(name, "ofShader"), from: name) }
            } else if scopes.hasVariable(name) {
                if reported.insert(name).inserted { report("'\(name)' : is a variable here and cannot be called", at: place) }
            } else if scopes.functions.contains(name) {
                if !dialect.isES { rename(index, to: unusedName(name, "ofShader"), from: name) }
            } else {
                replace(index, name, isFirst: reported.insert(name).inserted)
            }
        }
    }

    /// Words before a call that are no type.
    private static let expressionKeywords: Set<String> = ["return", "else", "do", "in", "case"]

    private mutating func replace(_ index: Int, _ name: String, isFirst: Bool) {
        let place = emitted[index].place
        guard let lookup = OldLookup(name) else {
            let kind = name.contains("1D") ? "1D" : "rectangle"
            if isFirst { report("'\(name)' : \(kind) textures are not supported; use a sampler2D and texture()", at: place) }
            return
        }
        guard !dialect.isES else {
            if isFirst { report("'\(name)' : \(dialect.name) has \(lookup.replacement)() in its place", at: place) }
            return
        }
        let newName = unusedName(name, "old")
        if isFirst {
            warn("'\(name)' : this lookup belongs to older dialects; \(dialect.name) has \(lookup.replacement)() in its place", at: place)
            prelude += lookup.declarations(named: newName, stage: stage)
        }
        rename(index, to: newName, from: name)
    }

    /// Gives the identifier another name in the text.
    mutating func rename(_ index: Int, to newName: String, from name: String) {
        sourceNames[newName] = name
        emitted[index].symbol = spellings.number(of: newName)
    }

    /// A name that the source does not use: `texture2D_old`.
    func unusedName(_ name: String, _ suffix: String) -> String {
        var result = "\(name)_\(suffix)"
        while spellings.contains(result), sourceNames[result] != name { result += "0" }
        return result
    }

    private func spelling(at index: Int) -> String { emitted.indices.contains(index) ? spellings[emitted[index].symbol] : "" }
}

/// Knows which names are variables at a place, as far as old lookups ask.
private struct OldLookupScopes {
    var functions: Set<String> = []
    private var scopes: [Set<String>] = [[]]
    /// Declared between parentheses, for the scope that follows: parameters, the variable of a `for`.
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

/// One of the old names, taken apart: `texture2DProjGradARB` is shape 2D, projected, with gradients.
struct OldLookup {
    private enum Level { case none, lod, gradient }
    private struct Shape {
        var prefix: String, sampler: String, coordinate: String, projected: [String], gradient: String
    }
    private let shape: Shape
    private let isProjected: Bool
    private let level: Level

    private static let shapes = [
        Shape(prefix: "texture2DArray", sampler: "sampler2DArray", coordinate: "vec3", projected: [], gradient: "vec2"),
        Shape(prefix: "texture2D", sampler: "sampler2D", coordinate: "vec2", projected: ["vec3", "vec4"], gradient: "vec2"),
        Shape(prefix: "texture3D", sampler: "sampler3D", coordinate: "vec3", projected: ["vec4"], gradient: "vec3"),
        Shape(prefix: "textureCube", sampler: "samplerCube", coordinate: "vec3", projected: [], gradient: "vec3"),
        Shape(prefix: "shadow2DArray", sampler: "sampler2DArrayShadow", coordinate: "vec4", projected: [], gradient: "vec2"),
        Shape(prefix: "shadow2D", sampler: "sampler2DShadow", coordinate: "vec3", projected: ["vec4"], gradient: "vec2"),
        Shape(prefix: "shadowCube", sampler: "samplerCubeShadow", coordinate: "vec4", projected: [], gradient: "vec3"),
    ]
    private static let refused = ["texture1D", "shadow1D", "texture2DRect", "shadow2DRect", "texture1DArray", "shadow1DArray"]
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

    /// Nil for what is no such name or is not supported.
    init?(_ name: String) {
        for shape in Self.shapes where name.hasPrefix(shape.prefix) {
            guard let ending = Self.endings[String(name.dropFirst(shape.prefix.count))] else { continue }
            guard !ending.isProjected || !shape.projected.isEmpty else { return nil }
            // There is no comparing lookup with a level in arrays and cubes (GLSL 4.60, 8.9.2).
            guard ending.level != .lod || !["shadow2DArray", "shadowCube"].contains(shape.prefix) else { return nil }
            (self.shape, isProjected, level) = (shape, ending.isProjected, ending.level)
            return
        }
        return nil
    }

    static func isName(_ name: String) -> Bool {
        guard name.hasPrefix("texture") || name.hasPrefix("shadow") else { return false }
        return OldLookup(name) != nil || refused.contains { prefix in
            name.hasPrefix(prefix) && endings[String(name.dropFirst(prefix.count))] != nil
        }
    }

    /// The function that newer dialects have instead.
    var replacement: String {
        let ending = switch level {
        case .none: ""
        case .lod: "Lod"
        case .gradient: "Grad"
        }
        return "texture" + (isProjected ? "Proj" : "") + ending
    }

    /// The old function under another name, in one line for each form of it.
    func declarations(named name: String, stage: ShaderStage) -> [String] {
        let more = switch level {
        case .none: [""] + (stage.rules.hasPixels && shape.prefix != "shadow2DArray" ? ["float b"] : [])
        case .lod: ["float l"]
        case .gradient: ["\(shape.gradient) x, \(shape.gradient) y"]
        }
        let arguments = ["": "", "float b": ", b", "float l": ", l"]
        return (isProjected ? shape.projected : [shape.coordinate]).flatMap { coordinate in
            more.map { parameter in
                let call = "\(replacement)(s, p\(arguments[parameter] ?? ", x, y"))"
                // Comparing lookups gave four equal components: DEPTH_TEXTURE_MODE is gone, and glslang makes it so.
                let value = shape.prefix.hasPrefix("shadow") ? "vec4(\(call))" : call
                return "vec4 \(name)(\(shape.sampler) s, \(coordinate) p\(parameter.isEmpty ? "" : ", " + parameter)) { return \(value); }"
            }
        }
    }
}
