// LaneEncoder: the TexelEncoder for the lanes of kernels. Blending and image stores write texels with LaneEncoder.

import Kernel

struct LaneEncoder: TexelEncoder {
    let registers: [UIntLanes]
    /// The address of `SRGBTables.thresholds`.
    let thresholds: Pointer
    func register(_ k: Int) -> UIntLanes { registers[k] }
    func sRGB(linear word: UIntLanes) -> UIntLanes {
        TexelEncoding.sRGB(word.asFloat) { thresholds.gather(Float.self, indices: $0.withSign(of: Int32.self)) }
    }
}
