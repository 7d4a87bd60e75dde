// FragmentEnvironment: gives a fragment shader its inputs, uniforms and textures.

import Kernel
import Shading
import ShadingKernel

struct FragmentEnvironment: ShaderEnvironment {
    let kernel: FragmentKernel
    let interpolation: Interpolation
    let stepBudget: Variable<Scalar<Int32>>

    init(kernel: FragmentKernel, interpolation: Interpolation) {
        self.kernel = kernel; self.interpolation = interpolation
        stepBudget = kernel.builder.variable(kernel.context.load(\.stepLimit, .constant))
    }
    private var textures: SamplerKernel {
        SamplerKernel(builder: kernel.builder, units: kernel.key.units, alike: kernel.key.alikeUnits, records: kernel.context.load(\.textures, .constant),
                      block: kernel.block, sharesCode: kernel.builder.tier.sharesLookups && kernel.module.instructions.count { $0.opcode == .texture } > 1)
    }
    var memory: any MemoryEnvironment {
        MemoryKernel(storageBlocks: kernel.context.load(\.storageBlocks, .constant),
                     images: ImageKernel(builder: kernel.builder, units: kernel.key.images, records: kernel.context.load(\.images, .constant),
                                         sRGB: (kernel.context.load(\.sRGBDecode, .constant), kernel.context.load(\.sRGBThresholds, .constant))),
                     writers: interpolation.coveredPixels, workGroup: nil)
    }
    var idle: LaneMask? { kernel.fillsUpWithOtherInputs ? ~interpolation.coveredQuads : nil }
    func input(_ component: Int) -> UIntLanes { interpolation.inputs[component]! }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes { interpolation.builtin(builtin) }
    func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes? { interpolation.wholeBuiltin(builtin) }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) { kernel.context.uniformBlock(index) }
    func texture(_ operation: TextureOperation, _ operands: TextureOperands, mask: LaneMask) -> [UIntLanes] {
        textures.sample(operation, operands, mask: mask)
    }
    func sharesWork(_ operation: TextureOperation, _ other: TextureOperation) -> Bool { textures.sharesWork(operation, other) }
    func textures(_ operations: [TextureOperation], _ operands: TextureOperands, mask: LaneMask) -> [[UIntLanes]] {
        textures.sample(together: operations, operands, mask: mask)
    }
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes] {
        textures.size(operation, unitOffset: unitOffset, level: level, mask: kernel.builder.mask(true))
    }
    func stopForStepLimit(loopEnd: Int) {
        kernel.report.store(kernel.builder.scalar(Int32(loopEnd)), \.failedLoop)
        kernel.builder.returnNow()
    }
}
