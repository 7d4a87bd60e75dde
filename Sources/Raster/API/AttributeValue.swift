import Shading

/// The value of a vertex attribute that comes from no buffer: four components x, y, z and w (glVertexAttrib4f, glVertexAttribI4i,
/// glVertexAttribI4ui). An attribute with fewer components takes the first components of the value. `RenderPass.setAttribute` sets a value.
///
/// The value is converted to the type with which the shader declares the attribute. A float becomes an int by rounding toward zero; numbers
/// out of range become the nearest int, and NaN becomes 0. If the shader declares a uint, the float is first converted to an int, and the
/// uint gets the bits of the int. An integer becomes the nearest float. A conversion between int and uint keeps the bits.
public enum AttributeValue: Sendable, Hashable, Codable {
    /// A value for float, vec2, vec3, vec4 and the columns of matrices.
    case float(SIMD4<Float>)
    /// A value for int and ivec.
    case int(SIMD4<Int32>)
    /// A value for uint and uvec.
    case uint(SIMD4<UInt32>)

    /// Returns the value as register bits of an input of type `type`: float, int or uint.
    package func words(as type: ScalarType) -> SIMD4<UInt32> {
        func map(_ word: (Int) -> UInt32) -> SIMD4<UInt32> { SIMD4(word(0), word(1), word(2), word(3)) }
        let isFloat = type == .float
        switch self {
        case .float(let value): return map { isFloat ? value[$0].bitPattern : UInt32(bitPattern: Int32(saturating: value[$0])) }
        case .int(let value): return map { isFloat ? Float(value[$0]).bitPattern : UInt32(bitPattern: value[$0]) }
        case .uint(let value): return map { isFloat ? Float(value[$0]).bitPattern : value[$0] }
        }
    }
}

/// The values that a draw gives to the attributes of its pipeline.
package struct AttributeValues: Sendable {
    /// All values that the pass has set, by attribute name.
    package var named: [String: AttributeValue] = [:]
    /// The values as register bits. Element n is the value for the input column that `Pipeline.fetch[n]` describes. An element is nil if
    /// the attribute has a buffer, or if `named` has no value for the attribute. The list is empty if all elements would be nil.
    package private(set) var words: [SIMD4<UInt32>?] = []

    package init() {}
    /// Chooses the values for the attributes of a pipeline.
    package mutating func resolve(for pipeline: Pipeline) {
        words = []
        if named.isEmpty { return }
        for (number, name) in pipeline.constantAttributes {
            guard let value = named[name] else { continue }
            if words.isEmpty { words = Array(repeating: nil, count: pipeline.fetch.count) }
            words[number] = value.words(as: pipeline.fetch[number].type)
        }
    }
    /// Whether two draws of one pipeline give values to the same attributes. The values may differ.
    func hasSameAttributes(as other: AttributeValues) -> Bool {
        words.count == other.words.count && zip(words, other.words).allSatisfy { ($0 == nil) == ($1 == nil) }
    }
}

extension DrawCall {
    /// The source of each input column of the vertex shader. If the draw sets the value of an attribute, the columns of this attribute have
    /// the source `given`.
    package var fetch: [VertexFetch] {
        if attributes.words.isEmpty { return pipeline.fetch }
        return zip(pipeline.fetch, attributes.words).enumerated().map { number, pair in
            var fetch = pair.0
            if pair.1 != nil { fetch.source = .given(number) }
            return fetch
        }
    }
}

extension Int32 {
    /// Converts a float to an integer, rounding toward zero. Values out of range become the nearest Int32, and NaN becomes 0.
    package init(saturating value: Float) {
        self = value.isNaN ? 0 : value >= 2147483648 ? .max : value <= -2147483648 ? .min : Int32(value)
    }
}
