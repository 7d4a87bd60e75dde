// Arithmetic: vector and matrix operations as scalar instructions, in one fixed order.
//
// Every platform must give the same bits, so the order of operations is part of the project's guarantees. This file alone defines the
// order:
// - Sums of products are computed from left to right: x·x′ + y·y′ + z·z′ + w·w′. Afterwards, the pass Contraction fuses some of the
//   products and sums.
// - M·v: component r is Σ over columns c of M[c][r]·v[c]. v·M: component c is dot(v, M[c]). A·B: column c is A·B[c].
// - length(v) = sqrt(dot(v, v)); inversesqrt(x) = 1 / sqrt(x); normalize(v) = v · inversesqrt(dot(v, v)).
// - mix(x, y, a) = x·(1 − a) + y·a; mod(x, y) = x − y·floor(x / y); fract(x) = x − floor(x).
// - mod(x, 0) with a constant 0 is x. GLSL leaves the result undefined; drivers give x.
// - smoothstep(a, a, x) is a step: 0 up to x = a, 1 above. GLSL leaves the result undefined. The quotient of GLSL's formula is −∞
//   for x < a, NaN for x = a and +∞ for x > a. Clamping gives 0, 0 and 1 for these quotients, as on graphics processors.
// - pow(x, n) with a constant integer n from 0 to 16 is a product, by repeated squaring: 1, x, x·x, (x·x)·x, (x·x)·(x·x), …
// - determinant and inverse use cofactors, as written below; inverse = adjugate · (1 / determinant).

extension ModuleBuilder {
    func add(_ x: Node, _ y: Node) -> Node { pure(.fadd, .float, x, y) }
    func subtract(_ x: Node, _ y: Node) -> Node { pure(.fsub, .float, x, y) }
    func multiply(_ x: Node, _ y: Node) -> Node { pure(.fmul, .float, x, y) }
    func divide(_ x: Node, _ y: Node) -> Node { pure(.fdiv, .float, x, y) }
    func negate(_ x: Node) -> Node { pure(.fneg, .float, x) }

    /// Returns x·y + z. If the pass Contraction fuses the product and the sum, the result is rounded only once.
    func multiplyAdd(_ x: Node, _ y: Node, _ z: Node) -> Node { add(multiply(x, y), z) }

    func dot(_ x: [Node], _ y: [Node]) -> Node {
        var sum = multiply(x[0], y[0])
        for k in x.indices.dropFirst() { sum = multiplyAdd(x[k], y[k], sum) }
        return sum
    }

    func inverseSquareRoot(_ x: Node) -> Node { divide(float(1), pure(.fsqrt, .float, x)) }
    func length(_ x: [Node]) -> Node { pure(.fsqrt, .float, dot(x, x)) }

    func clamp(_ x: Node, _ low: Node, _ high: Node) -> Node {
        pure(.fmin, .float, pure(.fmax, .float, x, low), high)
    }

    func mix(_ x: Node, _ y: Node, _ a: Node) -> Node {
        multiplyAdd(y, a, multiply(x, subtract(float(1), a)))
    }

    /// Returns x − y·floor(x / y). The result has the sign of y.
    func modulo(_ x: Node, _ y: Node) -> Node {
        if isZero(y) { return x }
        return subtract(x, multiply(y, pure(.ffloor, .float, divide(x, y))))
    }

    func smoothstep(_ edge0: Node, _ edge1: Node, _ x: Node) -> Node {
        // If edge1 is −0 and edge0 is 0, the difference is −0, and a division by −0 would give an infinity with the wrong sign.
        let width = isZero(edge0) && isZero(edge1) ? float(0) : subtract(edge1, edge0)
        let t = clamp(divide(subtract(x, edge0), width), float(0), float(1))
        return multiply(multiply(t, t), subtract(float(3), multiply(float(2), t)))
    }

    private func isZero(_ x: Node) -> Bool { constantBits(x).map { Float(bitPattern: $0) == 0 } ?? false }

    /// Returns x to the power of y. GLSL leaves the power of a negative x undefined. Shaders use negative x nevertheless, because drivers
    /// expand small powers to products.
    func power(_ x: Node, _ y: Node) -> Node {
        guard let exponent = constantBits(y).map({ Float(bitPattern: $0) }), Self.isProduct(exponent: exponent) else {
            return pure(.pow, .float, x, y)
        }
        guard exponent > 0 else { return float(1) }
        let digits = String(Int(exponent), radix: 2).dropFirst()
        return digits.reduce(x) { product, digit in
            let square = multiply(product, product)
            return digit == "1" ? multiply(square, x) : square
        }
    }

    static func isProduct(exponent: Float) -> Bool { (0...16).contains(exponent) && exponent == exponent.rounded() }

    func cross(_ x: [Node], _ y: [Node]) -> [Node] {
        func component(_ i: Int, _ j: Int) -> Node { subtract(multiply(x[i], y[j]), multiply(y[i], x[j])) }
        return [component(1, 2), component(2, 0), component(0, 1)]
    }

    /// Returns i − 2·dot(n, i)·n.
    func reflect(_ i: [Node], _ n: [Node]) -> [Node] {
        let twice = multiply(float(2), dot(n, i))
        return zip(i, n).map { subtract($0, multiply(twice, $1)) }
    }

    func refract(_ i: [Node], _ n: [Node], _ eta: Node) -> [Node] {
        let d = dot(n, i)
        let k = subtract(float(1), multiply(multiply(eta, eta), subtract(float(1), multiply(d, d))))
        let factor = multiplyAdd(eta, d, pure(.fsqrt, .float, k))
        let isTotal = pure(.flt, .bool, k, float(0))
        return zip(i, n).map { pure(.select, .float, isTotal, float(0), subtract(multiply(eta, $0), multiply(factor, $1))) }
    }

    /// Multiplies a matrix by a vector. The matrix is a list of columns; each column has `rows` scalars.
    func matrixTimesVector(_ matrix: [Node], _ vector: [Node], rows: Int) -> [Node] {
        (0..<rows).map { row in
            var sum = multiply(matrix[row], vector[0])
            for column in vector.indices.dropFirst() { sum = multiplyAdd(matrix[column * rows + row], vector[column], sum) }
            return sum
        }
    }

    func transpose(_ matrix: [Node], columns: Int) -> [Node] {
        let rows = matrix.count / columns
        return (0..<rows).flatMap { row in (0..<columns).map { matrix[$0 * rows + row] } }
    }

    func determinant(_ m: [Node], size: Int) -> Node {
        switch size {
        case 2: return subtract(multiply(m[0], m[3]), multiply(m[2], m[1]))
        default:
            // The determinant is expanded along the first column.
            let cofactors = (0..<size).map { cofactor(m, size: size, column: 0, row: $0) }
            return dot(Array(m[0..<size]), cofactors)
        }
    }

    /// Returns the cofactor: (−1)^(column+row) times the determinant of the matrix without this column and row.
    private func cofactor(_ m: [Node], size: Int, column: Int, row: Int) -> Node {
        var rest: [Node] = []
        for c in 0..<size where c != column {
            for r in 0..<size where r != row { rest.append(m[c * size + r]) }
        }
        let minor = size == 2 ? rest[0] : determinant(rest, size: size - 1)
        return (column + row) % 2 == 0 ? minor : negate(minor)
    }

    func inverse(_ m: [Node], size: Int) -> [Node] {
        var cofactors: [Node] = []
        for column in 0..<size {
            for row in 0..<size { cofactors.append(cofactor(m, size: size, column: column, row: row)) }
        }
        let determinant = dot(Array(m[0..<size]), Array(cofactors[0..<size]))
        let factor = divide(float(1), determinant)
        return transpose(cofactors, columns: size).map { multiply($0, factor) }
    }

    // MARK: Integers

    func less(_ x: Node, _ y: Node, isSigned: Bool) -> Node { pure(isSigned ? .iltS : .iltU, .bool, x, y) }

    /// Returns the remainder of x divided by y, with the sign of y.
    func signedModulo(_ x: Node, _ y: Node, _ type: ScalarType) -> Node {
        let remainder = pure(.iremS, type, x, y)
        let zero = constant(0, type)
        let differs = pure(.iltS, .bool, pure(.xor, type, remainder, y), zero)
        let needsShift = pure(.and, .bool, pure(.ine, .bool, remainder, zero), differs)
        return pure(.select, type, needsShift, pure(.iadd, type, remainder, y), remainder)
    }

    /// Returns the component at `index`; zero if the index is out of range.
    func element(_ values: [Node], at index: Node) -> Node {
        if let bits = constantBits(index) {
            return Int(bits) < values.count ? values[Int(bits)] : constant(0, type(values[0]))
        }
        var result = constant(0, type(values[0]))
        for (k, value) in values.enumerated() {
            result = pure(.select, type(value), pure(.ieq, .bool, index, constant(UInt32(k), type(index))), value, result)
        }
        return result
    }

    /// Returns the list of values with `value` at position `index`; the unchanged list if the index is out of range.
    func replacing(_ values: [Node], at index: Node, with value: Node) -> [Node] {
        values.enumerated().map { k, old in
            pure(.select, type(old), pure(.ieq, .bool, index, constant(UInt32(k), type(index))), value, old)
        }
    }
}
