// VertexKernel: fetches vertices, runs the vertex shader and transforms to the window, W vertices at a time. One kernel
// per program and vertex layout.
//
// The output is one array per component ("column") of `capacity` words each: see VertexColumns.

import Kernel
import Shading
import ShadingKernel

/// The columns of a shaded chunk.
struct VertexColumns: Sendable, Hashable {
    /// Window position in 1/256 pixel (Int32), depth and 1/w (Float), flags (UInt32).
    static let x = 0, y = 1, z = 2, inverseW = 3, flags = 4
    /// From here the words of VertexRowLayout: clip position, point size, clip distances, varyings.
    static let row = 5
    let layout: VertexRowLayout
    var count: Int { Self.row + layout.stride }
    var varyings: Int { Self.row + layout.varyings }
    func column(_ k: Int) -> Int { Self.row + k }

    /// Flags. Outside the view volume at the left, right, bottom, top.
    static let outsideMask: UInt32 = 15
    /// Not inside all planes that are cut at, or not finite: left to the scalar clipper.
    static let needsClipping: UInt32 = 16
}

/// Arguments: context, report, vertex numbers, instance numbers (Int32, padded to whole groups), count, columns, capacity
/// (words), transform (see below)
typealias VertexEntry = @convention(c) (
    UnsafeRawPointer, UnsafeMutableRawPointer, UnsafePointer<Int32>, UnsafePointer<Int32>, Int32, UnsafeMutableRawPointer, Int32, UnsafeRawPointer
) -> Void

/// The window transform as kernels read it: floats.
enum TransformRecord {
    static let scaleX = 0, translateX = 4, scaleY = 8, translateY = 12, scaleZ = 16, translateZ = 20, guardX = 24, guardY = 28
    /// Float: the fixed point size; Int32s: base vertex, base instance.
    static let pointSize = 32, baseVertex = 36, baseInstance = 40
    static let byteCount = 48
}

struct VertexKernelState: Sendable, Hashable {
    var fetch: [VertexFetch]
    var divisors: [Int]
    var clipsDepth: Bool
    /// Per texture unit; nil for a unit that is empty or not read.
    var units: [TextureUnitState?]
}

struct VertexKernel {
    let builder: KernelBuilder
    let program: LinkedProgram
    let key: VertexKernelState
    let context: Pointer
    let report: Pointer
    let transform: Pointer
    static let entryName = "vertices"

    static func build(_ builder: KernelBuilder, program: LinkedProgram, key: VertexKernelState) {
        builder.entry(entryName, [.pointer, .pointer, .pointer, .pointer, .int32, .pointer, .int32, .pointer]) { arguments in
            let kernel = VertexKernel(builder: builder, program: program, key: key, context: arguments[0].pointer, report: arguments[1].pointer,
                                      transform: arguments[7].pointer)
            let numbers = arguments[2].pointer, instances = arguments[3].pointer, count = arguments[4].scalar(Int32.self)
            let columns = arguments[5].pointer, capacity = arguments[6].scalar(Int32.self)
            builder.forEach(from: builder.scalar(Int32(0)), to: count, step: Int32(builder.lanes)) { first in
                let vertices = numbers.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                let instance = instances.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                kernel.shade(vertices, instance, first: first, columns: columns, capacity: capacity)
            }
        }
    }

    private var module: ShaderModule { program.vertex }

    private func shade(_ vertices: IntLanes, _ instance: IntLanes, first: Scalar<Int32>, columns: Pointer, capacity: Scalar<Int32>) {
        let environment = VertexEnvironment(kernel: self, vertices: vertices, instance: instance)
        let emitter = ShaderEmitter(module, builder: builder, environment: environment)
        emitter.emit()
        func store(_ column: Int, _ value: UIntLanes) {
            let start = columns.element(capacity.widened(to: Int64.self) * Int64(column) + first.widened(to: Int64.self), stride: 4)
            start.store(value, alignment: 4)
        }
        func store(_ column: Int, _ value: FloatLanes) { store(column, value.bits) }

        let layout = VertexColumns(layout: VertexRowLayout(program: program))
        let outputs = module.builtinOutputs
        let zero = builder.lanes(Float(0))
        let position = (0..<4).map { k in outputs.position.map { emitter.floatSlot($0 + k) } ?? zero }
        let pointSize = outputs.pointSize.map { emitter.floatSlot($0) } ?? transform.load(Float.self, at: TransformRecord.pointSize, .constant).broadcast()
        let distances = (0..<layout.layout.clipDistanceCount).map { emitter.floatSlot(outputs.clipDistance! + $0) }
        for k in 0..<4 { store(layout.column(VertexRowLayout.position + k), position[k]) }
        store(layout.column(VertexRowLayout.pointSize), pointSize)
        for (k, distance) in distances.enumerated() { store(layout.column(VertexRowLayout.clipDistances + k), distance) }
        for (k, varying) in program.interface.varyings.enumerated() {
            store(layout.varyings + k, varying.vertexSlot < 0 ? builder.lanes(UInt32(0)) : emitter.slot(varying.vertexSlot))
        }

        // ViewportTransform.transform and Clipper's planes, in the same order.
        func number(_ offset: Int) -> FloatLanes { transform.load(Float.self, at: offset, .constant).broadcast() }
        let (x, y, z, w) = (position[0], position[1], position[2], position[3])
        let inverseW = builder.lanes(Float(1)) / w
        let windowX = x * inverseW * number(TransformRecord.scaleX) + number(TransformRecord.translateX)
        let windowY = y * inverseW * number(TransformRecord.scaleY) + number(TransformRecord.translateY)
        let depth = z * inverseW * number(TransformRecord.scaleZ) + number(TransformRecord.translateZ)
        var inside: LaneMask = (w - Clipper.minimumW) .>= 0
        func require(_ condition: LaneMask) { inside = inside & condition }
        if key.clipsDepth {
            require((w + z) .>= 0)
            require((w - z) .>= 0)
        }
        let guardW: FloatLanes = number(TransformRecord.guardX) * w, guardH: FloatLanes = number(TransformRecord.guardY) * w
        require((guardW + x) .>= 0)
        require((guardW - x) .>= 0)
        require((guardH + y) .>= 0)
        require((guardH - y) .>= 0)
        for distance in distances { require(distance .>= 0) }
        // What is not finite goes to the scalar path, which refuses it.
        require(windowX.magnitude() .< 65536)
        require(windowY.magnitude() .< 65536)
        for value in [depth, inverseW, z, w] { require(value.magnitude() .< .infinity) }
        func flag(_ mask: LaneMask, _ bit: UInt32) -> UIntLanes { mask.ones(UInt32.self) & bit }
        var flags: UIntLanes = flag(x .< -w, 1)
        flags = flags | flag(x .> w, 2)
        flags = flags | flag(y .< -w, 4)
        flags = flags | flag(y .> w, 8)
        flags = flags | flag(~inside, VertexColumns.needsClipping)
        func fixed(_ v: FloatLanes) -> UIntLanes { ((v - 0.5) * 256).roundedToEven().converted(to: Int32.self).withSign(of: UInt32.self) }
        store(VertexColumns.x, fixed(windowX)); store(VertexColumns.y, fixed(windowY))
        store(VertexColumns.z, depth); store(VertexColumns.inverseW, inverseW)
        store(VertexColumns.flags, flags)
    }
}

struct VertexEnvironment: ShaderEnvironment {
    let kernel: VertexKernel
    let vertices: IntLanes
    let instance: IntLanes
    let stepBudget: Variable<Scalar<Int32>>
    private var inputs: [Int: UIntLanes] = [:]
    private var builder: KernelBuilder { kernel.builder }

    init(kernel: VertexKernel, vertices: IntLanes, instance: IntLanes) {
        self.kernel = kernel; self.vertices = vertices; self.instance = instance
        stepBudget = kernel.builder.variable(kernel.context.load(Int32.self, at: DrawContext.stepLimit, .constant))
        for (number, fetch) in kernel.key.fetch.enumerated() {
            let values = VertexFetchKernel(builder: kernel.builder, context: kernel.context, blockCount: kernel.program.interface.uniformBlocks.count)
                .fetch(fetch, number: number, divisor: kernel.key.divisors[number], vertices: vertices, instance: instance,
                       baseInstance: kernel.transform.load(Int32.self, at: TransformRecord.baseInstance, .constant))
            for k in 0..<fetch.componentCount { inputs[fetch.firstComponent + k] = values[k] }
        }
    }
    private var textures: SamplerKernel {
        SamplerKernel(builder: builder, units: kernel.key.units, records: kernel.context.loadPointer(at: DrawContext.textures, .constant), isFragment: false)
    }
    func input(_ component: Int) -> UIntLanes { inputs[component] ?? builder.lanes(UInt32(0)) }
    func builtin(_ builtin: BuiltinInput) -> UIntLanes {
        func scalar(_ value: Scalar<Int32>) -> UIntLanes { value.withSign(of: UInt32.self).broadcast() }
        switch builtin {
        case .vertexID: return vertices.withSign(of: UInt32.self)
        case .instanceID: return instance.withSign(of: UInt32.self)
        case .baseVertex: return scalar(kernel.transform.load(Int32.self, at: TransformRecord.baseVertex, .constant))
        case .baseInstance: return scalar(kernel.transform.load(Int32.self, at: TransformRecord.baseInstance, .constant))
        default: return builder.lanes(UInt32(0))
        }
    }
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>) { DrawContext.uniformBlock(index, kernel.context) }
    func texture(_ operation: TextureOperation, _ operands: TextureOperands, mask: LaneMask) -> [UIntLanes] { textures.sample(operation, operands, mask: mask) }
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes] {
        textures.size(operation, unitOffset: unitOffset, level: level, mask: builder.mask(true))
    }
    func stopForStepLimit(loopEnd: Int) {
        kernel.report.store(builder.scalar(Int32(loopEnd)), at: KernelReport.failedLoop)
        builder.returnNow()
    }
}
