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
                kernel.shade(vertices, instance, first: first, count: count, rows: rows.element(first, stride: stride), columns: columns, capacity: capacity)
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

    private func shade(_ vertices: IntLanes, _ instance: IntLanes, first: Scalar<Int32>, count: Scalar<Int32>, rows: Pointer, columns: Pointer,
                       capacity: Scalar<Int32>) {
        let isVertex = module.writesMemory ? builder.firstLanes(count - first) : builder.mask(true)
        let environment = VertexEnvironment(kernel: self, vertices: vertices, instance: instance, inputs: inputs(vertices, instance), isVertex: isVertex)
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
        let pointSize = key.hasPointSize ? outputs.pointSize.map { emitter.floatSlot($0) } ?? zero : number(\.pointSize)
        let distances = (0..<layout.layout.clipDistanceCount).map { emitter.floatSlot(outputs.clipDistance! + $0) }
        for k in 0..<4 { store(VertexRowLayout.position + k, position[k]) }
        store(VertexRowLayout.pointSize, pointSize)
        for (k, distance) in distances.enumerated() { store(VertexRowLayout.clipDistances + k, distance) }
        for (k, slot) in (program.interface.transformFeedback?.slots ?? []).enumerated() {
            store(layout.layout.feedback + k, slot < 0 ? zero : emitter.floatSlot(slot))
        }
        var varyings = program.interface.varyings.map { $0.vertexSlot < 0 ? builder.lanes(UInt32(0)) : emitter.slot($0.vertexSlot) }
        while varyings.count % 4 != 0 { varyings.append(builder.lanes(UInt32(0))) }
        for k in stride(from: 0, to: varyings.count, by: 4) {
            rows.storeRows(Array(varyings[k..<k + 4]), stride: layout.stride, at: VertexRows.varyings + 4 * k, alignment: 16)
        }

        let clip = ClipPosition(x: position[0], y: position[1], z: position[2], w: position[3])
        let window = clip.window(WindowTransform(scaleX: number(\.scaleX), translateX: number(\.translateX), scaleY: number(\.scaleY),
                                                 translateY: number(\.translateY), scaleZ: number(\.scaleZ), translateZ: number(\.translateZ)))
        // Triangles with a vertex that is not finite go to the scalar clipper, which draws nothing for them.
        var inside: LaneMask = window.isDrawable(clip)
        let guardX = number(\.guardX), guardY = number(\.guardY)
        for plane in ClipPlane.planes(key.limits) { inside = inside & (clip.distance(plane, guardX: guardX, guardY: guardY) .>= 0) }
        for number in key.clipDistances { inside = inside & (distances[number] .>= 0) }
        var flags: UIntLanes = (~inside).ones(UInt32.self) & VertexRows.needsClipping
        for side in ViewSide.allCases { flags = flags | (clip.isOutside(side).ones(UInt32.self) & VertexRows.outside(side)) }
        func fixed(_ coordinate: FloatLanes) -> UIntLanes {
            WindowPosition.fixed(coordinate).roundedToEven().convertedInRange(to: Int32.self).withSign(of: UInt32.self)
        }
        let first = fixed(window.x) & ((1 << VertexRows.positionBits) - 1) | flags
        rows.storeRows([first, fixed(window.y), window.z.bits, window.inverseW.bits], stride: layout.stride, alignment: 16)
    }
}
