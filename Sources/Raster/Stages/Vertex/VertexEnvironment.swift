// VertexEnvironment: everything that a vertex shader in a kernel reads from outside: attributes, uniforms and textures.

import Kernel
import Shading
import ShadingKernel

struct VertexEnvironment: StageEnvironment {
    let kernel: VertexKernel
    let vertices: IntLanes
    let instance: IntLanes
    let stepBudget: Variable<Scalar<Int32>>
    /// The attributes, by input component. There is no element for a component without an attribute.
    let inputs: [Int: UIntLanes]
    /// The lanes that have a vertex. The other lanes of the last vertices only fill up.
    let isVertex: LaneMask
    private var builder: KernelBuilder { kernel.builder }

    init(kernel: VertexKernel, vertices: IntLanes, instance: IntLanes, inputs: [Int: UIntLanes], isVertex: LaneMask) {
        self.kernel = kernel; self.vertices = vertices; self.instance = instance; self.inputs = inputs; self.isVertex = isVertex
        stepBudget = kernel.builder.variable(kernel.context.load(\.stepLimit, .constant))
    }
    var report: RecordPointer<KernelReport> { kernel.report }
    var textures: SamplerKernel {
        SamplerKernel(builder: builder, units: kernel.key.units, alike: kernel.key.alikeUnits, records: kernel.context.load(\.textures, .constant), block: nil)
    }
    var memory: any MemoryEnvironment {
        MemoryKernel(storageBlocks: kernel.context.load(\.storageBlocks, .constant),
                     images: ImageKernel(builder: builder, units: kernel.key.images, records: kernel.context.load(\.images, .constant),
                                         sRGB: (kernel.context.load(\.sRGBDecode, .constant), kernel.context.load(\.sRGBThresholds, .constant))),
                     writers: isVertex, workGroup: nil)
    }
    func input(_ component: Int) -> UIntLanes { inputs[component] ?? builder.lanes(UInt32(0)) }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes {
        func scalar(_ value: Scalar<Int32>) -> UIntLanes { value.withSign(of: UInt32.self).broadcast() }
        switch builtin {
        case .vertexID: return vertices.withSign(of: UInt32.self)
        case .instanceID: return instance.withSign(of: UInt32.self)
        case .baseVertex: return scalar(kernel.transform.load(\.baseVertex, .constant))
        case .baseInstance: return scalar(kernel.transform.load(\.baseInstance, .constant))
        default: return builder.lanes(UInt32(0))
        }
    }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) { kernel.context.uniformBlock(index) }
}
