// FragmentEnvironment: the fragment shader's surroundings: inputs, uniforms, textures.

import Kernel
import Shading
import ShadingKernel

struct FragmentEnvironment: ShaderEnvironment {
    let kernel: FragmentKernel
    let interpolation: Interpolation
    let stepBudget: Variable<Scalar<Int32>>

    init(kernel: FragmentKernel, interpolation: Interpolation) {
        self.kernel = kernel; self.interpolation = interpolation
        stepBudget = kernel.builder.variable(kernel.context.load(Int32.self, at: DrawContext.stepLimit, .constant))
    }
    private var textures: SamplerKernel {
        SamplerKernel(builder: kernel.builder, units: kernel.key.units, records: kernel.context.loadPointer(at: DrawContext.textures, .constant), block: kernel.block,
                      sharesCode: kernel.builder.tier.sharesLookups && kernel.module.instructions.count { $0.opcode == .texture } > 1)
    }
    var idle: LaneMask? { kernel.fillsUpWithOtherInputs ? ~interpolation.coveredQuads : nil }
    func input(_ component: Int) -> UIntLanes { interpolation.inputs[component]! }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes { interpolation.builtin(builtin) }
    func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes? { interpolation.wholeBuiltin(builtin) }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) { DrawContext.uniformBlock(index, kernel.context) }
    func texture(_ operation: TextureOperation, _ operands: TextureOperands, mask: LaneMask) -> [UIntLanes] {
        textures.sample(operation, operands, mask: mask)
    }
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes] {
        textures.size(operation, unitOffset: unitOffset, level: level, mask: kernel.builder.mask(true))
    }
    func stopForStepLimit(loopEnd: Int) {
        kernel.report.store(kernel.builder.scalar(Int32(loopEnd)), at: KernelReport.failedLoop)
        kernel.builder.returnNow()
    }
}

extension DrawContext {
    static func uniformBlock(_ index: Int, _ context: Pointer) -> (base: Pointer, words: Scalar<UInt32>) {
        (context.loadPointer(at: uniformBlocks + 16 * index, .constant), context.load(UInt32.self, at: uniformBlocks + 16 * index + 8, .constant))
    }
}
