// LevelFields: the size and position of the mip level that each lane reads.
//
// Usually all lanes read one level. In this case the fields are loaded from the level's entry in the TextureRecord and copied to all lanes.

import Kernel

/// A level's size along one axis, in several forms. A form is loaded or computed only if it is used.
struct AxisSize {
    /// The words with which AxisRecord describes a size.
    enum Word: CaseIterable { case count, last, float, float256 }
    private let word: (Word) -> UIntLanes

    private init(word: @escaping (Word) -> UIntLanes) { self.word = word }
    /// - Parameter words: All four words.
    init(words: [Word: UIntLanes]) { self.init { words[$0]! } }
    /// The size of a level that all lanes read.
    init(_ record: RecordPointer<AxisRecord>) {
        self.init { word in
            switch word {
            case .count: record.load(\.count, .constant).broadcast().withSign(of: UInt32.self)
            case .last: record.load(\.last, .constant).broadcast().withSign(of: UInt32.self)
            case .float: record.load(\.float, .constant).broadcast().bits
            case .float256: record.load(\.float256, .constant).broadcast().bits
            }
        }
    }
    init(count: IntLanes) {
        self.init { word in
            switch word {
            case .count: count.withSign(of: UInt32.self)
            case .last: (count - 1).withSign(of: UInt32.self)
            case .float: count.converted(to: Float.self).bits
            case .float256: (count.converted(to: Float.self) * 256).bits
            }
        }
    }

    /// The number of texels.
    var count: IntLanes { word(.count).withSign(of: Int32.self) }
    /// The index of the last texel along the axis.
    var last: IntLanes { word(.last).withSign(of: Int32.self) }
    /// The number of texels.
    var float: FloatLanes { word(.float).reinterpreted(as: Float.self) }
    /// 256 times the number of texels along the axis.
    var float256: FloatLanes { word(.float256).reinterpreted(as: Float.self) }

    subscript(_ word: Word) -> UIntLanes { self.word(word) }
}

struct LevelFields {
    var width: AxisSize, height: AxisSize, slices: AxisSize
    /// The number of bytes from the base level to each lane's level; nil for the base level. Large textures have `farOffset` instead.
    var offset: IntLanes?
    var farOffset: Lanes<Int64>?
    /// The entry of lane 0's level in the TextureRecord.
    let entry: RecordPointer<LevelRecord>
    /// Whether all lanes read lane 0's level; nil if they always do. In the baseline tier `isUniform` is always nil, because no
    /// code of that tier uses `isUniform`.
    var isUniform: Condition?
}

/// The number of the level that each lane reads.
struct LevelIndex {
    /// The numbers, 0…last.
    var lanes: IntLanes
    /// The number of lane 0's level.
    var first: Scalar<Int32>
    /// Whether all lanes have the same level.
    var isUniform: Condition

    init(_ lanes: IntLanes) {
        self.lanes = lanes
        first = lanes[0]
        isUniform = (lanes .!= first.broadcast(lanes.count)).none
    }
    private init(lanes: IntLanes, first: Scalar<Int32>, isUniform: Condition) { self.lanes = lanes; self.first = first; self.isUniform = isUniform }

    /// Spreads the value of each quad to its four lanes.
    var onQuads: LevelIndex { LevelIndex(lanes: lanes.onQuads, first: first, isUniform: isUniform) }
    /// Returns the next coarser level, or the last level if there is none.
    func next(upTo last: Scalar<Int32>) -> LevelIndex {
        LevelIndex(lanes: (lanes + 1).minimum(last.broadcast(lanes.count)), first: (first + 1).minimum(last), isUniform: isUniform)
    }
}

extension SampleEmitter {
    func number(_ field: KeyPath<TextureRecord, Int32>) -> IntLanes { shape.load(field, .constant).broadcast() }
    func float(_ field: KeyPath<TextureRecord, Float>) -> FloatLanes { shape.load(field, .constant).broadcast() }

    private func axisSizes(_ entry: RecordPointer<LevelRecord>) -> [AxisSize] {
        [AxisSize(entry.part(\.width)), AxisSize(entry.part(\.height)), AxisSize(entry.part(\.slices))]
    }

    var baseLevel: LevelFields {
        let entry = shape.element(0, of: LevelRecord.self, at: TextureRecord.levels), sizes = axisSizes(entry)
        return LevelFields(width: sizes[0], height: sizes[1], slices: sizes[2], entry: entry)
    }

    func level(_ index: LevelIndex) -> LevelFields {
        let base = baseLevel, hasDepth = state.type == .d3
        let entry = shape.element(index.first, of: LevelRecord.self, at: TextureRecord.levels)
        func ofLanes() -> LevelFields {
            func shrunk(_ size: AxisSize) -> AxisSize { AxisSize(count: (size.count >> index.lanes).maximum(1)) }
            let offsets = base.entry.address(of: \.offset), entryOffsets = index.lanes * Int32(MemoryLayout<LevelRecord>.stride)
            return LevelFields(width: shrunk(base.width), height: shrunk(base.height), slices: hasDepth ? shrunk(base.slices) : base.slices,
                               offset: state.isLarge ? nil : offsets.gather(Int32.self, byteOffsets: entryOffsets),
                               farOffset: state.isLarge ? offsets.gather(Int64.self, byteOffsets: entryOffsets) : nil, entry: entry)
        }
        if builder.tier.findsLevelsByLane { return ofLanes() }

        let axes = hasDepth ? 3 : 2
        let words = (0..<axes).map { _ in AxisSize.Word.allCases.map { ($0, builder.variable(builder.lanes(UInt32(0)))) } }
        let offset = builder.variable(builder.lanes(Int32(0))), farOffset = builder.variable(builder.lanes(Int64(0)))
        func set(_ sizes: [AxisSize]) {
            for (size, words) in zip(sizes, words) { for (kind, variable) in words { variable.value = size[kind] } }
        }
        builder.if(index.isUniform, {
            set(Array(axisSizes(entry).prefix(axes)))
            let bytes = entry.load(\.offset, .constant)
            if state.isLarge { farOffset.value = bytes.broadcast() } else { offset.value = bytes.narrowed(to: Int32.self).broadcast() }
        }, else: {
            let fields = ofLanes()
            set([fields.width, fields.height, fields.slices])
            if let found = fields.farOffset { farOffset.value = found }
            if let found = fields.offset { offset.value = found }
        })
        let sizes = words.map { words in
            AxisSize(words: Dictionary(uniqueKeysWithValues: words.map { ($0, $1.value) }))
        }
        return LevelFields(width: sizes[0], height: sizes[1], slices: hasDepth ? sizes[2] : base.slices, offset: state.isLarge ? nil : offset.value,
                           farOffset: state.isLarge ? farOffset.value : nil, entry: entry, isUniform: index.isUniform)
    }

    /// Returns the size in bytes of a given number of texels.
    func bytes(_ texels: IntLanes) -> IntLanes {
        let size = state.bytesPerTexel
        return size == 1 ? texels : size & (size - 1) == 0 ? texels << Int32(size.trailingZeroBitCount) : texels * Int32(size)
    }
}
