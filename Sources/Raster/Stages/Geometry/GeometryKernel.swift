// GeometryKernel: runs a geometry shader and writes the vertices that it emits. Each lane runs one invocation for one primitive.
// Invocations are numbered primitive by primitive, and within a primitive by gl_InvocationID. Each pair of program and GeometryKey has its
// own kernel.

import Kernel
import Shading
import ShadingKernel

struct GeometryKernel {
    let builder: KernelBuilder
    let program: LinkedProgram
    let module: ShaderModule
    let layout: GeometryLayout
    let key: GeometryKey
    let arguments: RecordPointer<GeometryArguments>
    let context: RecordPointer<DrawContext>
    let report: RecordPointer<KernelReport>

    /// - Precondition: The program has a geometry shader.
    static func build(_ builder: KernelBuilder, program: LinkedProgram, key: GeometryKey) {
        guard let module = program.geometry, let layout = module.geometryLayout else { preconditionFailure("the program has no geometry shader") }
        let contextByteCount = DrawContext.byteCount(blockCount: program.interface.uniformBlocks.count, fetchCount: 0)
        builder.define(GeometryArguments.entry) { arguments in
            GeometryKernel(builder: builder, program: program, module: module, layout: layout, key: key, arguments: arguments,
                           context: arguments.record(\.context, byteCount: contextByteCount, "DrawContext"),
                           report: arguments.record(\.report, "KernelReport")).run()
        }
    }

    private func run() {
        let count = arguments.load(\.invocationCount, .constant)
        let transform = arguments.record(\.transform, "TransformRecord")
        let rows = RowKernel(builder, program: program, key: key.rows, transform: transform, rows: arguments.load(\.rows, .constant),
                             capacity: arguments.load(\.capacity, .constant))
        let emitted = EmittedRows(program, module, hasPointSize: key.rows.hasPointSize)
        let memory = arguments.load(\.emitted, .constant)
        let stripNumbers = arguments.load(\.stripNumbers, .constant), primitiveIDs = arguments.load(\.primitiveIDs, .constant)
        let written = builder.variable(builder.scalar(Int32(0)))
        builder.forEach(from: builder.scalar(Int32(0)), to: count, step: Int32(builder.lanes)) { first in
            let rest: Scalar<Int32> = count - first
            let emission = EmissionKernel(builder, module, layout: emitted, memory: memory)
            run(first, rest, last: count - 1, emission)
            let start = written.value
            let made = emission.forEachVertex(laneCount: rest.minimum(Int32(builder.lanes))) { number, words in
                let vertex: Scalar<Int32> = start + number
                rows.store(first: vertex) { words[emitted.word(of: $0)] }
                stripNumbers.element(vertex, stride: 4).store(words[0], alignment: 4)
                if let id = module.builtinOutputs.primitiveID { primitiveIDs.element(vertex, stride: 4).store(words[emitted.word(of: id)], alignment: 4) }
            }
            written.value = start + made
        }
        arguments.load(\.vertexCount, .constant).store(written.value)
    }

    /// Runs W invocations, one for each lane. Lanes beyond the last invocation repeat the last invocation; the vertices of these lanes are
    /// not used.
    private func run(_ first: Scalar<Int32>, _ rest: Scalar<Int32>, last: Scalar<Int32>, _ emission: EmissionKernel) {
        let numbers = (first.broadcast() + builder.laneIndices).minimum(last.broadcast()).withSign(of: UInt32.self)
        let perPrimitive = builder.lanes(UInt32(layout.invocationCount))
        let primitives = layout.invocationCount == 1 ? numbers : numbers.divided(by: perPrimitive)
        let invocations = layout.invocationCount == 1 ? builder.lanes(UInt32(0)) : numbers.remainder(by: perPrimitive)
        let environment = GeometryEnvironment(
            kernel: self, inputs: inputs(of: primitives), invocations: invocations,
            primitiveIDs: arguments.load(\.ids, .constant).gather(UInt32.self, indices: primitives.withSign(of: Int32.self)),
            isInvocation: module.writesMemory ? builder.firstLanes(rest) : builder.mask(true), emission: emission)
        ShaderEmitter(module, builder: builder, environment: environment).emit()
    }

    /// Loads the input components that the shader reads. The keys of the result are component numbers. If the shader's input primitives
    /// have n vertices, component c is scalar c / n of vertex c % n.
    private func inputs(of primitives: UIntLanes) -> [Int: UIntLanes] {
        let count = layout.input.vertexCount, stride = Int64(GeometryInputRows.stride(program))
        let vertices = arguments.load(\.vertices, .constant), rows = arguments.load(\.inputs, .constant)
        let used = Set(module.instructions.lazy.filter { $0.opcode == .input }.map { Int($0.c) })
        let places = primitives.offsets().map { vertices.element($0, stride: 4 * count) }
        var inputs: [Int: UIntLanes] = [:]
        for (vertex, components) in Dictionary(grouping: used, by: { $0 % count }).sorted(by: { $0.key < $1.key }) {
            let offsets = places.map { $0.load(UInt32.self, at: 4 * vertex).widened(to: Int64.self) * stride }
            for (group, components) in Dictionary(grouping: components, by: { $0 / count / 4 }).sorted(by: { $0.key < $1.key }) {
                let words = rows.loadRows(offsets, at: 16 * group)
                for component in components { inputs[component] = words[component / count % 4] }
            }
        }
        return inputs
    }
}

/// Gives a geometry shader in a kernel its inputs, uniforms, textures, images and storage blocks, and receives the shader's vertices
/// (`emission`).
struct GeometryEnvironment: StageEnvironment {
    let kernel: GeometryKernel
    /// The shader's inputs, by component. There is no element for a component that the shader does not read.
    let inputs: [Int: UIntLanes]
    let invocations: UIntLanes
    let primitiveIDs: UIntLanes
    /// The lanes whose writes to memory have an effect: the lanes that have an invocation. (If the shader writes no memory, this mask has
    /// all lanes.) If the number of invocations is no multiple of W, the last group of lanes has lanes without an invocation.
    let isInvocation: LaneMask
    let emission: (any VertexEmission)?
    let stepBudget: Variable<Scalar<Int32>>
    private var builder: KernelBuilder { kernel.builder }
    private var context: RecordPointer<DrawContext> { kernel.context }

    init(kernel: GeometryKernel, inputs: [Int: UIntLanes], invocations: UIntLanes, primitiveIDs: UIntLanes, isInvocation: LaneMask,
         emission: EmissionKernel) {
        self.kernel = kernel; self.inputs = inputs; self.invocations = invocations; self.primitiveIDs = primitiveIDs
        self.isInvocation = isInvocation; self.emission = emission
        stepBudget = kernel.builder.variable(kernel.context.load(\.stepLimit, .constant))
    }
    var report: RecordPointer<KernelReport> { kernel.report }
    var textures: SamplerKernel {
        SamplerKernel(builder: builder, units: kernel.key.units, alike: kernel.key.alikeUnits, records: context.load(\.textures, .constant), block: nil)
    }
    var memory: any MemoryEnvironment {
        MemoryKernel(storageBlocks: context.load(\.storageBlocks, .constant),
                     images: ImageKernel(builder: builder, units: kernel.key.images, records: context.load(\.images, .constant),
                                         sRGB: (context.load(\.sRGBDecode, .constant), context.load(\.sRGBEncode, .constant))),
                     writers: isInvocation, workGroup: nil)
    }
    func input(_ component: Int) -> UIntLanes { inputs[component] ?? builder.lanes(UInt32(0)) }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes {
        switch builtin {
        case .primitiveID: primitiveIDs
        case .invocationID: invocations
        default: builder.lanes(UInt32(0))
        }
    }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) { context.uniformBlock(index) }
}

/// All facts, except the program, on which a geometry kernel's code depends.
struct GeometryKey: Sendable, Hashable {
    /// The facts that determine the code that writes the rows of emitted vertices.
    var rows: RowKey
    /// The key of each texture unit; nil for a unit that is empty or not read.
    var units: [SamplerKey?]
    /// Which texture units are alike; see `AlikeUnits`. Lookups in alike units at the same coordinate share work.
    var alikeUnits: AlikeUnits
    /// The key of each image unit; nil for a unit that is empty or not used.
    var images: [ImageKey?]

    /// - Parameter module: The geometry shader of the draw's program.
    init(_ call: DrawCall, _ module: ShaderModule) {
        rows = RowKey(call.pipeline)
        units = SamplerKey.states(of: call, readBy: module)
        alikeUnits = AlikeUnits(of: call, readBy: module)
        images = ImageKey.states(of: call, usedBy: module)
    }
}

/// The arguments of one call of a geometry kernel. The call runs the invocations for a chunk's primitives.
struct GeometryArguments: KernelRecord {
    static let entry = EntryPoint<GeometryArguments>("geometry")
    var context: UnsafePointer<DrawContext>
    var report: UnsafeMutablePointer<KernelReport>
    var transform: UnsafePointer<TransformRecord>
    /// For each primitive, the indices of its vertices' rows in `inputs`.
    var vertices: UnsafePointer<UInt32>
    /// The number of each primitive within its instance.
    var ids: UnsafePointer<Int32>
    /// The address of vertex 0's row; see GeometryInputRows. Vertices that belong to no primitive need no row.
    var inputs: UnsafeRawPointer
    /// The number of primitives (at least 1) times the number of invocations for each primitive.
    var invocationCount: Int32
    /// The number of vertices for which `rows` has room: W more than the invocations may emit.
    var capacity: Int32
    /// Scratch memory; see EmittedRows.
    var emitted: UnsafeMutableRawPointer
    /// Result: the emitted vertices in the order of the invocations; see VertexRows.
    var rows: UnsafeMutableRawPointer
    /// Results for each emitted vertex: `stripNumbers` has the number of vertices that come before the emitted vertex in its strip.
    /// `primitiveIDs` has the emitted vertex's gl_PrimitiveID if the shader writes gl_PrimitiveID. Both arrays have room for `capacity`
    /// elements.
    var stripNumbers: UnsafeMutablePointer<Int32>, primitiveIDs: UnsafeMutablePointer<Int32>
    /// Result: the number of emitted vertices.
    var vertexCount: UnsafeMutablePointer<Int32>
}
