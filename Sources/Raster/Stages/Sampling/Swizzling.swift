// Swizzling: orders the components of a lookup's result (OpenGL 3.3 §3.8.16). The reference renderer and the code generator use the same
// functions. With the identity swizzle, the components keep their order, so a lookup without a swizzle costs nothing.

import Shading

extension TextureSwizzle {
    /// Returns the components in the swizzle's order.
    func ordered<Value>(_ components: [Value], zero: Value, one: Value) -> [Value] {
        (0..<4).map { component in
            switch self[component] {
            case .zero: zero
            case .one: one
            case let channel: components[Int(channel.rawValue)]
            }
        }
    }

    /// The source of the four words that a gather returns: one channel of the four texels, or a constant for all four words.
    enum Gathered {
        /// Channel 0…3 of each texel. A comparison has only channel 0, its outcome.
        case channel(Int)
        case zero, one
    }
    /// Returns the source of a gathered component. The result of a comparison is (outcome, 0, 0, 1) before the swizzle.
    func gathered(component: Int, isShadow: Bool) -> Gathered {
        switch self[isShadow ? 0 : component] {
        case .zero: .zero
        case .one: .one
        case let channel: isShadow && channel != .red ? (channel == .alpha ? .one : .zero) : .channel(Int(channel.rawValue))
        }
    }
}

extension TextureOperation {
    /// The number 1 as bits of the result's type.
    var oneBits: UInt32 { resultType == .float ? Float(1).bitPattern : 1 }
    /// The result if the unit has no texture. An empty unit counts as a texture whose texels are all (0, 0, 0, 1). A gather collects one
    /// component of these texels.
    var emptyResult: SIMD4<UInt32> {
        guard kind == .gather else { return SIMD4(0, 0, 0, oneBits) }
        return SIMD4(repeating: gatherComponent & 3 == 3 && !isShadow ? oneBits : 0)
    }
}
