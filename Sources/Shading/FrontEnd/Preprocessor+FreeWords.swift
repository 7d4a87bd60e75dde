// Preprocessor, free words: renames names of the source that glslang does not accept as names.
//
// glslang reserves words of later versions in all versions, and reads every `.length` as the method of arrays. glslang also has types that
// the dialect of the source does not have, from later versions and other languages. In the source, a structure may have the name of a type
// that only glslang has. Each name that glslang does not accept is replaced in the text; `sourceNames` keeps the original name. Messages
// and the names in SPIR-V show the original name.

extension Preprocessor {
    /// Groups of words, each with the first desktop version and the first ES version that reserve the words ("Keywords" of each
    /// specification).
    private static let laterWords: [(words: Set<String>, desktop: Int, es: Int)] = [
        (["common", "partition", "active", "filter", "case"], 130, 300),
    ]

    /// Renames the names that glslang does not accept. Returns true if a name was renamed. A new name is the original name with a suffix.
    /// All stages use the same suffix, so that all stages give a member the same name. A stage uses another suffix only if its text already
    /// contains the new name.
    mutating func renameFreeWords() -> Bool {
        var names = Self.laterWords.filter { dialect.version < (dialect.isES ? $0.es : $0.desktop) }.reduce(into: Set<String>()) { $0.formUnion($1.words) }
        names.formUnion(structuresNamedLikeTypes())
        let symbols = Set(names.filter(spellings.contains).map { spellings.number(of: $0) })
        let length = spellings.number(of: "length"), parenthesis = spellings.number(of: "(")
        var isRenamed = false
        for index in emitted.indices where emitted[index].kind == .identifier {
            let symbol = emitted[index].symbol
            let isVariable = symbol == length && !(index + 1 < emitted.count && emitted[index + 1].symbol == parenthesis)
            guard isVariable || symbols.contains(symbol) else { continue }
            let name = spellings[symbol]
            rename(index, to: unusedName(name, "ofShader"), from: name)
            isRenamed = true
        }
        return isRenamed
    }

    /// Structures whose name is the name of a glslang type that the dialect does not have.
    private mutating func structuresNamedLikeTypes() -> Set<String> {
        let structure = spellings.number(of: "struct")
        let names = Set(zip(emitted, emitted.dropFirst()).filter { $0.symbol == structure && $1.kind == .identifier }.map { spellings[$1.symbol] })
        return names.filter { Self.isLikeType($0) && !GlslangSession.isTaken($0, dialect: dialect, stage: stage) }
    }

    /// Returns whether glslang may have a type of this name. A type that only glslang has may have a name that ends in `_t`, the name
    /// `uint` or `double`, or a name in the form of a vector or matrix type. Or the name contains the name of a sampler or image type.
    private static func isLikeType(_ name: String) -> Bool {
        name.hasSuffix("_t") || ["uint", "double"].contains(name) || ["sampler", "image", "texture", "subpassInput"].contains { name.contains($0) }
            || ["vec", "mat"].contains { kind in
                name.firstRange(of: kind).map { name[$0.upperBound...].allSatisfy { $0.isNumber || $0 == "x" } && !name[$0.upperBound...].isEmpty } ?? false
            }
    }
}
