// Preprocessor, precisions of prototypes: handles functions for which the default precision changes between the prototype and the
// definition.
//
// For drivers, `precision highp float; void f(float); precision mediump float; void f(float x) { }` declares a single function.
// glslang reports an error, because glslang treats the default precision like a qualifier in the source. So this code changes the
// prototype's precision to the precision of the definition.

extension Preprocessor {
    mutating func unifyPrototypePrecisions(_ outline: ShaderOutline) {
        guard dialect.isES else { return }
        var places: [FunctionSignature: [ShaderOutline.PrecisionPlace]] = [:]
        // The definition's precision is used; without a definition, the precision of the first prototype.
        for function in outline.functions.filter(\.isDefined) + outline.functions.filter({ !$0.isDefined })
        where places[function.signature.withoutSizes] == nil {
            places[function.signature.withoutSizes] = function.precisions
        }
        var inserted: [(token: Int, precision: String)] = []
        for prototype in outline.functions where !prototype.isDefined {
            for (own, other) in zip(prototype.precisions, places[prototype.signature.withoutSizes] ?? []) {
                if let mine = own.inherited, let precision = other.inherited, mine != precision { inserted.append((own.token, precision)) }
            }
        }
        for (index, precision) in inserted.sorted(by: { $0.token > $1.token }) {
            emitted.insert(PreprocessorToken(kind: .identifier, hasSpaceBefore: true, symbol: spellings.number(of: precision),
                                             place: emitted[index].place), at: index)
        }
    }
}
