// BlendCodes: blends 8-bit codes with the integer rules of Blending.swift. Each 32-bit word holds two codes, in elements of 16
// bits.
//
// A product of two codes fits in 16 bits and is exact. The sum of two products may saturate at 65535, because every sum above 255²
// gives the code 255.

import Kernel

/// The codes 0…255 of texels in elements of 16 bits.
struct CodePairs {
    /// The elements of `even` are red and blue alternately; the elements of `odd` are green and alpha alternately.
    var even: Lanes<UInt16>, odd: Lanes<UInt16>

    init(even: Lanes<UInt16>, odd: Lanes<UInt16>) { self.even = even; self.odd = odd }
    /// Splits words of four bytes.
    init(_ words: UIntLanes) {
        let halves = words.reinterpreted(as: UInt16.self)
        even = halves & 0xFF; odd = halves >> 8
    }
    var words: UIntLanes { (even | odd << 8).reinterpreted(as: UInt32.self) }

    func map(_ change: (Lanes<UInt16>) -> Lanes<UInt16>) -> CodePairs { CodePairs(even: change(even), odd: change(odd)) }
    func with(_ other: CodePairs, _ combine: (Lanes<UInt16>, Lanes<UInt16>) -> Lanes<UInt16>) -> CodePairs {
        CodePairs(even: combine(even, other.even), odd: combine(odd, other.odd))
    }
    func all(_ code: UInt16) -> CodePairs { map { $0.constant(code) } }
    /// The alpha of each texel, copied to every channel.
    var alphas: CodePairs {
        let bytes = odd.reinterpreted(as: UInt8.self)
        let indices = (0..<bytes.count).map { $0 % 2 == 0 ? $0 / 4 * 4 + 2 : bytes.count }
        let alpha = bytes.shuffled(with: bytes.constant(0), indices).reinterpreted(as: UInt16.self)
        return CodePairs(even: alpha, odd: alpha)
    }
    var complement: CodePairs { map { $0 ^ 0xFF } }
}

/// The arithmetic that blends all four channels at once.
struct BlendCodes: BlendArithmetic {
    let source: CodePairs, source1: CodePairs, destination: CodePairs, constant: CodePairs

    func result(_ state: BlendState) -> CodePairs {
        let color = state.result(in: self, isAlpha: false)
        let isUniform = state.colorEquation == state.alphaEquation && state.colorSource == state.alphaSource
            && state.colorDestination == state.alphaDestination && state.colorSource != .sourceAlphaSaturated
            && state.colorDestination != .sourceAlphaSaturated
        if isUniform { return color }
        let alpha = state.result(in: self, isAlpha: true)
        let builder = color.odd.builder, count = color.odd.count
        let isAlpha = builder.lanes((0..<count).map { $0 % 2 == 0 ? 0 : UInt16.max })
        return CodePairs(even: color.even, odd: (color.odd & ~isAlpha) | (alpha.odd & isAlpha))
    }

    func zero() -> CodePairs { source.all(0) }
    func one() -> CodePairs { source.all(255) }
    func color(_ operand: BlendOperand) -> CodePairs {
        switch operand { case .source: source; case .source1: source1; case .destination: destination; case .constant: constant }
    }
    func alpha(_ operand: BlendOperand) -> CodePairs { color(operand).alphas }
    func complement(_ value: CodePairs) -> CodePairs { value.complement }
    func minimum(_ a: CodePairs, _ b: CodePairs) -> CodePairs { b.with(a) { $0.minimum($1) } }
    func maximum(_ a: CodePairs, _ b: CodePairs) -> CodePairs { a.with(b) { $0.maximum($1) } }

    /// A colour times its factor: the sum 255 · whole + rest, in which 255 · 255 stands for 1. A part that is nil counts as 0.
    struct Term {
        var whole: CodePairs?
        var rest: CodePairs?
    }
    func term(_ color: CodePairs, _ factor: BlendFactor, isAlpha: Bool) -> Term {
        switch factor {
        case .zero: Term()
        case .one: Term(whole: color)
        case .sourceAlphaSaturated where isAlpha: Term(whole: color)
        default: Term(rest: color.with(factor.value(in: self, isAlpha: isAlpha), *))
        }
    }
    func sum(_ a: Term, _ b: Term) -> CodePairs {
        let rests = [a.rest, b.rest].compactMap { $0 }, wholes = [a.whole, b.whole].compactMap { $0 }
        let products = rests.count == 2 ? rests[0].with(rests[1]) { $0.saturatingAdd($1).minimum(255 * 255) } : rests.first
        let parts = (products.map { [$0.map(div255)] } ?? []) + wholes
        guard let first = parts.first else { return zero() }
        // The upper byte of each element is 0, so a saturating sum of bytes stops at 255.
        return parts.dropFirst().reduce(first) { sum, part in
            sum.with(part) { $0.reinterpreted(as: UInt8.self).saturatingAdd($1.reinterpreted(as: UInt8.self)).reinterpreted(as: UInt16.self) }
        }
    }
    func difference(_ a: Term, _ b: Term) -> CodePairs {
        func product(_ term: Term) -> CodePairs { term.rest ?? term.whole?.map { $0 * 255 } ?? zero() }
        return product(a).with(product(b)) { div255($0.saturatingSubtract($1)) }
    }

    /// Returns ⌊(v + 127) / 255⌋ for v ≤ 255². The result is computed as ⌊t · 257 / 2¹⁶⌋ with t = v + 128, which is exact.
    private func div255(_ v: Lanes<UInt16>) -> Lanes<UInt16> { (v + 128).multipliedHigh(v.constant(257)) }
}
