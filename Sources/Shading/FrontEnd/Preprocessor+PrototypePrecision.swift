// Preprocessor, precisions of prototypes: a function that is declared under one default precision and defined under another.
//
// `precision highp float; void f(float); precision mediump float; void f(float x) { }` declares one function twice to drivers, and to
// glslang it is an error, since it takes the default for a qualifier that the source states. The prototype gets the definition's.

extension Preprocessor {
    mutating func unifyPrototypePrecisions(_ outline: ShaderOutline) {
        guard dialect.isES else { return }
        var places: [FunctionSignature: [ShaderOutline.PrecisionPlace]] = [:]
        // The definition counts; without one the first prototype does.
        for function in outline.functions.filter(\.isDefined) + outline.functions.filter({ !$0.isDefined }) where places[function.signature.withoutSizes] == nil {
            places[function.signature.withoutSizes] = function.precisions
        }
        var inserted: [(token: Int, precision: String)] = []
        for prototype in outline.functions where !prototype.isDefined {
            for (own, other) in zip(prototype.precisions, places[prototype.signature.withoutSizes] ?? []) {
                if let mine = own.inherited, let precision = other.inherited, mine != precision { inserted.append((own.token, precision)) }
            }
        }
        for (index, precision) in inserted.sorted(by: { $0.token > $1.token }) {
            emitted.insert(PreprocessorToken(kind: .identifier, hasSpaceBefore: true, symbol: spellings.number(of: precision), place: emitted[index].place), at: index)
        }
    }
}
