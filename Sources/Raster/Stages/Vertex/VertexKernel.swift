// VertexKernel: fetches vertices, runs the vertex shader and writes its results, W vertices at a time: rows that set-up reads, or rows that a
// geometry shader reads. Each pair of program and VertexKey has its own kernel.

import Kernel
import Shading
import ShadingKernel

struct VertexKernel {
    let builder: KernelBuilder
    let program: LinkedProgram
    let key: VertexKey
    let context: RecordPointer<DrawContext>
    let report: RecordPointer<KernelReport>
    let transform: RecordPointer<TransformRecord>

    static func build(_ builder: KernelBuilder, program: LinkedProgram, key: VertexKey) {
        let contextByteCount = DrawContext.byteCount(blockCount: program.interface.uniformBlocks.count, fetchCount: key.fetch.count)
        builder.define(VertexArguments.entry) { arguments in
            let kernel = VertexKernel(builder: builder, program: program, key: key,
                                      context: arguments.record(\.context, byteCount: contextByteCount, "DrawContext"),
                                      report: arguments.record(\.report, "KernelReport"), transform: arguments.record(\.transform, "TransformRecord"))
            let numbers = arguments.load(\.numbers, .constant), instances = arguments.load(\.instances, .constant)
            let count = arguments.load(\.count, .constant), rows = arguments.load(\.rows, .constant)
            let rowKernel = key.rows.map {
                RowKernel(builder, program: program, key: $0, transform: kernel.transform, rows: rows, capacity: arguments.load(\.capacity, .constant))
            }
            builder.forEach(from: builder.scalar(Int32(0)), to: count, step: Int32(builder.lanes)) { first in
                let vertices = numbers.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                let instance = instances.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                let emitter = kernel.shade(vertices, instance, first: first, count: count)
                if let rowKernel {
                    rowKernel.store(first: first, emitter.slot)
                } else {
                    kernel.storeInputs(rows, first: first, emitter.slot)
                }
            }
        }
    }

    private var module: ShaderModule { program.vertex }

    /// Fetches the shader's inputs. Returns them by component.
    private func inputs(_ vertices: IntLanes, _ instance: IntLanes) -> [Int: UIntLanes] {
        let attributes = VertexFetchKernel(builder: builder, context: context, blockCount: program.interface.uniformBlocks.count)
        let baseInstance = transform.load(\.baseInstance, .constant)
        var inputs: [Int: UIntLanes] = [:]
        for (number, fetch) in key.fetch.enumerated() {
            let values = attributes.fetch(fetch, number: number, divisor: key.divisors[number], vertices: vertices, instance: instance,
                                          baseInstance: baseInstance)
            for k in 0..<fetch.componentCount { inputs[fetch.firstComponent + k] = values[k] }
        }
        return inputs
    }

    private func shade(_ vertices: IntLanes, _ instance: IntLanes, first: Scalar<Int32>, count: Scalar<Int32>) -> ShaderEmitter {
        let isVertex = module.writesMemory ? builder.firstLanes(count - first) : builder.mask(true)
        let environment = VertexEnvironment(kernel: self, vertices: vertices, instance: instance, inputs: inputs(vertices, instance), isVertex: isVertex)
        let emitter = ShaderEmitter(module, builder: builder, environment: environment)
        emitter.emit()
        return emitter
    }

    /// Writes the outputs of W vertices that the geometry shader reads, as one row for each vertex.
    private func storeInputs(_ rows: Pointer, first: Scalar<Int32>, _ slot: (Int) -> UIntLanes) {
        let stride = GeometryInputRows.stride(program), row = rows.element(first, stride: stride), slots = program.interface.geometryInputs
        for start in Swift.stride(from: 0, to: slots.count, by: 4) {
            let words = (start..<start + 4).map { $0 < slots.count && slots[$0] >= 0 ? slot(slots[$0]) : builder.lanes(UInt32(0)) }
            row.storeRows(words, stride: stride, at: 4 * start, alignment: 16)
        }
    }
}

/// All facts, except the program, on which a vertex kernel's code depends.
struct VertexKey: Sendable, Hashable {
    var fetch: [VertexFetch]
    var divisors: [Int]
    /// How the rows for set-up are written; nil if a geometry shader reads the vertices.
    var rows: RowKey?
    /// The key of each texture unit; nil for a unit that is empty or not read.
    var units: [SamplerKey?]
    /// The texture units whose lookups at one coordinate share work.
    var alikeUnits: AlikeUnits
    /// The key of each image unit; nil for a unit that is empty or not used.
    var images: [ImageKey?]
}

/// The arguments of one call of a vertex kernel, which shades a chunk's vertices.
struct VertexArguments: KernelRecord {
    static let entry = EntryPoint<VertexArguments>("vertices")
    var context: UnsafePointer<DrawContext>
    var report: UnsafeMutablePointer<KernelReport>
    var transform: UnsafePointer<TransformRecord>
    /// The number and the instance of each vertex, padded to whole groups of lanes.
    var numbers: UnsafePointer<Int32>, instances: UnsafePointer<Int32>
    var count: Int32
    /// The number of vertices for which `rows` has room.
    var capacity: Int32
    /// The results; see VertexRows.
    var rows: UnsafeMutableRawPointer
}

/// The values of a draw that vertex kernels need besides the context: the window transform, the size of points, and the base vertex
/// and instance.
struct TransformRecord: KernelRecord {
    var scaleX: Float, translateX: Float, scaleY: Float, translateY: Float, scaleZ: Float, translateZ: Float
    var guardX: Float, guardY: Float
    /// The size of points in pixels if points do not get the size that the shader writes.
    var pointSize: Float
    var baseVertex: Int32, baseInstance: Int32

    init(_ transform: ViewportTransform, _ call: DrawCall) {
        scaleX = transform.scaleX; translateX = transform.translateX
        scaleY = transform.scaleY; translateY = transform.translateY
        scaleZ = transform.scaleZ; translateZ = transform.translateZ
        guardX = transform.guardX; guardY = transform.guardY
        pointSize = call.pipeline.state.pointSize
        baseVertex = Int32(truncatingIfNeeded: call.baseVertex); baseInstance = Int32(truncatingIfNeeded: call.baseInstance)
    }
}

/// Everything that a vertex shader in a kernel reads from outside: attributes, uniforms and textures.
struct VertexEnvironment: StageEnvironment {
    let kernel: VertexKernel
    let vertices: IntLanes
    let instance: IntLanes
    let stepBudget: Variable<Scalar<Int32>>
    /// The attributes, by input component. There is no element for a component without an attribute.
    let inputs: [Int: UIntLanes]
    /// The lanes that have a vertex. If the number of vertices is no multiple of W, the last group of lanes has lanes without a vertex.
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
