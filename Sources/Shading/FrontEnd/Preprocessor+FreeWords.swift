// Preprocessor, free words: names of the source that are none to glslang.
//
// It keeps words of later versions for itself in all of them, reads every `.length` as the method of arrays, and has types of later
// versions and of other languages for which a structure may be named. Each such name becomes another one in the text (`sourceNames`), and
// gets its own back in messages and in the names that SPIR-V holds.

extension Preprocessor {
    /// The first version on the desktop and the first of ES that have the words ("Keywords" of each specification).
    private static let laterWords: [(words: Set<String>, desktop: Int, es: Int)] = [
        (["common", "partition", "active", "filter", "case"], 130, 300),
    ]

    /// Whether there were any. Names are given by what the text holds, so that both stages give a member the same.
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

    /// Structures with the name of a type that the dialect does not have.
    private mutating func structuresNamedLikeTypes() -> Set<String> {
        let structure = spellings.number(of: "struct")
        let names = Set(zip(emitted, emitted.dropFirst()).filter { $0.symbol == structure && $1.kind == .identifier }.map { spellings[$1.symbol] })
        return names.filter { Self.isLikeType($0) && !GlslangSession.isTaken($0, dialect: dialect, stage: stage) }
    }

    /// Whether glslang may have a type of that name: all of them end so, or are named for what is sampled.
    private static func isLikeType(_ name: String) -> Bool {
        name.hasSuffix("_t") || ["uint", "double"].contains(name) || ["sampler", "image", "texture", "subpassInput"].contains { name.contains($0) }
            || ["vec", "mat"].contains { kind in
                name.firstRange(of: kind).map { name[$0.upperBound...].allSatisfy { $0.isNumber || $0 == "x" } && !name[$0.upperBound...].isEmpty } ?? false
            }
    }
}
