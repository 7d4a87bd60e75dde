// RowKernel: writes W shaded vertices as VertexRows: positions in the window, flags of the view volume, varyings, and the words that only
// clipping, scalar set-up and transform feedback read. The outputs come from the last stage that computes vertices.

import Kernel
import Shading

/// All facts, except the program, on which the code of a RowKernel depends.
struct RowKey: Sendable, Hashable {
    var limits: PrimitiveLimits
    /// The indices of the elements of gl_ClipDistance at which primitives are clipped.
    var clipDistances: [Int]
    /// Whether points get the size that the shader writes.
    var hasPointSize: Bool

    init(_ pipeline: Pipeline) {
        let program = pipeline.program.linked, state = pipeline.state
        limits = PrimitiveLimits(state)
        clipDistances = state.clipDistances.numbers(below: VertexRowLayout(program: program).clipDistanceCount)
        hasPointSize = state.programPointSize && program.lastVertexStage.builtinOutputs.pointSize != nil
    }
}

struct RowKernel {
    let builder: KernelBuilder
    let program: LinkedProgram
    let key: RowKey
    let transform: RecordPointer<TransformRecord>
    /// The memory of all rows, and the number of vertices for which there is room.
    let rows: Pointer, capacity: Scalar<Int32>
    private let layout: VertexRows
    /// The memory behind the rows.
    private let columns: Pointer

    init(_ builder: KernelBuilder, program: LinkedProgram, key: RowKey, transform: RecordPointer<TransformRecord>, rows: Pointer, capacity: Scalar<Int32>) {
        self.builder = builder; self.program = program; self.key = key; self.transform = transform; self.rows = rows; self.capacity = capacity
        layout = VertexRows(layout: VertexRowLayout(program: program))
        columns = rows.element(capacity, stride: layout.stride)
    }

    /// Writes W vertices.
    /// - Parameters:
    ///   - first: The number of the first vertex's row.
    ///   - slot: Returns the words of a local slot of the program's `lastVertexStage`.
    func store(first: Scalar<Int32>, _ slot: (Int) -> UIntLanes) {
        let rows = rows.element(first, stride: layout.stride)
        func floatSlot(_ index: Int) -> FloatLanes { slot(index).reinterpreted(as: Float.self) }
        func number(_ field: KeyPath<TransformRecord, Float>) -> FloatLanes { transform.load(field, .constant).broadcast() }
        func store(_ column: Int, _ value: FloatLanes) {
            let start = columns.element(capacity.widened(to: Int64.self) * Int64(column) + first.widened(to: Int64.self), stride: 4)
            start.store(value, alignment: 4)
        }
        let outputs = program.lastVertexStage.builtinOutputs
        let zero = builder.lanes(Float(0))
        let position = (0..<4).map { k in outputs.position.map { floatSlot($0 + k) } ?? zero }
        let pointSize = key.hasPointSize ? outputs.pointSize.map { floatSlot($0) } ?? zero : number(\.pointSize)
        let distances = (0..<layout.layout.clipDistanceCount).map { floatSlot(outputs.clipDistance! + $0) }
        for k in 0..<4 { store(VertexRowLayout.position + k, position[k]) }
        store(VertexRowLayout.pointSize, pointSize)
        for (k, distance) in distances.enumerated() { store(VertexRowLayout.clipDistances + k, distance) }
        for (k, slot) in (program.interface.transformFeedback?.slots ?? []).enumerated() {
            store(layout.layout.feedback + k, slot < 0 ? zero : floatSlot(slot))
        }
        var varyings = program.interface.varyings.map { $0.vertexSlot < 0 ? builder.lanes(UInt32(0)) : slot($0.vertexSlot) }
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
