// Preprocessor, embedded structures: handles structures that are defined inside another structure. GLSL 1.10 allows such structures
// (4.1.8), and later versions forbid them.
//
// glslang rejects such structures in all versions. So `struct S { struct T { int a; } t; } s;` becomes
// `struct T { int a; }; struct S { T t; } s;`. In the source and in the changed text, the name of the inner structure is visible after the outer structure.
//
// GLSL 1.10 also allows a storage qualifier before a structure without a variable, as in `uniform struct S { int a; };`. Without a
// variable, a storage qualifier has no effect, so this code removes the qualifier.

extension Preprocessor {
    /// Moves each inner structure in front of the statement that contains it.
    mutating func liftEmbeddedStructures() {
        let keyword = spellings.number(of: "struct")
        guard !dialect.isES, dialect.version < 120, emitted.contains(where: { $0.symbol == keyword }) else { return }
        var result: [PreprocessorToken] = Array(emitted[..<headCount])
        result.reserveCapacity(emitted.count)
        /// The open structures: the index of the keyword in `result`, and the number of open braces inside the structure.
        var open: [(start: Int, braces: Int)] = []
        /// `statement` is the index in `result` of the current statement's first token. `namelessCount` is the number of inner
        /// structures without a name so far.
        var statement = result.count, namelessCount = 0
        for (index, token) in zip(emitted.indices, emitted).dropFirst(headCount) {
            let spelling = token.kind == .directive ? "" : spellings[token.symbol]
            if token.symbol == keyword { open.append((result.count, 0)) }
            result.append(token)
            guard let last = open.indices.last else {
                if token.kind == .directive || [";", "{", "}"].contains(spelling) { statement = result.count }
                continue
            }
            switch spelling {
            case "{": open[last].braces += 1
            case "}":
                open[last].braces -= 1
                guard open[last].braces <= 0 else { break }
                let structure = open.removeLast()
                guard !open.isEmpty else {
                    let isAlone = index + 1 < emitted.count && spellings[emitted[index + 1].symbol] == ";"
                    if isAlone, result[statement..<structure.start].allSatisfy({ $0.kind == .identifier }) {
                        result.removeSubrange(statement..<structure.start)
                    }
                    break
                }
                var lifted = Array(result[structure.start...])
                if lifted.count > 1, lifted[1].kind != .identifier {
                    namelessCount += 1
                    let name = spellings.number(of: unusedName("structure\(namelessCount)", "embedded"))
                    lifted.insert(PreprocessorToken(kind: .identifier, hasSpaceBefore: true, symbol: name, place: token.place), at: 1)
                }
                let name = lifted[min(1, lifted.count - 1)]
                let semicolon = spellings.number(of: ";")
                lifted.append(PreprocessorToken(kind: .punctuator, hasSpaceBefore: false, symbol: semicolon, place: token.place))
                result.replaceSubrange(structure.start..., with: [name])
                result.insert(contentsOf: lifted, at: statement)
                statement += lifted.count
                for index in open.indices { open[index].start += lifted.count }
            case ";" where open[last].braces == 0: open = []
            default: break
            }
        }
        emitted = result
    }
}
