// ShaderOutline: a stage's declarations at global scope. The outline contains facts that SPIR-V lacks. Linking needs some of these facts.
// For members, these facts are the precision, and whether the member is a bool. For blocks, the fact is the packing. For inputs, outputs
// and uniforms, the fact is the place in the source. For functions, these facts are the name, and whether the function has a body. Other
// facts are wrong declarations that glslang accepts.
//
// The outline is read from the preprocessed tokens of any text, even if the text is not valid GLSL. Reading an outline never fails;
// in an invalid text, fewer declarations are found.

struct ShaderOutline: Sendable {
    struct Function: Sendable {
        var name: String
        /// The result's type with its qualifiers, and the text of the parameters. Each type in the text has the precision that
        /// applies at the function's declaration, so the text keeps its meaning at other places.
        var resultType: String
        var parameters: String
        var signature: FunctionSignature
        /// The types of the parameters that are `out` or `inout`.
        var outputs: [FunctionSignature.Parameter]
        /// For the result and for each parameter: the place and the precision of its type.
        var precisions: [PrecisionPlace]
        var isDefined: Bool
        var place: ShaderLineMap.Location
        var isVoid: Bool { resultType.hasSuffix("void") }
        func text(body: String) -> String { "\(resultType) \(name)(\(parameters)) \(body)" }
    }
    /// The place of the type of a function's result or parameter, and the type's precision.
    struct PrecisionPlace: Sendable {
        /// The index of the type's name among the tokens.
        var token: Int
        /// The default precision of the type at this place. The value is nil if the source states a precision at this place, or if
        /// the type has no default precision.
        var inherited: String?
        /// The precision that the source states; nil if the source states no precision.
        var stated: String?
    }

    /// An input, output or uniform, or a block of such variables.
    struct Declaration: Sendable {
        /// The type with its array sizes, as the source spells it; for a block, the block's name.
        var type: String
        var place: ShaderLineMap.Location
    }
    /// Inputs, outputs and uniforms by their names; blocks by their block names.
    private(set) var declarations: [String: Declaration] = [:]
    /// Members of blocks without an instance name. The names of such members are global names. `type` is the name of the block.
    private(set) var anonymousMembers: [String: Declaration] = [:]
    /// The precision (lowp, mediump or highp) of members, by the structure's name and the member's name. The dictionary is empty for desktop GLSL.
    private(set) var memberPrecisions: [String: [String: String]] = [:]
    /// The members of type bool or bvec, by structure or uniform block. In SPIR-V these members are integers, because memory
    /// contains no bools.
    private(set) var booleanMembers: [String: Set<String>] = [:]
    /// The packing of blocks: shared, packed, std140 or std430.
    private(set) var blockPackings: [String: String] = [:]
    private(set) var functions: [Function] = []
    /// Blocks that have the same name as a function. glslang crashes on such blocks. A block's name must have no other use (GLSL
    /// 4.60, 4.3.9).
    var blocksNamedLikeFunctions: [(name: String, place: ShaderLineMap.Location)] {
        let functions = Set(functions.map(\.name))
        return blocks.filter { functions.contains($0.name) }
    }
    /// Blocks that have the same name as a global variable. A block's name must have no other use (GLSL 4.60, 4.3.9). If the
    /// variable is an array with initial values, glslang crashes.
    var blocksNamedLikeVariables: [(name: String, place: ShaderLineMap.Location)] {
        let functions = Set(functions.map(\.name))
        return blocks.filter { variables.contains($0.name) && !functions.contains($0.name) }
    }
    /// Variables that have the same name as a function. glslang accepts such a variable if the function is declared first and the
    /// variable is an array. In GLSL 1.10, functions have their own name space (GLSL 1.20, 4.2.6).
    var variablesNamedLikeFunctions: [(name: String, place: ShaderLineMap.Location)] {
        let functions = Set(functions.map(\.name))
        return arrays.filter { functions.contains($0.name) }
    }
    /// The names of global variables with any storage qualifier. The set may include names from inside initialisers. Names from inside
    /// initialisers do no harm, because a block must not have any of these names.
    private(set) var variables: Set<String> = []
    /// The global variables that are arrays.
    private var arrays: [(name: String, place: ShaderLineMap.Location)] = []
    /// Varyings and built-in variables that are declared invariant.
    private(set) var invariants: [String: ShaderLineMap.Location] = [:]
    /// `structures` has the names of all structures. `structuresWithSamplers` has the names of the structures that contain a sampler,
    /// directly or in a nested structure.
    private(set) var structures: Set<String> = []
    private(set) var structuresWithSamplers: Set<String> = []
    /// Blocks without a name.
    private(set) var namelessBlocks: [ShaderLineMap.Location] = []
    /// Arrays of uniform blocks that are declared without a size.
    private(set) var unsizedUniformBlocks: [(name: String, place: ShaderLineMap.Location)] = []
    /// For each storage block: whether its last member is an array without a size.
    private(set) var storageBlocks: [String: Bool] = [:]
    /// Structures and members whose names are reserved for built-in structures and members.
    private(set) var reservedStructureNames: [(name: String, place: ShaderLineMap.Location)] = []
    /// Blocks with any storage qualifier, even a qualifier that blocks must not have.
    private(set) var blocks: [(name: String, place: ShaderLineMap.Location)] = []
    /// Block instances whose names are reserved for built-in variables. Some of these names crash glslang.
    private(set) var reservedInstances: [(name: String, place: ShaderLineMap.Location)] = []
    /// Structures that are defined inside a function's parameter list.
    private(set) var parameterStructures: [ShaderLineMap.Location] = []
    /// Interpolation qualifiers of uniforms. These qualifiers are errors, because uniforms are not interpolated (GLSL 4.60, 4.3 and 4.5).
    private(set) var interpolatedUniforms: [(qualifier: String, place: ShaderLineMap.Location)] = []
    /// Whether a layout of a compute shader states a size of the work groups.
    private(set) var statesWorkGroupSize = false
    private static let noted: Set<String> = ["gl_FragColor", "gl_FragData", "gl_Position", "gl_WorkGroupSize"]
    /// For each name of `noted`: the place at which the name first occurs.
    private(set) var mentions: [String: ShaderLineMap.Location] = [:]

    private(set) var defaultPrecisions: [String: String] = [:]
    private var defaultPackings: [String: String] = [:]
    /// The keywords of the dialect's interpolation qualifiers.
    private var interpolations: Set<String> = []

    init() {}

    /// - Parameters:
    ///   - tokens: the tokens of the text; `PrecisionPlace` stores their indices.
    ///   - hasSamples: whether an extension adds the qualifier `sample` to the dialect.
    init(_ tokens: ArraySlice<PreprocessorToken>, _ spellings: SpellingTable, _ dialect: GLSLDialect, _ stage: ShaderStage,
         hasSamples: Bool = false) {
        if dialect.isES { defaultPrecisions = stage.rules.defaultPrecisions }
        if dialect.version >= (dialect.isES ? 300 : 130) {
            interpolations = ["flat", "smooth", "centroid"]
            if !dialect.isES { interpolations.insert("noperspective") }
            if hasSamples || dialect.version >= (dialect.isES ? 320 : 400) { interpolations.insert("sample") }
        }
        var words: [Word] = []
        var structure = StructureReader()
        var braces = 0, parentheses = 0
        var isBody = false
        for index in tokens.indices where tokens[index].kind != .directive {
            let token = tokens[index]
            let word = Word(spelling: spellings[token.symbol], place: token.place, token: index)
            if Self.noted.contains(word.spelling), mentions[word.spelling] == nil { mentions[word.spelling] = word.place }
            if stage == .compute, ["local_size_x", "local_size_y", "local_size_z"].contains(word.spelling) { statesWorkGroupSize = true }
            structure.add(word, to: &reservedStructureNames)
            switch word.spelling {
            case "struct" where braces == 0 && parentheses > 0: parameterStructures.append(token.place)
            case "(": parentheses += 1
            case ")": parentheses -= 1
            case "{":
                if braces == 0 { isBody = words.last?.spelling == ")" }
                braces += 1
            case "}":
                braces -= 1
                if braces == 0, isBody {
                    addFunction(words[...], isDefined: true)
                    words = []
                    isBody = false
                    continue
                }
            case ";" where braces == 0 && parentheses == 0:
                add(words, precision: dialect.isES)
                words = []
                continue
            default: break
            }
            // The scan skips the words of function bodies.
            if braces == 0 || !isBody { words.append(word) }
        }
    }

    /// Functions that are declared and have no body in this stage, except main, which has its own message.
    var bodilessFunctions: [Function] {
        var seen = FunctionSignatures(functions.filter(\.isDefined).map(\.signature))
        return functions.filter { $0.name != "main" && seen.insert($0.signature) }
    }

    // MARK: Declarations

    struct Word {
        var spelling: String
        var place: ShaderLineMap.Location
        /// The word's index among the tokens.
        var token: Int
        var isName: Bool { spelling.first.map { $0.isLetter || $0 == "_" } ?? false }
    }

    /// Scans all structures for names that begin with gl_.
    private struct StructureReader {
        /// How many braces and how many brackets are open since the keyword `struct`; nil outside of structures.
        private var nesting: (braces: Int, brackets: Int)?
        /// The state inside the declaration of a member. `hasType` is true after the member's type. `isTag` is true directly after
        /// `struct`.
        private var hasType = false
        private var isTag = false

        mutating func add(_ word: Word, to found: inout [(name: String, place: ShaderLineMap.Location)]) {
            if word.spelling == "struct" {
                if nesting == nil { nesting = (0, 0) }
                isTag = true
                return
            }
            guard var open = nesting else { return }
            defer { nesting = open.braces < 0 ? nil : open }
            let isReserved = word.spelling.hasPrefix("gl_")
            if isTag {
                isTag = false
                if isReserved { found.append((word.spelling, word.place)) }
                if word.isName { return }
            }
            switch word.spelling {
            case "{": open.braces += 1; hasType = false
            case "}":
                open.braces -= 1
                if open.braces == 0 { open.braces = -1 }
            case "[": open.brackets += 1
            case "]": open.brackets -= 1
            case ";": hasType = false
            case _ where open.braces == 0: open.braces = -1
            case _ where !word.isName || open.brackets > 0 || ShaderOutline.precisions.contains(word.spelling): break
            case _ where hasType: if isReserved { found.append((word.spelling, word.place)) }
            default: hasType = true
            }
        }
    }

    static let precisions: Set<String> = ["lowp", "mediump", "highp"]
    private static let storages: Set<String> = ["in", "out", "varying", "attribute", "uniform"]
    private static let qualifiers = storages.union(precisions)
        .union(["flat", "smooth", "noperspective", "centroid", "sample", "invariant", "precise", "patch", "const"])
    private static let booleans: Set<String> = ["bool", "bvec2", "bvec3", "bvec4"]
    /// The storage qualifiers of blocks whose members are in a buffer.
    private static let blockStorages: Set<String> = ["uniform", "buffer"]
    private static let packings: Set<String> = ["shared", "packed", "std140", "std430"]

    private mutating func add(_ words: [Word], precision hasPrecision: Bool) {
        if words.count == 3, words[0].spelling == "precision" {
            defaultPrecisions[words[2].spelling] = words[1].spelling
            return
        }
        noteInterpolation(words.prefix { $0.spelling != "{" && $0.spelling != "=" })
        noteInvariants(words)
        guard let open = words.firstIndex(where: { $0.spelling == "{" }) else {
            let packing = words.last { Self.packings.contains($0.spelling) }?.spelling
            if words.first?.spelling == "layout", let last = words.last, Self.blockStorages.contains(last.spelling), let packing {
                defaultPackings[last.spelling] = packing
            }
            addDeclarations(words)
            let count = functions.count
            addFunction(words[...], isDefined: false)
            if functions.count == count { noteVariables(words) }
            return
        }
        noteVariables(words)
        if let last = words[..<open].last, Self.storages.contains(last.spelling) || (last.spelling == ")" && words[0].spelling == "layout") {
            namelessBlocks.append(last.place)
        }
        guard open > 0, words[open - 1].isName, words[open - 1].spelling != "struct" else { return }
        let name = words[open - 1].spelling
        if open > 1, words[open - 2].spelling == "struct" {
            structures.insert(name)
            if words[open...].contains(where: { $0.isName && (Self.isSampler($0.spelling) || structuresWithSamplers.contains($0.spelling)) }) {
                structuresWithSamplers.insert(name)
            }
            addBooleans(words[(open + 1)...], of: name)
            if hasPrecision { addMembers(words[(open + 1)...], of: name) }
            return
        }
        blocks.append((name, words[open - 1].place))
        if let close = words.lastIndex(where: { $0.spelling == "}" }), let instance = words[(close + 1)...].first,
           Self.isReserved(instance: instance.spelling) {
            reservedInstances.append((instance.spelling, instance.place))
        }
        if words[..<open].contains(where: { Self.storages.contains($0.spelling) }) {
            declarations[name] = Declaration(type: name, place: words[open - 1].place)
            let close = words.lastIndex { $0.spelling == "}" } ?? words.count
            // A name after the block's closing brace is the instance name.
            if close == words.count - 1 {
                for member in words[(open + 1)..<close].split(whereSeparator: { $0.spelling == ";" }) {
                    for found in declarators(Array(member)).found { anonymousMembers[found.name.spelling] = Declaration(type: name, place: found.name.place) }
                }
            }
        }
        if let storage = words[..<(open - 1)].last(where: { Self.blockStorages.contains($0.spelling) })?.spelling {
            addBooleans(words[(open + 1)...], of: name)
            blockPackings[name] = words[..<open].last { Self.packings.contains($0.spelling) }?.spelling ?? defaultPackings[storage] ?? "shared"
        }
        if words[..<open].contains(where: { $0.spelling == "buffer" }) {
            let members = words[open...].split { $0.spelling == ";" }
            let last = members.last { $0.first?.spelling != "}" } ?? []
            storageBlocks[name] = zip(last, last.dropFirst()).contains { $0.spelling == "[" && $1.spelling == "]" }
        }
        if words[..<open].contains(where: { $0.spelling == "uniform" }) {
            let behind = words[(words.lastIndex { $0.spelling == "}" } ?? words.count - 1)...].dropFirst()
            if zip(behind, behind.dropFirst()).contains(where: { $0.spelling == "[" && $1.spelling == "]" }) {
                unsizedUniformBlocks.append((name, words[open - 1].place))
            }
        }
    }

    private static func isSampler(_ type: String) -> Bool { ["sampler", "isampler", "usampler"].contains { type.hasPrefix($0) } }

    /// The instance names `gl_in` and `gl_out` are allowed, because declarations of gl_PerVertex use these names (GLSL 4.60, 7.1.1).
    private static func isReserved(instance name: String) -> Bool { name.hasPrefix("gl_") && name != "gl_in" && name != "gl_out" }

    /// Records the variables that a declaration such as `float a = 1.0, b[2] = { 1.0, 2.0 }` or `struct S { float x; } a` declares.
    /// Instances of blocks are not recorded.
    private mutating func noteVariables(_ words: [Word]) {
        var declaration = words
        if let open = words.firstIndex(where: { $0.spelling == "{" }), let structure = words[..<open].lastIndex(where: { $0.spelling == "struct" }) {
            guard let close = words[open...].firstIndex(where: { $0.spelling == "}" }) else { return }
            declaration = [words[structure]] + words[(close + 1)...]
        } else if let open = words.firstIndex(where: { $0.spelling == "{" }), words[..<open].last?.spelling != "=" {
            return
        }
        let found = declarators(declaration).found
        variables.formUnion(found.map(\.name.spelling))
        arrays += found.filter { $0.type.hasSuffix("]") }.map { ($0.name.spelling, $0.name.place) }
    }

    /// Records the names in declarations such as `invariant varying vec4 a, b;` and `invariant a, b;`.
    private mutating func noteInvariants(_ words: [Word]) {
        guard words.contains(where: { $0.spelling == "invariant" }), !words.contains(where: { $0.spelling == "{" }) else { return }
        let found = declarators(words).found.map(\.name)
        // In a declaration without a type, `declarators` would read the first name as the type.
        let names = found.isEmpty || !words.contains(where: { Self.storages.contains($0.spelling) })
            ? words.filter { $0.isName && !Self.qualifiers.contains($0.spelling) } : found
        for name in names { invariants[name.spelling] = name.place }
    }

    private mutating func addDeclarations(_ words: [Word]) {
        let (found, isInterface) = declarators(words)
        if isInterface { for (name, type) in found { declarations[name.spelling] = Declaration(type: type, place: name.place) } }
    }
    /// Finds the names and types that a declaration such as `layout(location = 1) flat out vec4[1 + N] a[2], b` declares, and whether the
    /// declared variables are inputs, outputs or uniforms.
    private func declarators(_ words: [Word]) -> (found: [(name: Word, type: String)], isInterface: Bool) {
        var parentheses = 0, brackets = 0, isInterface = false, type: String?, name: Word?, sizes = "", isValue = false,
            found: [(name: Word, type: String)] = []
        func add() { if let type, let name { found.append((name, type + sizes)) } }
        for word in words {
            switch word.spelling {
            // An array size is a constant expression and may contain parentheses and commas.
            case "[", "]",
                 _ where brackets > 0:
                brackets += word.spelling == "[" ? 1 : word.spelling == "]" ? -1 : 0
                if isValue || parentheses > 0 { break }
                if name == nil { type?.append(word.spelling) } else { sizes += word.spelling }
            // In a declaration of variables, parentheses belong to a layout or to an initialiser.
            case "(": parentheses += 1
            case ")": parentheses -= 1
            case _ where parentheses > 0 || word.spelling == "layout": break
            case _ where Self.qualifiers.contains(word.spelling): if Self.storages.contains(word.spelling) { isInterface = true }
            case ",":
                add()
                (name, sizes, isValue) = (nil, "", false)
            case "=": isValue = true
            case _ where isValue || !word.isName: break
            case _ where type == nil: type = word.spelling
            case _ where name == nil: name = word
            default: break
            }
        }
        add()
        return (found, isInterface)
    }

    private mutating func noteInterpolation(_ head: ArraySlice<Word>) {
        guard head.contains(where: { $0.spelling == "uniform" }) else { return }
        // A qualifier is followed by another word, but a variable's name is not.
        let word = zip(head, head.dropFirst()).first { interpolations.contains($0.spelling) && $1.isName }?.0
        if let word { interpolatedUniforms.append((word.spelling, word.place)) }
    }

    private mutating func addMembers(_ words: ArraySlice<Word>, of structure: String) {
        var members: [String: String] = [:]
        for declaration in words.prefix(while: { $0.spelling != "}" }).split(whereSeparator: { $0.spelling == ";" }) {
            let explicit = declaration.first { Self.precisions.contains($0.spelling) }?.spelling
            let names = Self.outsideBrackets(declaration).filter { $0.isName && !Self.precisions.contains($0.spelling) }
            guard let type = names.first?.spelling, let base = Self.precisionBase(type) else { continue }
            for name in names.dropFirst() { members[name.spelling] = explicit ?? defaultPrecisions[base] }
        }
        memberPrecisions[structure] = members
    }

    private mutating func addBooleans(_ words: ArraySlice<Word>, of structure: String) {
        for declaration in words.prefix(while: { $0.spelling != "}" }).split(whereSeparator: { $0.spelling == ";" }) {
            guard let type = declaration.firstIndex(where: { Self.booleans.contains($0.spelling) }) else { continue }
            for word in Self.outsideBrackets(declaration[(type + 1)...]) where word.isName { booleanMembers[structure, default: []].insert(word.spelling) }
        }
    }

    private mutating func addFunction(_ words: ArraySlice<Word>, isDefined: Bool) {
        if let made = function(words, isDefined: isDefined) { functions.append(made) }
    }

    /// Returns the words outside of brackets, that is, without array sizes.
    static func outsideBrackets(_ words: some Sequence<Word>) -> [Word] {
        var brackets = 0
        return words.filter { word in
            if word.spelling == "[" { brackets += 1 }
            defer { if word.spelling == "]" { brackets -= 1 } }
            return brackets == 0
        }
    }

    /// Returns the type whose default precision applies to `type`; nil if no default precision applies.
    static func precisionBase(_ type: String) -> String? {
        if type == "float" || type.hasPrefix("vec") || type.hasPrefix("mat") { return "float" }
        return type == "int" || type == "uint" || type.hasPrefix("ivec") || type.hasPrefix("uvec") ? "int" : nil
    }
}
