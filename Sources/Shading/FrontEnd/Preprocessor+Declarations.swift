// Preprocessor, declarations: finds wrong declarations that glslang accepts and that can be recognised by a few neighbouring
// tokens.

extension Preprocessor {
    private static let booleans: Set<String> = ["bool", "bvec2", "bvec3", "bvec4"]
    private static let integers: Set<String> = ["int", "ivec2", "ivec3", "ivec4", "uint", "uvec2", "uvec3", "uvec4"]
    private static let vectors: Set<String> = ["vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "uvec2", "uvec3", "uvec4", "bvec2", "bvec3", "bvec4"]
    private static let precisions: Set<String> = ["lowp", "mediump", "highp"]
    /// Keywords that may precede the name of a called function.
    private static let wordsBeforeCalls: Set<String> = ["return", "else", "do", "case"]
    /// Words that GLSL 1.30 and later reserve, but that glslang accepts as names ("Keywords" of GLSL 1.30).
    private static let reservedWords: Set<String> = ["image1DShadow", "image2DShadow", "image1DArrayShadow", "image2DArrayShadow"]

    /// Scans the tokens once, and looks at each token together with the two tokens before it.
    mutating func refuseDeclarations() {
        let isModern = dialect.version >= (dialect.isES ? 300 : 130), hasPrecisions = dialect.isES || dialect.version >= 130
        let hasLocalFunctions = !dialect.isES && dialect.version < 120
        var braces = 0, isBody = false, isAttribute = false
        var before = "", beforeThat = "", isNameBefore = false, isNameBeforeThat = false
        for index in emitted.indices.dropFirst(headCount) where emitted[index].kind != .directive {
            let token = emitted[index], spelling = spellings[token.symbol], isName = token.kind == .identifier
            switch spelling {
            case "{":
                if braces == 0 { isBody = before == ")" }
                braces += 1
            case "}": braces -= 1
            case "attribute": isAttribute = true
            case ";": isAttribute = false
            case "(" where isBody && braces > 0 && !hasLocalFunctions && isNameBefore && isNameBeforeThat && !Self.wordsBeforeCalls.contains(beforeThat)
                && !Self.wordsBeforeCalls.contains(before) && before != "layout":
                report("'\(before)' : a function cannot be declared within another; declare it at global scope", at: token.place)
            case "(" where beforeThat == "[" && Self.vectors.contains(before) && isWholeIndex(openedAt: index):
                report("'[' : the size or index of an array must be a whole number, not \(before)", at: token.place)
            case _ where isName && hasPrecisions && Self.precisions.contains(before) && (Self.booleans.contains(spelling) || spelling == "struct"):
                report("'\(before)' : \(spelling == "struct" ? "a structure" : "\(spelling)") cannot have a precision; leave '\(before)' out", at: token.place)
            case _ where isAttribute && !isModern && (Self.booleans.contains(spelling) || Self.integers.contains(spelling)):
                report("'attribute' : attributes must be floats, vectors or matrices in this version, not \(spelling) (GLSL 1.20, 4.3.4)", at: token.place)
                isAttribute = false
            case _ where isName && isModern && !dialect.isES && Self.reservedWords.contains(spelling):
                report("'\(spelling)' : this word is reserved; choose another name", at: token.place)
            case "row_major" where dialect.version == 130 && enabledExtensions["GL_ARB_uniform_buffer_object"] != true:
                // GLSL 1.30 reserves `row_major`. From GLSL 1.40 on, the word is an identifier of layouts, and is not reserved.
                report("'row_major' : this word is reserved; choose another name", at: token.place)
            default: break
            }
            (beforeThat, before) = (before, spelling)
            (isNameBeforeThat, isNameBefore) = (isNameBefore, isName)
        }
    }

    /// Returns whether the parentheses that open at this token, with the word before them, are a whole index: the closing parenthesis comes
    /// directly before a `]`.
    private func isWholeIndex(openedAt opening: Int) -> Bool {
        var nesting = 0
        for index in emitted.indices[opening...] {
            switch spellings[emitted[index].symbol] {
            case "(": nesting += 1
            case ")":
                nesting -= 1
                if nesting == 0 { return index + 1 < emitted.count && spellings[emitted[index + 1].symbol] == "]" }
            case ";": return false
            default: break
            }
        }
        return false
    }

    mutating func refuseFunctions(_ outline: ShaderOutline) {
        let structures = outline.structures, holders = outline.structuresWithSamplers
        for function in outline.functions {
            if structures.contains(function.name) {
                report("'\(function.name)' : a function and a structure have this name; rename one of them", at: function.place)
            }
            if let type = function.outputs.first(where: { holders.contains($0.type) })?.type {
                report("'\(function.name)' : the structure \(type) holds a sampler, which a function cannot write; pass it as 'in'", at: function.place)
            }
            if let type = function.resultType.split(separator: " ").last.map(String.init), holders.contains(type) {
                report("'\(function.name)' : the structure \(type) holds a sampler, so it cannot be returned", at: function.place)
            }
            let signature = function.signature.withoutSizes
            if dialect.isES, !function.isDefined,
               let definition = outline.functions.first(where: { $0.isDefined && $0.signature.withoutSizes == signature }),
               let mine = function.precisions.first, let theirs = definition.precisions.first, mine.inherited == nil || theirs.inherited == nil,
               (mine.stated ?? mine.inherited) != (theirs.stated ?? theirs.inherited) {
                report("'\(function.name)' : the precision of the result must be that of the definition", at: function.place)
            }
            if !dialect.isES, dialect.version == 110, function.outputs.contains(where: { !$0.sizes.isEmpty }) {
                report("'\(function.name)' : an array cannot be an 'out' or 'inout' parameter in GLSL 1.10; write #version 120", at: function.place)
            }
        }
    }
}
