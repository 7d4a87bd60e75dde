// FragmentEnvironment: gives a fragment shader its inputs, uniforms and textures.

import Kernel
import Shading
import ShadingKernel

struct FragmentEnvironment: StageEnvironment {
    let kernel: FragmentKernel
    let interpolation: Interpolation
    let stepBudget: Variable<Scalar<Int32>>

    init(kernel: FragmentKernel, interpolation: Interpolation) {
        self.kernel = kernel; self.interpolation = interpolation
        stepBudget = kernel.builder.variable(kernel.context.load(\.stepLimit, .constant))
    }
    var report: RecordPointer<KernelReport> { kernel.report }
    var textures: SamplerKernel {
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
}
