// BlendCodes: blending of 8-bit codes, as Blending.swift defines it in integers, on two codes per 32-bit word.
//
// Products of two codes fit in 16 bits and are exact. Of a sum of two products above 255² the result is 255, so the sum
// may stop at 65535.

import Kernel

/// The codes 0…255 of texels in elements of 16 bits.
struct CodePairs {
    /// Red and blue in turn; green and alpha.
    var even: Lanes<UInt16>, odd: Lanes<UInt16>

    init(even: Lanes<UInt16>, odd: Lanes<UInt16>) { self.even = even; self.odd = odd }
    /// From the bytes of words.
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
    /// Alpha as every channel.
    var alphas: CodePairs {
        let bytes = odd.reinterpreted(as: UInt8.self)
        let indices = (0..<bytes.count).map { $0 % 2 == 0 ? $0 / 4 * 4 + 2 : bytes.count }
        let alpha = bytes.shuffled(with: bytes.constant(0), indices).reinterpreted(as: UInt16.self)
        return CodePairs(even: alpha, odd: alpha)
    }
    var complement: CodePairs { map { $0 ^ 0xFF } }
}

/// All channels at once.
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

    /// A color times its factor times 255, as a part that is a multiple of 255, divided by it, and the rest.
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
        // As bytes, the upper of which are 0.
        return parts.dropFirst().reduce(first) { sum, part in
            sum.with(part) { $0.reinterpreted(as: UInt8.self).saturatingAdd($1.reinterpreted(as: UInt8.self)).reinterpreted(as: UInt16.self) }
        }
    }
    func difference(_ a: Term, _ b: Term) -> CodePairs {
        func product(_ term: Term) -> CodePairs { term.rest ?? term.whole?.map { $0 * 255 } ?? zero() }
        return product(a).with(product(b)) { div255($0.saturatingSubtract($1)) }
    }

    /// (v + 127) / 255 for v ≤ 255², exactly: with t = v + 128 it is ⌊t · 257 / 2¹⁶⌋.
    private func div255(_ v: Lanes<UInt16>) -> Lanes<UInt16> { (v + 128).multipliedHigh(v.constant(257)) }
}
