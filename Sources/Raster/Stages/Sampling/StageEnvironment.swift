// StageEnvironment: what the surroundings of the shaders of all stages share: texture lookups, and the report of a loop that runs too long.

import Kernel
import Shading
import ShadingKernel

protocol StageEnvironment: ShaderEnvironment {
    /// Emits the lookups in the texture units of the draw or dispatch.
    var textures: SamplerKernel { get }
    /// The report of the kernel call.
    var report: RecordPointer<KernelReport> { get }
}

extension StageEnvironment {
    func texture(_ operation: TextureOperation, _ operands: TextureOperands, mask: LaneMask) -> [UIntLanes] { textures.sample(operation, operands, mask: mask) }
    func sharesWork(_ operation: TextureOperation, _ other: TextureOperation) -> Bool { textures.sharesWork(operation, other) }
    func textures(_ operations: [TextureOperation], _ operands: TextureOperands, mask: LaneMask) -> [[UIntLanes]] {
        textures.sample(together: operations, operands, mask: mask)
    }
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes] {
        textures.size(operation, unitOffset: unitOffset, level: level, mask: textures.builder.mask(true))
    }
    func stopForStepLimit(loopEnd: Int) {
        let builder = textures.builder
        report.store(builder.scalar(Int32(loopEnd)), \.failedLoop)
        builder.returnNow()
    }
}
