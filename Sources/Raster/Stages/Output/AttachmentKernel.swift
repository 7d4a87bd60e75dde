// AttachmentKernel: emits the work of Blending and PixelCodec into kernels. The emitted code blends colours, converts the texels of
// attachments to register bits and back, and loads and stores texels.

import Kernel

// MARK: Blending

/// Blends in lanes by the rules of Blending. BlendKernel uses the same operations in the same order as Blender. 8-bit unorm formats blend
/// with BlendCodes, all other formats with floats.
struct BlendKernel {
    let builder: KernelBuilder
    let state: BlendState
    let format: PixelFormat
    /// The constant blend colour from the draw's context, before clamping.
    let constant: [Scalar<Float>]

    private var clampsSource: Bool { format.kind == .unorm }

    /// Blends with floats. The arguments and the result have four channels.
    func blend(source: [FloatLanes], source1: [FloatLanes], destination: [FloatLanes]) -> [FloatLanes] {
        func clamped(_ v: FloatLanes) -> FloatLanes { clampsSource ? TexelEncoding.clampedToUnit(v) : v }
        let source = source.map(clamped), source1 = source1.map(clamped), constant = constant.map { clamped($0.broadcast()) }
        return (0..<4).map { channel in
            state.result(in: LaneBlend(source: source, source1: source1, destination: destination, constant: constant, channel: channel), isAlpha: channel == 3)
        }
    }

    /// Blends codes 0…255, for formats that blend in integers. Each byte of a result's word is one code.
    /// - Parameter destination: The stored codes, one in each byte of a word.
    func blendCodes(source: [FloatLanes], source1: [FloatLanes], destination: UIntLanes) -> UIntLanes {
        BlendCodes(source: CodePairs(TexelCodeKernel.unormBytes(source)), source1: CodePairs(TexelCodeKernel.unormBytes(source1)),
                   destination: CodePairs(destination), constant: CodePairs(TexelCodeKernel.unormBytes(constant.map { $0.broadcast() }))).result(state).words
    }
}

/// The arithmetic that blends one of four channels, in lanes of floats.
private struct LaneBlend: BlendArithmetic {
    let source: [FloatLanes], source1: [FloatLanes], destination: [FloatLanes], constant: [FloatLanes]
    let channel: Int
    private func channels(_ operand: BlendOperand) -> [FloatLanes] {
        switch operand { case .source: source; case .source1: source1; case .destination: destination; case .constant: constant }
    }
    func zero() -> FloatLanes { source[0].constant(0) }
    func one() -> FloatLanes { source[0].constant(1) }
    func color(_ operand: BlendOperand) -> FloatLanes { channels(operand)[channel] }
    func alpha(_ operand: BlendOperand) -> FloatLanes { channels(operand)[3] }
    func complement(_ value: FloatLanes) -> FloatLanes { one() - value }
    func minimum(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { b.lesser(a) }
    func maximum(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { (a .> b).choose(a, b) }
    func term(_ color: FloatLanes, _ factor: BlendFactor, isAlpha: Bool) -> FloatLanes { color * factor.value(in: self, isAlpha: isAlpha) }
    func sum(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { a + b }
    func difference(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { a - b }
}

// MARK: Blending of 8-bit codes
//
// Blends 8-bit codes with the integer rules of Blending. Each 32-bit word holds two codes, in elements of 16 bits.
//
// A product of two codes fits in 16 bits and is exact. The sum of two products may saturate at 65535, because every sum above 255²
// gives the code 255.

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

    /// A colour times its factor: the sum 255 · whole + rest. A sum of 255 · 255 means the colour 1. A part that is nil counts as 0.
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

    /// Returns ⌊(v + 127) / 255⌋ for v ≤ 255². The code computes ⌊t · 257 / 2¹⁶⌋ with t = v + 128, which gives the same number.
    private func div255(_ v: Lanes<UInt16>) -> Lanes<UInt16> { (v + 128).multipliedHigh(v.constant(257)) }
}

// MARK: Codes of texels

/// Converts the texels of one format, one texel per lane. TexelCodeKernel does the work of PixelCodec in kernels: it converts texels of
/// every colour format to register bits and back, and it loads and stores depth keys and stencil values. TexelCoding has the rules, which
/// the kernel and PixelCodec share, so both give the same bits.
struct TexelCodeKernel {
    let builder: KernelBuilder
    let format: PixelFormat
    /// The addresses of the sRGB tables, from the draw's context.
    let sRGBDecode: Pointer
    let sRGBEncode: Pointer

    // MARK: Numbers

    /// Does the work of `TexelEncoding.unorm` with the maximum 255, for up to four channels at once. Each code is a byte of a word, because
    /// x86 has instructions that limit integers to bytes. A test compares the codes with `TexelEncoding.unorm`. If a channel is NaN,
    /// `lesser` returns this NaN, and `saturatedBytes` turns the NaN into 0.
    static func unormBytes(_ channels: [FloatLanes]) -> UIntLanes {
        let codes = channels.map { v in (v.constant(1).lesser(v) * 255).roundedToInteger() }
        let none = codes[0].constant(0)
        func code(_ i: Int) -> IntLanes { i < codes.count ? codes[i] : none }
        return IntLanes.saturatedBytes(code(0), code(1), code(2), code(3))
    }

    // MARK: Colour

    /// Does the work of `PixelCodec.loadTexel` for the lanes of `mask`. The format must be a colour format.
    func load(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> [UIntLanes] {
        let layout = format.layout
        // If a texel has whole words, or lies in half a word, one load reads all channels.
        let words = plane.hasWholeWords ? plane.loadTexels(position, mask: mask)
            : layout.bytesPerTexel == 2 ? [plane.loadHalfWords(position, mask: mask)] : []
        return layout.decode(in: LaneDecoder(builder, sRGBDecode: { sRGBDecode }) { channel in
            words.isEmpty ? self.load(channel, plane, position, mask: mask) : LaneDecoder.field(channel, of: words[channel.word])
        })
    }

    /// Does the work of `PixelCodec.storeTexel` for the lanes of `mask`. The format must be a colour format.
    func store(_ values: [UIntLanes], _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        let layout = format.layout
        if format.byteChannelCount == 4 {
            return plane.storeWords(Self.unormBytes(values.map { $0.reinterpreted(as: Float.self) }), position, mask: mask)
        }
        let codes = (0..<layout.channelCount).map { layout.encode($0, in: LaneEncoder(registers: values, sRGBEncode: sRGBEncode)) }
        if plane.hasWholeWords { return plane.storeTexels(words(of: codes), position, mask: mask) }
        if layout.bytesPerTexel == 2 { return plane.storeHalfWords(words(of: codes)[0], position, mask: mask) }
        for (k, code) in codes.enumerated() { store(code, layout.channel(k), plane, position, mask: mask) }
    }
    /// Combines the codes of the channels to the words of a texel.
    private func words(of codes: [UIntLanes]) -> [UIntLanes] {
        var words = [UIntLanes?](repeating: nil, count: max(1, format.layout.bytesPerTexel / 4))
        for (k, code) in codes.enumerated() {
            let channel = format.layout.channel(k), part = code << channel.shiftInWord
            words[channel.word] = words[channel.word].map { $0 | part } ?? part
        }
        return words.map { $0 ?? builder.lanes(UInt32(0)) }
    }
    /// Stores a channel that shares no byte with another channel.
    private func store(_ code: UIntLanes, _ channel: TexelChannel, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        switch channel.bits {
        case 8: plane.storeBytes(code, position, index: Int(channel.shift) / 8, mask: mask)
        case 16: plane.storeHalfWords(code, position, index: Int(channel.shift) / 16, mask: mask)
        default: plane.storeWords(code, position, index: Int(channel.shift) / 32, mask: mask)
        }
    }
    /// Loads a channel that shares no byte with another channel.
    private func load(_ channel: TexelChannel, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        switch channel.bits {
        case 8: plane.loadBytes(position, index: Int(channel.shift) / 8, mask: mask)
        case 16: plane.loadHalfWords(position, index: Int(channel.shift) / 16, mask: mask)
        default: plane.loadWords(position, index: Int(channel.shift) / 32, mask: mask)
        }
    }

    /// Does the work of `PixelCodec.combineTexel` for the lanes of `mask`. The format must have integers, or unorm or snorm
    /// channels.
    func combine(_ values: [UIntLanes], _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask, _ operation: LogicOperation,
                 _ channels: ColorWriteMask) {
        let layout = format.layout, isHalfWord = layout.bytesPerTexel == 2
        let codes = (0..<layout.channelCount).map { layout.encode($0, in: LaneEncoder(registers: values, sRGBEncode: sRGBEncode)) }
        guard layout.bytesPerTexel == 4 || isHalfWord else {
            for (k, code) in codes.enumerated() where channels.contains(channel: k) {
                let channel = layout.channel(k)
                store(operation.result(code, load(channel, plane, position, mask: mask)), channel, plane, position, mask: mask)
            }
            return
        }
        let stored = isHalfWord ? plane.loadHalfWords(position, mask: mask) : plane.loadWords(position, mask: mask)
        let bits = layout.bits(of: channels).x
        let combined = (operation.result(words(of: codes)[0], stored) & bits) | (stored & ~bits)
        if isHalfWord { plane.storeHalfWords(combined, position, mask: mask) } else { plane.storeWords(combined, position, mask: mask) }
    }

    // MARK: Codes of 8-bit unorm formats

    /// Returns the codes 0…255 of the channels as the bytes of one word, for the lanes of `mask`. Missing colours are 0, and a
    /// missing alpha is 255.
    func loadCodes(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        switch plane.bytesPerTexel {
        case 1: return plane.loadBytes(position, mask: mask) | 0xFF00_0000
        case 2: return plane.loadHalfWords(position, mask: mask) | 0xFF00_0000
        case 4: return plane.loadWords(position, mask: mask)
        default: break
        }
        let codes = (0..<format.channelCount).map { plane.loadBytes(position, index: $0, mask: mask) }
        func code(_ i: Int) -> UIntLanes { i < codes.count ? codes[i] : builder.lanes(UInt32(i == 3 ? 255 : 0)) }
        return UIntLanes.packedBytes(code(0), code(1), code(2), code(3))
    }
    func storeCodes(_ words: UIntLanes, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        switch plane.bytesPerTexel {
        case 1: return plane.storeBytes(words, position, mask: mask)
        case 2: return plane.storeHalfWords(words, position, mask: mask)
        case 4: return plane.storeWords(words, position, mask: mask)
        default: break
        }
        for i in 0..<format.channelCount { plane.storeBytes(words.byte(i), position, index: i, mask: mask) }
    }

    // MARK: Depth and stencil

    /// - Parameter isClamped: Whether `depth` is known to lie in 0…1.
    func depthKey(_ depth: FloatLanes, isClamped: Bool) -> UIntLanes { format.layout.depthKey(depth, isClamped: isClamped) }
    func loadDepthKey(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        if format.bytesPerTexel == 2 { return plane.loadHalfWords(position, mask: mask) }
        let word = plane.loadWords(position, mask: mask)
        return format.layout.encoding == .float ? depthKey(word.asFloat, isClamped: false) : word & depthChannel.maximum
    }
    func storeDepthKey(_ key: UIntLanes, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        if format.bytesPerTexel == 2 { return plane.storeHalfWords(key, position, mask: mask) }
        let bits = format.layout.depthBits(ofKey: key)
        if format.layout.encoding == .float { return plane.storeWords(bits, position, mask: mask) }
        let old = plane.loadWords(position, mask: mask)
        plane.storeWords((old & ~depthChannel.maximum) | bits, position, mask: mask)
    }
    private var depthChannel: TexelChannel {
        guard let channel = format.layout.depth else { preconditionFailure("\(format) has no depth") }
        return channel
    }
    private var stencilChannel: TexelChannel {
        guard let channel = format.layout.stencil else { preconditionFailure("\(format) has no stencil") }
        return channel
    }
    func loadStencil(_ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) -> UIntLanes {
        if format.bytesPerTexel == 4 { return LaneDecoder.field(stencilChannel, of: plane.loadWords(position, mask: mask)) }
        return plane.loadBytes(position, index: Int(stencilChannel.shift) / 8, mask: mask)
    }
    func storeStencil(_ value: UIntLanes, _ plane: TexelPlane, _ position: LanePixels, mask: LaneMask) {
        let channel = stencilChannel
        if format.bytesPerTexel != 4 { return plane.storeBytes(value, position, index: Int(channel.shift) / 8, mask: mask) }
        // Whole words are loaded and stored by rows. Single bytes would be loaded and stored lane by lane.
        let old = plane.loadWords(position, mask: mask), bits = channel.maximum << channel.shiftInWord
        plane.storeWords((old & ~bits) | ((value & channel.maximum) << channel.shiftInWord), position, mask: mask)
    }
}

// MARK: Planes

/// Loads and stores the texels of a kernel's lanes in one sample plane of an attachment.
///
/// Lanes may lie above the image's last row or to the right of its last column. For lanes outside of the image, loads read other texels, or
/// the memory that TexelStorage always allocates after an image. Stores obey the mask; they write other texels back unchanged if
/// `LanePixels.rewriting` allows it.
struct TexelPlane {
    let builder: KernelBuilder
    let block: TileBlock
    /// The address of texel (0, 0).
    let base: Pointer
    let bytesPerRow: Scalar<Int64>
    let bytesPerTexel: Int
    /// Whether the kernel also has code that accesses texels by rows, if it is known only at run time whether the lanes form a block.
    /// Access by rows is faster, but needs more code.
    private let prefersRows: Bool
    /// The addresses of the rows of the blocks whose first row was passed to `atRows`; empty if `atRows` was not called, or if
    /// texels are not accessed by rows.
    private var rows: [Pointer] = []

    init(builder: KernelBuilder, block: TileBlock, base: Pointer, bytesPerRow: Scalar<Int64>, bytesPerTexel: Int, isBlended: Bool = false) {
        prefersRows = isBlended || !builder.prefersGathers
        self.builder = builder; self.block = block; self.base = base; self.bytesPerRow = bytesPerRow; self.bytesPerTexel = bytesPerTexel
    }

    /// Returns the plane for blocks whose first row is `y`. The addresses of the rows are computed only once for all blocks of this row.
    func atRows(_ y: Scalar<Int32>) -> TexelPlane {
        guard hasWholeWords || bytesPerTexel <= 2 else { return self }
        var result = self
        result.rows = rows(from: y)
        return result
    }
    /// Returns the addresses of the rows of blocks whose first row is `y`.
    private func rows(from y: Scalar<Int32>) -> [Pointer] {
        let first = base + y.widened(to: Int64.self) * bytesPerRow
        return (0..<block.height).map { $0 == 0 ? first : first + bytesPerRow * Int64($0) }
    }
    /// Returns the address of a block's first texel in each row.
    private func rows(_ position: LanePixels) -> [Pointer] {
        (rows.isEmpty ? rows(from: position.corner.y) : rows).map { $0.element(position.corner.x, stride: bytesPerTexel) }
    }

    /// Returns the offsets of texels from `base`, in bytes. Images are smaller than 2 GiB, so 32 bits are enough.
    private func offsets(_ x: IntLanes, _ y: IntLanes) -> IntLanes {
        y * bytesPerRow.narrowed(to: Int32.self).broadcast(y.count) + x * Int32(bytesPerTexel)
    }
    private func offsets(_ position: LanePixels) -> IntLanes { offsets(position.x(), position.y()) }
    /// Returns the offset of the left texel of each pair of texels. A quad has one pair in each of its two rows.
    private func pairOffsets(_ position: LanePixels) -> IntLanes { offsets(position.x().evenHalf, position.y().evenHalf) }

    /// Whether a texel has one, two or four whole words, so that one load reads and one store writes a texel.
    var hasWholeWords: Bool { bytesPerTexel == 4 || bytesPerTexel == 8 || bytesPerTexel == 16 }

    /// Loads all words of each texel. `hasWholeWords` must be true.
    func loadTexels(_ position: LanePixels, mask: LaneMask) -> [UIntLanes] {
        switch bytesPerTexel {
        case 4: return [loadWords(position, mask: mask)]
        case 8:
            let texels = load(UInt64.self, position) {
                builder.prefersGathers ? base.gather(UInt64.self, byteOffsets: offsets(position), mask: mask) : base.loadEach(byteOffsets: offsets(position))
            }.reinterpreted(as: UInt32.self)
            return [texels.evenHalf, texels.oddHalf]
        default: return base.loadRows(offsets(position).withSign(of: UInt32.self).offsets())
        }
    }
    /// Stores all words of each texel. `hasWholeWords` must be true.
    func storeTexels(_ words: [UIntLanes], _ position: LanePixels, mask: LaneMask) {
        switch bytesPerTexel {
        case 4: storeWords(words[0], position, mask: mask)
        case 8: store(words[0].interleaved(words[1]).reinterpreted(as: UInt64.self), position, mask: mask)
        default:
            func places() -> [Scalar<Int64>] { offsets(position).withSign(of: UInt32.self).offsets() }
            builder.if(mask.all, { base.storeRows(words, byteOffsets: places()) }, else: {
                if case .allowed = position.rewriting { return base.rewriteRows(words, byteOffsets: places(), mask: mask) }
                for (index, word) in words.enumerated() { storeWords(word, position, index: index, mask: mask) }
            })
        }
    }

    /// Loads the 32-bit word with the number `index` of each texel. `bytesPerTexel` is a multiple of 4.
    func loadWords(_ position: LanePixels, index: Int = 0, mask: LaneMask) -> UIntLanes {
        if bytesPerTexel != 4 { return base.gather(UInt32.self, byteOffsets: offsets(position) + Int32(4 * index), mask: mask) }
        return load(UInt32.self, position) {
            builder.prefersGathers ? base.gather(UInt32.self, byteOffsets: offsets(position), mask: mask)
                : base.loadEach(byteOffsets: pairOffsets(position)).reinterpreted(as: UInt32.self)
        }
    }
    func storeWords(_ words: UIntLanes, _ position: LanePixels, index: Int = 0, mask: LaneMask) {
        if bytesPerTexel != 4 { return base.scatter(words, byteOffsets: offsets(position) + Int32(4 * index), mask: mask) }
        store(words, position, mask: mask)
    }
    func loadHalfWords(_ position: LanePixels, index: Int = 0, mask: LaneMask) -> UIntLanes {
        func gathered() -> UIntLanes { base.gatherHalfWords(byteOffsets: offsets(position) + Int32(2 * index), mask: mask) }
        if bytesPerTexel != 2 { return gathered() }
        return load(UInt16.self, position) { gathered().narrowed(to: UInt16.self) }.widened(to: UInt32.self)
    }
    func storeHalfWords(_ words: UIntLanes, _ position: LanePixels, index: Int = 0, mask: LaneMask) {
        let elements = words.narrowed(to: UInt16.self)
        if bytesPerTexel != 2 { return base.scatter(elements, byteOffsets: offsets(position) + Int32(2 * index), mask: mask) }
        store(elements, position, mask: mask)
    }
    func loadBytes(_ position: LanePixels, index: Int = 0, mask: LaneMask) -> UIntLanes {
        func gathered() -> UIntLanes { base.gatherBytes(byteOffsets: offsets(position) + Int32(index), mask: mask) }
        if bytesPerTexel != 1 { return gathered() }
        return load(UInt8.self, position) { gathered().narrowed(to: UInt8.self) }.widened(to: UInt32.self)
    }
    func storeBytes(_ words: UIntLanes, _ position: LanePixels, index: Int = 0, mask: LaneMask) {
        let elements = words.narrowed(to: UInt8.self)
        if bytesPerTexel != 1 { return base.scatter(elements, byteOffsets: offsets(position) + Int32(index), mask: mask) }
        store(elements, position, mask: mask)
    }

    // MARK: Elements that are whole texels

    /// Loads one element per texel. An element has as many bytes as a texel.
    /// - Parameter each: Loads the elements of lanes that form no block.
    private func load<Element: LaneElement>(_ type: Element.Type, _ position: LanePixels, each: () -> Lanes<Element>) -> Lanes<Element> {
        guard prefersRows || position.isBlock == nil else { return each() }
        func block() -> Lanes<Element> {
            let rows = rows(position).map { $0.loadLanes(type, count: self.block.width, alignment: rowAlignment) }
            return Lanes.joined(rows).shuffled(self.block.rowMajorOfLane)
        }
        guard let isBlock = position.isBlock else { return block() }
        return builder.choose(isBlock, block, else: each)
    }
    /// Stores one element per texel. An element has as many bytes as a texel.
    private func store<Element: IntegerElement>(_ elements: Lanes<Element>, _ position: LanePixels, mask: LaneMask) {
        func storeEach() {
            if builder.prefersGathers { return base.scatter(elements, byteOffsets: offsets(position), mask: mask) }
            base.storePairs(elements, byteOffsets: pairOffsets(position), mask: mask, rewriting: position.rewriting)
        }
        guard prefersRows || position.isBlock == nil else { return storeEach() }
        func storeBlock() {
            let ordered = elements.shuffled(block.laneOfRowMajor), rows = rows(position)
            func range(_ y: Int) -> Range<Int> { y * block.width ..< (y + 1) * block.width }
            func storeSome(_ rewriting: Rewriting) {
                let orderedMask = mask.shuffled(block.laneOfRowMajor)
                for (y, row) in rows.enumerated() {
                    row.store(ordered.slice(range(y)), mask: orderedMask.slice(range(y)), alignment: rowAlignment, rewriting: rewriting)
                }
            }
            func storeSome() {
                // One branch decides for all rows.
                builder.decide(position.rewriting, allowed: { storeSome(.allowed) }, forbidden: { storeSome(.forbidden) })
            }
            if builder.prefersGathers { return storeSome() }
            builder.if(mask.all, {
                for (y, row) in rows.enumerated() { row.store(ordered.slice(range(y)), alignment: rowAlignment) }
            }, else: storeSome)
        }
        guard let isBlock = position.isBlock else { return storeBlock() }
        builder.if(isBlock, storeBlock, else: storeEach)
    }
    /// The alignment of a row of texels.
    private var rowAlignment: Int { min(bytesPerTexel, 4) }
}
