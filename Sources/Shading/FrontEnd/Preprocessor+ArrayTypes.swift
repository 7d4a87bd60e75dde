// Preprocessor, array types: handles array types of GLSL ES 1.00 such as `float[2] x`.
//
// The grammar of GLSL ES 1.00 has only `float x[2]`. Drivers also accept the form `float[2] x` of the later versions, and public shader
// files of version 1.00 use this form. glslang refuses this form, so this code writes the size after each name instead.

extension Preprocessor {
    /// A size with more than `sizeLimit` tokens is not moved. The size is repeated for each name, so moving a longer size could make the
    /// text too large.
    private static let sizeLimit = 64

    mutating func moveArraySizes() {
        guard dialect.version == 100 else { return }
        let open = spellings.number(of: "["), close = spellings.number(of: "]"), loop = spellings.number(of: "for")
        let parenthesis = spellings.number(of: "("), closing = spellings.number(of: ")")
        let comma = spellings.number(of: ","), end = spellings.number(of: ";")
        let tokens = emitted
        guard tokens.indices.dropFirst(headCount).contains(where: { tokens[$0].symbol == close && isName(tokens, $0 + 1) }) else { return }
        let closings = closingBrackets(tokens, open, close)
        var result = Array(tokens[..<headCount])
        result.reserveCapacity(tokens.count)
        /// For each open parenthesis, whether `for` precedes it.
        var parentheses: [Bool] = []
        /// `size` is the size that the names of the current declaration get. `depth` is the number of parentheses that are open
        /// around this declaration.
        var size: ArraySlice<PreprocessorToken> = [], depth = 0
        var index = headCount
        while index < tokens.count {
            let token = tokens[index]
            if token.symbol == open, size.isEmpty, isName(tokens, index - 1), let last = closings[index], isName(tokens, last + 1),
               last - index <= Self.sizeLimit {
                (size, depth) = (tokens[index...last], parentheses.count)
                warn("'[' : this version has the size of an array behind the name; write \(spellings[tokens[index - 1].symbol]) "
                    + "\(spellings[tokens[last + 1].symbol])[…]", at: token.place)
                result.append(tokens[last + 1])
                result += size
                index = last + 2
                continue
            }
            switch token.symbol {
            case parenthesis: parentheses.append(index > headCount && tokens[index - 1].symbol == loop)
            case closing:
                _ = parentheses.popLast()
                if parentheses.count < depth { size = [] }
            case end where parentheses.count == depth: size = []
            default: break
            }
            result.append(token)
            // Among parameters, a comma ends the declaration. Elsewhere, a comma separates names of one declaration.
            if token.symbol == comma, parentheses.count == depth, !size.isEmpty {
                if parentheses.last == false {
                    size = []
                } else if isName(tokens, index + 1) {
                    result.append(tokens[index + 1])
                    result += size
                    index += 1
                }
            }
            index += 1
        }
        emitted = result
    }

    private func isName(_ tokens: [PreprocessorToken], _ index: Int) -> Bool {
        tokens.indices.contains(index) && index >= headCount && tokens[index].kind == .identifier
    }

    /// Maps the index of each opening bracket to the index of its closing bracket. An opening bracket that is not closed in the same
    /// statement has no entry.
    private mutating func closingBrackets(_ tokens: [PreprocessorToken], _ open: Int32, _ close: Int32) -> [Int: Int] {
        let ends = Set([";", "{", "}"].map { spellings.number(of: $0) })
        var result: [Int: Int] = [:], nesting: [Int] = []
        for index in tokens.indices.dropFirst(headCount) {
            let symbol = tokens[index].symbol
            if symbol == open { nesting.append(index) }
            if symbol == close, let opening = nesting.popLast() { result[opening] = index }
            if ends.contains(symbol) { nesting = [] }
        }
        return result
    }
}
