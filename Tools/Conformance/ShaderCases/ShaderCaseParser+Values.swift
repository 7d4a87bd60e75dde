// ShaderCaseParser+Values: `values { input vec2 a = [ vec2(1.0, 2.0) | vec2(3.0, 4.0) ]; … }`.

extension ShaderCaseParser {
    mutating func parseValues() throws(CaseFileError) -> ValueTable {
        let start = token.line
        var table = ValueTable()
        try expect("{")
        while !accept("}") {
            if accept("input") {
                table.inputs.append(try parseValue())
            } else if accept("uniform") {
                table.uniforms.append(try parseValue())
            } else if accept("output") {
                table.outputs.append(try parseValue())
            } else {
                throw unexpected("'input', 'uniform', 'output' or '}'")
            }
        }
        let all = table.inputs + table.uniforms + table.outputs
        if let first = all.first, let other = all.first(where: { $0.rowCount != first.rowCount }) {
            throw failure("'\(first.name)' has \(first.rowCount) values and '\(other.name)' has \(other.rowCount)", line: start)
        }
        return table
    }

    private mutating func parseValue() throws(CaseFileError) -> TableValue {
        guard token.kind == .word, let type = ElementType(token.text) else { throw unexpected("a type") }
        take()
        guard token.kind == .word || token.kind == .string else { throw unexpected("a name") }
        var value = TableValue(name: take().text, type: type, words: [])
        try expect("=")
        if accept("[") {
            repeat { try parseElement(type, into: &value.words) } while accept("|")
            try expect("]")
        } else {
            try parseElement(type, into: &value.words)
        }
        try expect(";")
        return value
    }

    private mutating func parseElement(_ type: ElementType, into words: inout [UInt32]) throws(CaseFileError) {
        guard type.scalarCount > 1 else { return words.append(try parseScalar(type.scalar)) }
        guard token.kind == .word, token.text == type.name || ElementType(token.text) == type else { throw unexpected("'\(type.name)'") }
        take()
        try expect("(")
        for index in 0..<type.scalarCount {
            if index > 0 { try expect(",") }
            words.append(try parseScalar(type.scalar))
        }
        try expect(")")
    }

    private mutating func parseScalar(_ scalar: ElementType.Scalar) throws(CaseFileError) -> UInt32 {
        if scalar == .bool {
            if accept("true") { return 1 }
            if accept("false") { return 0 }
            throw unexpected("'true' or 'false'")
        }
        let isNegative = accept("-")
        let sign = isNegative ? "-" : ""
        if scalar == .float {
            let number = try take(.float, "a number with a decimal point")
            // C accepts the number "1.", but Swift needs a digit after the point.
            let text = number.text.hasSuffix(".") ? number.text + "0" : number.text.replacing(".e", with: ".0e").replacing(".E", with: ".0E")
            guard let value = Float(sign + text) else { throw failure("'\(number.text)' is not a number", line: number.line) }
            return value.bitPattern
        }
        let number = try take(.integer, "an integer")
        guard let value = Int64(sign + number.text), value >= Int64(Int32.min), value <= Int64(UInt32.max) else {
            throw failure("'\(sign + number.text)' does not fit into 32 bits", line: number.line)
        }
        return UInt32(truncatingIfNeeded: value)
    }
}
