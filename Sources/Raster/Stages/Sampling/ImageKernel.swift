// ImageKernel: does the work of ImageUnits in kernels. ImageKernel emits the code of a shader's image accesses. This code gives the same
// bits as ImageUnits.
//
// The code of an access depends on the format of the unit's texels. If an index into an array of images selects the unit, the code runs
// once for each distinct unit that lanes select. If the lanes' texels are neighbours in a row of the image, one load or store accesses all
// of these texels.

import Kernel
import Shading
import ShadingKernel

/// Identifies the code that accesses an image unit.
struct ImageKey: Sendable, Hashable {
    var format: PixelFormat
    /// Whether 32-bit offsets cannot reach all texels.
    var isLarge: Bool

    /// Returns nil if the texture lacks the level or the layer.
    init?(_ binding: ImageBinding) {
        guard let image = BoundImage(binding) else { return nil }
        format = image.format
        isLarge = image.bytesPerSlice * image.slices > Int(Int32.max) - 64
    }

    /// Returns the keys of the image units, up to the last unit that the stage uses; nil for empty units and for units that the stage does
    /// not use.
    static func states(of call: some ShaderResources, usedBy module: ShaderModule) -> [ImageKey?] {
        var result: [ImageKey?] = []
        for operation in module.imageOperations {
            for unit in operation.unit..<operation.unit + max(1, operation.unitCount) where call.images.indices.contains(unit) {
                if result.count <= unit { result += [ImageKey?](repeating: nil, count: unit + 1 - result.count) }
                result[unit] = call.images[unit].flatMap { ImageKey($0) }
            }
        }
        return result
    }
}

extension ImageUnitRecord {
    /// Writes the records of a draw's or dispatch's image units.
    static func write(_ bindings: [ImageBinding?], to records: UnsafeMutableRawPointer) {
        for (unit, binding) in bindings.enumerated() {
            var record = ImageUnitRecord()
            if let image = binding.flatMap({ BoundImage($0) }) {
                record = ImageUnitRecord(base: image.base, bytesPerRow: Int64(image.bytesPerRow), bytesPerSlice: Int64(image.bytesPerSlice),
                                         bytesPerSample: Int64(image.bytesPerSample), width: UInt32(image.width), height: UInt32(image.height),
                                         slices: UInt32(image.slices), samples: UInt32(image.samples))
            }
            records.storeBytes(of: record, toByteOffset: unit * MemoryLayout<ImageUnitRecord>.stride, as: ImageUnitRecord.self)
        }
    }
}

struct ImageKernel {
    let builder: KernelBuilder
    /// The key of each image unit; nil for an empty unit.
    let units: [ImageKey?]
    /// An array of ImageUnitRecord, one per unit.
    let records: Pointer
    /// The addresses of the tables of sRGB codes.
    let sRGB: (decode: Pointer, encode: Pointer)

    /// Does the work of `ImageUnits.load`.
    func load(_ operation: ImageOperation, _ operands: ImageOperands, mask: LaneMask) -> [UIntLanes] {
        onEachUnit(operation, operands.unitOffset, mask: mask, resultCount: 4) { key, record, mask in
            let texels = ImageTexels(builder, key, record, operands)
            let words = texels.words(), layout = key.format.layout
            return layout.decode(in: LaneDecoder(builder, words: words) { sRGB.decode }).map { texels.exists.choose($0, 0) }
        }
    }
    /// Does the work of `ImageUnits.store` for the lanes of `mask`.
    func store(_ operation: ImageOperation, _ operands: ImageOperands, texel: [UIntLanes], mask: LaneMask) {
        _ = onEachUnit(operation, operands.unitOffset, mask: mask, resultCount: 0) { key, record, mask in
            let layout = key.format.layout
            var words = [UIntLanes?](repeating: nil, count: (layout.bytesPerTexel + 3) / 4)
            for k in 0..<layout.channelCount {
                let channel = layout.channel(k), code = layout.encode(k, in: LaneEncoder(registers: texel, sRGBEncode: sRGB.encode))
                let bits = channel.shiftInWord == 0 ? code : code << channel.shiftInWord
                words[channel.word] = words[channel.word].map { $0 | bits } ?? bits
            }
            ImageTexels(builder, key, record, operands).store(words.map { $0 ?? builder.lanes(0) }, mask: mask)
            return []
        }
    }
    /// Returns the width, the height, the depth or the number of layers, and the number of samples; zeros for an empty unit.
    func size(_ operation: ImageOperation, unitOffset: IntLanes?) -> [UIntLanes] {
        onEachUnit(operation, unitOffset, mask: builder.mask(true), resultCount: 4) { _, record, _ in
            let slices = record.load(\.slices, .constant)
            return [record.load(\.width, .constant), record.load(\.height, .constant), operation.dimension == .cube ? builder.scalar(1) : slices,
                    record.load(\.samples, .constant)]
                .map { $0.broadcast() }
        }
    }
    /// Calls `body` for the units whose texels have 32 bits: with the address of the image, the offset of each lane's texel, and
    /// the lanes of `mask` whose texel exists.
    func onWords(_ operation: ImageOperation, _ operands: ImageOperands, mask: LaneMask,
                 _ body: (Pointer, Lanes<Int64>, LaneMask) -> UIntLanes) -> UIntLanes {
        onEachUnit(operation, operands.unitOffset, mask: mask, resultCount: 1) { key, record, mask in
            if key.format.bytesPerTexel != 4 { return [builder.lanes(UInt32(0))] }
            let texels = ImageTexels(builder, key, record, operands)
            return [body(texels.base, texels.farOffsets, mask & texels.exists)]
        }[0]
    }

    private func key(_ unit: Int) -> ImageKey? { units.indices.contains(unit) ? units[unit] : nil }
    private func record(_ unit: Pointer) -> RecordPointer<ImageUnitRecord> { RecordPointer(array: unit) }
    private func unit(_ number: Int) -> Pointer { records + number * MemoryLayout<ImageUnitRecord>.stride }

    /// Emits `body` for each ImageKey among the units, and joins the results. The result is zero in lanes that select an empty unit.
    private func onEachUnit(_ operation: ImageOperation, _ offset: IntLanes?, mask: LaneMask, resultCount: Int,
                            _ body: (ImageKey, RecordPointer<ImageUnitRecord>, LaneMask) -> [UIntLanes]) -> [UIntLanes] {
        let empty = (0..<resultCount).map { _ in builder.lanes(UInt32(0)) }
        guard let offset, operation.unitCount > 1 else {
            return key(operation.unit).map { body($0, record(unit(operation.unit)), mask) } ?? empty
        }
        var numbers: [ImageKey: [Int]] = [:]
        for i in 0..<operation.unitCount { if let key = key(operation.unit + i) { numbers[key, default: []].append(i) } }
        let results = empty.map { builder.variable($0) }
        for (key, members) in numbers.sorted(by: { $0.value[0] < $1.value[0] }) {
            let users = members.reduce(builder.mask(false)) { $0 | (offset .== Int32($1)) }
            let rest = builder.variable(users & mask)
            builder.loop(while: { rest.value.any }) {
                let number = offset[rest.value.bits.trailingZeros().withSign(of: Int32.self)]
                let same = offset .== number.broadcast()
                let values = body(key, record(unit(operation.unit).element(number, stride: MemoryLayout<ImageUnitRecord>.stride)), rest.value & same)
                for (result, value) in zip(results, values) { result.value = same.choose(value, result.value) }
                rest.value = rest.value & ~same
            }
        }
        return results.map(\.value)
    }
}
