// LevelFields: the size and place of the mip level that each lane reads.

import Kernel

struct LevelFields {
    /// Texels.
    var width: IntLanes, height: IntLanes, slices: IntLanes
    var floatWidth: FloatLanes, floatHeight: FloatLanes, floatSlices: FloatLanes
    var bytesPerRow: IntLanes
    /// Bytes from the base level, per lane; nil for the base level. `farOffset` for large textures.
    var offset: IntLanes?
    var farOffset: Lanes<Int64>?
    /// Whether all lanes read the same level; nil: always.
    var isUniform: Condition?
}

extension UnitSampler {
    func number(_ offset: Int) -> IntLanes { record.load(Int32.self, at: offset, .constant).broadcast() }
    func float(_ offset: Int) -> FloatLanes { record.load(Float.self, at: offset, .constant).broadcast() }

    var baseLevel: LevelFields {
        LevelFields(width: number(TextureRecord.width), height: number(TextureRecord.height), slices: number(TextureRecord.slices),
                    floatWidth: float(TextureRecord.floatWidth), floatHeight: float(TextureRecord.floatHeight),
                    floatSlices: float(TextureRecord.floatSlices), bytesPerRow: bytes(number(TextureRecord.width)))
    }

    /// - Parameter index: 0…last.
    func level(_ index: IntLanes) -> LevelFields {
        func shrunk(_ offset: Int) -> IntLanes { (number(offset) >> index).maximum(1) }
        let width = shrunk(TextureRecord.width), height = shrunk(TextureRecord.height)
        let slices = state.type == .d3 ? shrunk(TextureRecord.slices) : number(TextureRecord.slices)
        var fields = LevelFields(width: width, height: height, slices: slices, floatWidth: width.converted(to: Float.self),
                                 floatHeight: height.converted(to: Float.self), floatSlices: slices.converted(to: Float.self), bytesPerRow: bytes(width))
        let offsets = record + TextureRecord.levelOffsets
        if builder.form == .quick {
            if state.isLarge { fields.farOffset = offsets.gather(Int64.self, indices: index) } else { fields.offset = offsets.gather(Int32.self, byteOffsets: index << 3) }
            return fields
        }
        // Mostly all lanes read one level.
        let first = index[0]
        let differs = (index .!= first.broadcast()).any
        fields.isUniform = ~differs
        if state.isLarge {
            fields.farOffset = builder.choose(differs) { offsets.gather(Int64.self, indices: index) }
                else: { offsets.element(first, stride: 8).load(Int64.self, .constant).broadcast() }
        } else {
            fields.offset = builder.choose(differs) { offsets.gather(Int32.self, byteOffsets: index << 3) }
                else: { offsets.element(first, stride: 8).load(Int32.self, .constant).broadcast() }
        }
        return fields
    }

    /// Texels to bytes.
    func bytes(_ texels: IntLanes) -> IntLanes {
        let size = state.bytesPerTexel
        return size == 1 ? texels : size & (size - 1) == 0 ? texels << Int32(size.trailingZeroBitCount) : texels * Int32(size)
    }
}
