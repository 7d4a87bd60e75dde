// CoverageEdges: the edge functions of a primitive, which tell the pixels and samples inside of it (see EdgeFunction), emitted
// in whole pixels.
//
// A sample is inside when a·256x + b·256y + (a·ox + b·oy + c) ≥ 0 for each edge, which is a·x + b·y + ⌊(a·ox + b·oy + c) / 256⌋ ≥ 0.
// The constant of an edge needs 64 bits; in a tile, its value cut to ±PrimitiveRecord.settled has the same sign everywhere.
// So a value is found once in 64 bits, and from there on with 32.

import Kernel

struct CoverageEdges {
    let record: Pointer
    /// 3, or 4 for lines and points.
    let count: Int
    private let builder: KernelBuilder
    private let block: TileBlock
    private let samples: [SIMD2<Int32>]

    init(_ kernel: CoverageKernel, _ record: Pointer) {
        self.record = record
        builder = kernel.builder; block = kernel.block
        count = kernel.key.edgeCount
        samples = kernel.samples == 1 ? [] : kernel.positions.map { SIMD2(Int32($0.x), Int32($0.y)) }
    }

    /// An edge function grows by these numbers from one pixel to the next, to the right and upwards.
    func a(_ edge: Int) -> Scalar<Int32> { record.load(at: PrimitiveRecord.edgeA + 4 * edge) }
    func b(_ edge: Int) -> Scalar<Int32> { record.load(at: PrimitiveRecord.edgeB + 4 * edge) }
    /// The same of all edges; there are always four in memory.
    var a: IntLanes { record.loadLanes(Int32.self, at: PrimitiveRecord.edgeA, count: 4, alignment: 4) }
    var b: IntLanes { record.loadLanes(Int32.self, at: PrimitiveRecord.edgeB, count: 4, alignment: 4) }

    /// The values of all edges at a pixel of the tile, by sample.
    func values(x: Scalar<Int32>, y: Scalar<Int32>) -> [IntLanes] {
        let a = a.widened(to: Int64.self), b = b.widened(to: Int64.self)
        let c = record.loadLanes(Int64.self, at: PrimitiveRecord.edgeC, count: 4, alignment: 4)
        let atPixel = a * x.widened(to: Int64.self).broadcast(4) + b * y.widened(to: Int64.self).broadcast(4)
        let constants = samples.isEmpty ? [c] : samples.map { c + a * Int64($0.x) + b * Int64($0.y) }
        return constants.map { constant -> IntLanes in
            (atPixel + (constant >> 8)).maximum(c.constant(-PrimitiveRecord.settled)).minimum(c.constant(PrimitiveRecord.settled)).narrowed(to: Int32.self)
        }
    }

    /// One edge's value in each lane.
    func spread(_ values: IntLanes, _ edge: Int) -> IntLanes { values.shuffled([Int](repeating: edge, count: builder.lanes)) }

    /// How much greater an edge function is in each pixel of a block than in the block's first one, by the steps across and up.
    func stepsInBlock(_ edge: Int) -> (x: IntLanes, y: IntLanes) {
        (a(edge).broadcast() * builder.lanes(block.laneX), b(edge).broadcast() * builder.lanes(block.laneY))
    }

    /// How much greater each edge function is where it is greatest in a block than in the block's first pixel.
    var greatestInBlock: IntLanes {
        a.maximum(a.constant(0)) * Int32(block.width - 1) + b.maximum(b.constant(0)) * Int32(block.height - 1)
    }
    /// The difference of the greatest and the least value in a block.
    var rangeInBlock: IntLanes { a.magnitude() * Int32(block.width - 1) + b.magnitude() * Int32(block.height - 1) }
}
