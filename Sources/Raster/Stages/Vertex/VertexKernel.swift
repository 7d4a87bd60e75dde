// VertexKernel: fetches vertices, runs the vertex shader and transforms positions to the window, W vertices at a time. Each pair of
// program and VertexKey has its own kernel.

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
            let count = arguments.load(\.count, .constant)
            let rows = arguments.load(\.rows, .constant), capacity = arguments.load(\.capacity, .constant)
            let stride = VertexRows(layout: VertexRowLayout(program: program)).stride
            let columns = rows.element(capacity, stride: stride)
            builder.forEach(from: builder.scalar(Int32(0)), to: count, step: Int32(builder.lanes)) { first in
                let vertices = numbers.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                let instance = instances.element(first, stride: 4).loadLanes(Int32.self, alignment: 4)
                kernel.shade(vertices, instance, first: first, rows: rows.element(first, stride: stride), columns: columns, capacity: capacity)
            }
        }
    }

    private var module: ShaderModule { program.vertex }

    private func shade(_ vertices: IntLanes, _ instance: IntLanes, first: Scalar<Int32>, rows: Pointer, columns: Pointer, capacity: Scalar<Int32>) {
        let environment = VertexEnvironment(kernel: self, vertices: vertices, instance: instance)
        let emitter = ShaderEmitter(module, builder: builder, environment: environment)
        emitter.emit()
        func number(_ field: KeyPath<TransformRecord, Float>) -> FloatLanes { transform.load(field, .constant).broadcast() }
        func store(_ column: Int, _ value: FloatLanes) {
            let start = columns.element(capacity.widened(to: Int64.self) * Int64(column) + first.widened(to: Int64.self), stride: 4)
            start.store(value, alignment: 4)
        }
        let layout = VertexRows(layout: VertexRowLayout(program: program))
        let outputs = module.builtinOutputs
        let zero = builder.lanes(Float(0))
        let position = (0..<4).map { k in outputs.position.map { emitter.floatSlot($0 + k) } ?? zero }
        let pointSize = outputs.pointSize.map { emitter.floatSlot($0) } ?? number(\.pointSize)
        let distances = (0..<layout.layout.clipDistanceCount).map { emitter.floatSlot(outputs.clipDistance! + $0) }
        for k in 0..<4 { store(VertexRowLayout.position + k, position[k]) }
        store(VertexRowLayout.pointSize, pointSize)
        for (k, distance) in distances.enumerated() { store(VertexRowLayout.clipDistances + k, distance) }
        var varyings = program.interface.varyings.map { $0.vertexSlot < 0 ? builder.lanes(UInt32(0)) : emitter.slot($0.vertexSlot) }
        while varyings.count % 4 != 0 { varyings.append(builder.lanes(UInt32(0))) }
        for k in stride(from: 0, to: varyings.count, by: 4) {
            rows.storeRows(Array(varyings[k..<k + 4]), stride: layout.stride, at: VertexRows.varyings + 4 * k, alignment: 16)
        }

        // The kernel half of ViewportTransform.transform and of Clipper's planes, with the same operations in the same order.
        let (x, y, z, w) = (position[0], position[1], position[2], position[3])
        let inverseW = builder.lanes(Float(1)) / w
        let windowX = x * inverseW * number(\.scaleX) + number(\.translateX)
        let windowY = y * inverseW * number(\.scaleY) + number(\.translateY)
        let depth = z * inverseW * number(\.scaleZ) + number(\.translateZ)
        var inside: LaneMask = (w - ViewportTransform.minimumW) .>= 0
        func require(_ condition: LaneMask) { inside = inside & condition }
        if key.clipsDepth {
            require((w + z) .>= 0)
            require((w - z) .>= 0)
        }
        let guardW: FloatLanes = number(\.guardX) * w, guardH: FloatLanes = number(\.guardY) * w
        require((guardW + x) .>= 0)
        require((guardW - x) .>= 0)
        require((guardH + y) .>= 0)
        require((guardH - y) .>= 0)
        for distance in distances { require(distance .>= 0) }
        // Triangles with a vertex that is not finite go to the scalar clipper, which draws nothing for them.
        require(windowX.magnitude() .< 65536)
        require(windowY.magnitude() .< 65536)
        for value in [depth, inverseW, z, w] { require(value.magnitude() .< .infinity) }
        func flag(_ mask: LaneMask, _ bit: UInt32) -> UIntLanes { mask.ones(UInt32.self) & bit }
        var flags: UIntLanes = flag(x .< -w, 1)
        flags = flags | flag(x .> w, 2)
        flags = flags | flag(y .< -w, 4)
        flags = flags | flag(y .> w, 8)
        flags = flags | flag(~inside, 16)
        func fixed(_ v: FloatLanes) -> UIntLanes { ((v - 0.5) * 256).roundedToEven().convertedInRange(to: Int32.self).withSign(of: UInt32.self) }
        let bits = VertexRows.positionBits
        let first = fixed(windowX) & ((1 << bits) - 1) | flags << bits
        rows.storeRows([first, fixed(windowY), depth.bits, inverseW.bits], stride: layout.stride, alignment: 16)
    }
}
