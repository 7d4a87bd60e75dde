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
    /// Alpha in every channel's place.
    var alphas: CodePairs {
        let bytes = odd.reinterpreted(as: UInt8.self)
        let places = (0..<bytes.count).map { $0 % 2 == 0 ? $0 / 4 * 4 + 2 : bytes.count }
        let alpha = bytes.shuffled(with: bytes.constant(0), places).reinterpreted(as: UInt16.self)
        return CodePairs(even: alpha, odd: alpha)
    }
    var complement: CodePairs { map { $0 ^ 0xFF } }
}

struct BlendCodes {
    let state: BlendState
    let source: CodePairs, source1: CodePairs, destination: CodePairs, constant: CodePairs

    var result: CodePairs {
        let color = result(state.colorEquation, state.colorSource, state.colorDestination, isAlpha: false)
        let isUniform = state.colorEquation == state.alphaEquation && state.colorSource == state.alphaSource
            && state.colorDestination == state.alphaDestination && state.colorSource != .sourceAlphaSaturated
            && state.colorDestination != .sourceAlphaSaturated
        if isUniform { return color }
        let alpha = result(state.alphaEquation, state.alphaSource, state.alphaDestination, isAlpha: true)
        let builder = color.odd.builder, count = color.odd.count
        let isAlpha = builder.lanes((0..<count).map { $0 % 2 == 0 ? 0 : UInt16.max })
        return CodePairs(even: color.even, odd: (color.odd & ~isAlpha) | (alpha.odd & isAlpha))
    }

    private func factor(_ factor: BlendFactor, isAlpha: Bool) -> CodePairs {
        switch factor {
        case .zero: source.all(0)
        case .one: source.all(255)
        case .sourceColor: source
        case .oneMinusSourceColor: source.complement
        case .destinationColor: destination
        case .oneMinusDestinationColor: destination.complement
        case .sourceAlpha: source.alphas
        case .oneMinusSourceAlpha: source.alphas.complement
        case .destinationAlpha: destination.alphas
        case .oneMinusDestinationAlpha: destination.alphas.complement
        case .constantColor: constant
        case .oneMinusConstantColor: constant.complement
        case .constantAlpha: constant.alphas
        case .oneMinusConstantAlpha: constant.alphas.complement
        case .sourceAlphaSaturated: isAlpha ? source.all(255) : source.alphas.with(destination.alphas.complement) { $0.minimum($1) }
        case .source1Color: source1
        case .oneMinusSource1Color: source1.complement
        case .source1Alpha: source1.alphas
        case .oneMinusSource1Alpha: source1.alphas.complement
        }
    }

    /// (v + 127) / 255 for v ≤ 255², exactly: with t = v + 128 it is ⌊t · 257 / 2¹⁶⌋.
    private func div255(_ v: Lanes<UInt16>) -> Lanes<UInt16> { (v + 128).multipliedHigh(v.constant(257)) }

    /// v·factor, as a part that is a multiple of 255, divided by it, and the rest.
    private func term(_ v: CodePairs, _ f: BlendFactor, isAlpha: Bool) -> (whole: CodePairs?, rest: CodePairs?) {
        switch f {
        case .zero: (nil, nil)
        case .one: (v, nil)
        case .sourceAlphaSaturated where isAlpha: (v, nil)
        default: (nil, v.with(factor(f, isAlpha: isAlpha), *))
        }
    }
    private func sum(_ a: (whole: CodePairs?, rest: CodePairs?), _ b: (whole: CodePairs?, rest: CodePairs?)) -> CodePairs {
        let rests = [a.rest, b.rest].compactMap { $0 }, wholes = [a.whole, b.whole].compactMap { $0 }
        let products = rests.count == 2 ? rests[0].with(rests[1]) { $0.saturatingAdd($1).minimum(255 * 255) } : rests.first
        let parts = (products.map { [$0.map(div255)] } ?? []) + wholes
        guard let first = parts.first else { return source.all(0) }
        // As bytes, the upper of which are 0.
        return parts.dropFirst().reduce(first) { sum, part in
            sum.with(part) { $0.reinterpreted(as: UInt8.self).saturatingAdd($1.reinterpreted(as: UInt8.self)).reinterpreted(as: UInt16.self) }
        }
    }

    private func result(_ equation: BlendEquation, _ sourceFactor: BlendFactor, _ destinationFactor: BlendFactor, isAlpha: Bool) -> CodePairs {
        func product(_ v: CodePairs, _ f: BlendFactor) -> CodePairs { v.with(factor(f, isAlpha: isAlpha), *) }
        func difference(_ a: CodePairs, _ b: CodePairs) -> CodePairs { a.with(b) { div255($0.saturatingSubtract($1)) } }
        switch equation {
        case .add: return sum(term(source, sourceFactor, isAlpha: isAlpha), term(destination, destinationFactor, isAlpha: isAlpha))
        case .subtract: return difference(product(source, sourceFactor), product(destination, destinationFactor))
        case .reverseSubtract: return difference(product(destination, destinationFactor), product(source, sourceFactor))
        case .min: return source.with(destination) { $0.minimum($1) }
        case .max: return source.with(destination) { $0.maximum($1) }
        }
    }
}
