// FunctionSignature: the parts that distinguish overloaded functions (GLSL 4.60, 6.1): the name, and the types of the parameters
// with their array sizes.

struct FunctionSignature: Sendable, Hashable {
    struct Parameter: Sendable, Hashable {
        var type: String
        /// The sizes of the parameter's arrays, outermost first, as the source spells them.
        var sizes: [String]
    }
    var name: String
    var parameters: [Parameter]

    /// A copy of this signature: each literal size is written as a decimal number, and each other size is empty.
    fileprivate var withLiteralSizes: FunctionSignature { mapSizes { Self.number($0).map(String.init) ?? "" } }
    var withoutSizes: FunctionSignature { mapSizes { _ in "" } }
    fileprivate var hasOnlyLiteralSizes: Bool { parameters.allSatisfy { $0.sizes.allSatisfy { Self.number($0) != nil } } }

    private func mapSizes(_ change: (String) -> String) -> FunctionSignature {
        var result = self
        for index in result.parameters.indices { result.parameters[index].sizes = result.parameters[index].sizes.map(change) }
        return result
    }

    /// Parses `3`, `3u`, `0x3` and `03`; nil if the size is not a literal.
    private static func number(_ size: String) -> Int? {
        let digits = size.last.map { "uU".contains($0) } == true ? size.dropLast() : size[...]
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") { return Int(digits.dropFirst(2), radix: 16) }
        return Int(digits, radix: digits.hasPrefix("0") ? 8 : 10)
    }
}

/// A set of signatures. Sizes that are expressions, such as `N + 1`, are not evaluated. A size that is an expression counts as
/// equal to every other size, so `f(float[N])` and `f(float x[3])` count as one function.
struct FunctionSignatures {
    private var literal: Set<FunctionSignature> = []
    /// The signatures of the set, with all sizes removed: `shapes` has all signatures, and `openShapes` has only the signatures in which a
    /// size is an expression.
    private var shapes: Set<FunctionSignature> = []
    private var openShapes: Set<FunctionSignature> = []

    init(_ signatures: some Sequence<FunctionSignature>) { for signature in signatures { insert(signature) } }

    func contains(_ signature: FunctionSignature) -> Bool {
        let shape = signature.withoutSizes
        if openShapes.contains(shape) { return true }
        return signature.hasOnlyLiteralSizes ? literal.contains(signature.withLiteralSizes) : shapes.contains(shape)
    }

    /// - Returns: True if the set did not contain the signature.
    @discardableResult
    mutating func insert(_ signature: FunctionSignature) -> Bool {
        let isNew = !contains(signature), shape = signature.withoutSizes
        shapes.insert(shape)
        if signature.hasOnlyLiteralSizes { literal.insert(signature.withLiteralSizes) } else { openShapes.insert(shape) }
        return isNew
    }
}
