// ImageTexels: finds the texels of one image that the lanes of a kernel address, and reads and writes the bytes of these texels as words.

import Kernel
import ShadingKernel

struct ImageTexels {
    private let builder: KernelBuilder
    private let key: ImageKey
    private let record: RecordPointer<ImageUnitRecord>
    private let x: IntLanes, y: IntLanes, z: IntLanes
    /// The number of the sample; nil if the image is not multisampled.
    private let sample: IntLanes?
    private let isRow: Bool
    /// The lanes whose texel lies in the image.
    let exists: LaneMask
    /// The address of the image's first texel.
    let base: Pointer

    init(_ builder: KernelBuilder, _ key: ImageKey, _ record: RecordPointer<ImageUnitRecord>, _ operands: ImageOperands) {
        self.builder = builder; self.key = key; self.record = record
        let zero = builder.lanes(Int32(0))
        func coordinate(_ k: Int) -> IntLanes { k < operands.coordinate.count ? operands.coordinate[k] : zero }
        (x, y, z) = (coordinate(0), coordinate(1), coordinate(2))
        func isInside(_ coordinate: IntLanes, _ size: KeyPath<ImageUnitRecord, UInt32>) -> LaneMask {
            coordinate.withSign(of: UInt32.self) .< record.load(size, .constant).broadcast()
        }
        let isTexel = isInside(x, \.width) & isInside(y, \.height) & isInside(z, \.slices)
        sample = operands.sample
        exists = sample.map { isTexel & isInside($0, \.samples) } ?? isTexel
        base = record.load(\.base, .constant)
        isRow = operands.isRow && builder.tier == .optimized
    }

    private var texelSize: Int { key.format.bytesPerTexel }
    private var bytesPerRow: Scalar<Int64> { record.load(\.bytesPerRow, .constant) }
    private var bytesPerSlice: Scalar<Int64> { record.load(\.bytesPerSlice, .constant) }
    private var bytesPerSample: Scalar<Int64> { record.load(\.bytesPerSample, .constant) }

    /// The number of bytes from `base` to each lane's texel. The offsets of texels that do not exist are unspecified.
    var farOffsets: Lanes<Int64> {
        func product(_ coordinate: IntLanes, _ size: Scalar<Int64>) -> Lanes<Int64> { coordinate.widened(to: Int64.self) * size.broadcast() }
        let texel = product(z, bytesPerSlice) + product(y, bytesPerRow) + x.widened(to: Int64.self) * Int64(texelSize)
        return sample.map { texel + product($0, bytesPerSample) } ?? texel
    }
    private var nearOffsets: IntLanes {
        func product(_ coordinate: IntLanes, _ size: Scalar<Int64>) -> IntLanes { coordinate * size.narrowed(to: Int32.self).broadcast() }
        let texel = product(z, bytesPerSlice) + product(y, bytesPerRow) + x * Int32(texelSize)
        return sample.map { texel + product($0, bytesPerSample) } ?? texel
    }

    // MARK: Rows

    /// The address of the first lane's texel, if the lanes' texels are neighbours in a row.
    private var rowStart: Pointer {
        let texel = z[0].widened(to: Int64.self) * bytesPerSlice + y[0].widened(to: Int64.self) * bytesPerRow
            + x[0].widened(to: Int64.self) * Int64(texelSize)
        return base + (sample.map { texel + $0[0].widened(to: Int64.self) * bytesPerSample } ?? texel)
    }
    /// The distance in bytes from `rowStart` to each lane's texel, for texels of four words.
    private var rowOffsets: [Scalar<Int64>] { (0..<builder.lanes).map { builder.scalar(Int64(texelSize * $0)) } }

    // MARK: Words

    /// Returns the texels' bytes as words; 0 for texels that do not exist. The bits above the texel's last byte are unspecified.
    func words() -> [UIntLanes] {
        if !isRow { return gathered() }
        let results = (0..<(texelSize + 3) / 4).map { _ in builder.variable(builder.lanes(UInt32(0))) }
        builder.if(exists.all) {
            for (result, value) in zip(results, row()) { result.value = value }
        } else: {
            for (result, value) in zip(results, gathered()) { result.value = value }
        }
        return results.map(\.value)
    }
    private func row() -> [UIntLanes] {
        let start = rowStart
        switch texelSize {
        case 1: return [start.loadLanes(UInt8.self).widened(to: UInt32.self)]
        case 2: return [start.loadLanes(UInt16.self, alignment: 1).widened(to: UInt32.self)]
        case 4: return [start.loadLanes(UInt32.self, alignment: 1)]
        case 8:
            let both = start.loadLanes(UInt32.self, count: 2 * builder.lanes, alignment: 1)
            return [both.evenHalf, both.oddHalf]
        default: return start.loadRows(rowOffsets)
        }
    }
    private func gathered() -> [UIntLanes] {
        if key.isLarge { return gathered(farOffsets) }
        return gathered(nearOffsets)
    }
    private func gathered(_ offsets: Lanes<some IntegerElement>) -> [UIntLanes] {
        (0..<(texelSize + 3) / 4).map { (base + 4 * $0).gather(UInt32.self, byteOffsets: offsets, mask: exists) }
    }

    /// Writes texels for the lanes of `mask`.
    func store(_ words: [UIntLanes], mask: LaneMask) {
        let lanes = mask & exists
        if !isRow { return scatter(words, lanes) }
        builder.if(lanes.all) {
            let start = rowStart
            switch texelSize {
            case 1: start.store(words[0].narrowed(to: UInt8.self))
            case 2: start.store(words[0].narrowed(to: UInt16.self), alignment: 1)
            case 4: start.store(words[0], alignment: 1)
            case 8: start.store(words[0].interleaved(words[1]), alignment: 1)
            default: start.storeRows(words, stride: texelSize, alignment: 1)
            }
        } else: {
            scatter(words, lanes)
        }
    }
    private func scatter(_ words: [UIntLanes], _ lanes: LaneMask) {
        if key.isLarge { scatter(words, farOffsets, lanes) } else { scatter(words, nearOffsets, lanes) }
    }
    private func scatter(_ words: [UIntLanes], _ offsets: Lanes<some IntegerElement>, _ lanes: LaneMask) {
        switch texelSize {
        case 1: base.scatter(words[0].narrowed(to: UInt8.self), byteOffsets: offsets, mask: lanes)
        case 2: base.scatter(words[0].narrowed(to: UInt16.self), byteOffsets: offsets, mask: lanes)
        default: for (k, word) in words.enumerated() { (base + 4 * k).scatter(word, byteOffsets: offsets, mask: lanes) }
        }
    }
}
