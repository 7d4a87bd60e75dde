// EmissionKernel: receives the vertices that W invocations of a geometry shader emit (W is the number of lanes), and then writes these
// vertices as consecutive rows, W at a time. Set-up reads the rows.

import Kernel
import Shading
import ShadingKernel

struct EmissionKernel: VertexEmission {
    let builder: KernelBuilder
    let layout: EmittedRows
    private let memory: Pointer
    private let counters: Counters

    /// For each lane, the number of vertices that the lane has emitted, and the number of vertices in the lane's current strip. If the
    /// shader emits only in uniform control flow, all lanes emit together, and one scalar for each of the two numbers serves all lanes.
    private enum Counters {
        case uniform(vertices: Variable<Scalar<Int32>>, inStrip: Variable<Scalar<Int32>>)
        case lanes(vertices: Variable<IntLanes>, inStrip: Variable<IntLanes>)
    }

    init(_ builder: KernelBuilder, _ module: ShaderModule, layout: EmittedRows, memory: Pointer) {
        self.builder = builder; self.layout = layout
        self.memory = memory.bounded(bytes: layout.byteCount(lanes: builder.lanes), "the rows of emitted vertices")
        if ShaderEmitter.emitsInUniformFlow(module, lanes: builder.lanes) {
            counters = .uniform(vertices: builder.variable(builder.scalar(0)), inStrip: builder.variable(builder.scalar(0)))
        } else {
            counters = .lanes(vertices: builder.variable(builder.lanes(0)), inStrip: builder.variable(builder.lanes(0)))
        }
    }

    func emitVertex(_ slot: (Int) -> UIntLanes, isActive: LaneMask) {
        let limit = Int32(layout.limit)
        switch counters {
        case .uniform(let vertices, let inStrip):
            let number = vertices.value, stripNumber = inStrip.value
            let words = padded([stripNumber.broadcast().withSign(of: UInt32.self)] + layout.slots.map(slot))
            let row = memory.element(number, stride: layout.stride)
            for k in stride(from: 0, to: words.count, by: 4) {
                row.storeRows(Array(words[k..<k + 4]), stride: layout.laneStride, at: 4 * k, alignment: 16)
            }
            vertices.value = (number + 1).minimum(limit)
            inStrip.value = stripNumber + 1
        case .lanes(let vertices, let inStrip):
            let numbers = vertices.value, stripNumbers = inStrip.value
            let words = padded([stripNumbers.withSign(of: UInt32.self)] + layout.slots.map(slot))
            let places: IntLanes = builder.laneIndices * Int32(layout.laneStride) + numbers * Int32(layout.stride)
            let rows = places.withSign(of: UInt32.self).offsets().map { memory + $0 }
            for first in stride(from: 0, to: words.count, by: builder.lanes) {
                let count = min(builder.lanes, words.count - first)
                for (row, record) in zip(rows, builder.transposed(Array(words[first..<first + count]))) {
                    row.store(count == builder.lanes ? record : record.slice(0..<count), at: 4 * first, alignment: 16)
                }
            }
            vertices.value = isActive.choose((numbers + 1).minimum(limit), numbers)
            inStrip.value = isActive.choose(stripNumbers + 1, stripNumbers)
        }
    }

    func endPrimitive(isActive: LaneMask) {
        switch counters {
        case .uniform(_, let inStrip): inStrip.value = builder.scalar(0)
        case .lanes(_, let inStrip): inStrip.value = isActive.choose(builder.lanes(0), inStrip.value)
        }
    }

    private func padded(_ words: [UIntLanes]) -> [UIntLanes] {
        words + Array(repeating: builder.lanes(UInt32(0)), count: layout.stride / 4 - words.count)
    }

    /// Calls `body` for the vertices of the first `laneCount` lanes, W vertices at a time. The last call may have fewer than W vertices. In
    /// the last call, the lanes without a vertex have unspecified values.
    /// - Parameters:
    ///   - laneCount: The number of lanes whose vertices are wanted, from 0 to W.
    ///   - body: Gets the index of the first of the W vertices, and the words of the vertices' rows.
    /// - Returns: The number of vertices.
    func forEachVertex(laneCount: Scalar<Int32>, _ body: (Scalar<Int32>, [UIntLanes]) -> Void) -> Scalar<Int32> {
        let list = memory + layout.list(lanes: builder.lanes), width = Int32(builder.lanes), zero = builder.scalar(Int32(0))
        let counts = builder.localMemory(bytes: 4 * builder.lanes)
        switch counters {
        case .uniform(let vertices, _): counts.store(vertices.value.broadcast(), alignment: 4)
        case .lanes(let vertices, _): counts.store(vertices.value, alignment: 4)
        }
        let listed = builder.variable(zero)
        builder.forEach(from: zero, to: laneCount) { lane in
            let count = counts.element(lane, stride: 4).load(Int32.self), start = lane * Int32(layout.laneStride), place = listed.value
            builder.forEach(from: zero, to: count, step: width) { first in
                let numbers: IntLanes = first.broadcast() + builder.laneIndices
                list.element(place + first, stride: 4).store(start.broadcast() + numbers * Int32(layout.stride), alignment: 4)
            }
            listed.value = place + count
        }
        // Pads the list with the offset of the first row, 0, so that the lanes after the last vertex read a row, too.
        let total = listed.value
        list.element(total, stride: 4).store(builder.lanes(Int32(0)), alignment: 4)
        builder.forEach(from: zero, to: total, step: width) { first in
            let places = list.element(first, stride: 4).loadLanes(UInt32.self, alignment: 4).offsets()
            body(first, stride(from: 0, to: layout.stride, by: 16).flatMap { memory.loadRows(places, at: $0) })
        }
        return total
    }
}
