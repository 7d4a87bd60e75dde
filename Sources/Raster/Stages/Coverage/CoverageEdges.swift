// CoverageEdges: a kernel's edge functions of a primitive, in steps of whole pixels. The edge functions decide which pixels and
// samples lie inside the primitive (see EdgeFunction).
//
// A sample is inside if a·256x + b·256y + (a·ox + b·oy + c) ≥ 0 for each edge. This is the same as
//   a·x + b·y + ⌊(a·ox + b·oy + c) / 256⌋ ≥ 0.
// The constant of an edge needs 64 bits. So the value of an edge function at one pixel of a tile is computed with 64 bits, and then
// clamped to ±PrimitiveRecord.settled. An edge function changes by at most PrimitiveRecord.settled within a tile. So a value that is
// clamped keeps its sign at all pixels of the tile, and 32 bits are enough for the clamped value and for the steps.

import Kernel

struct CoverageEdges {
    let record: Pointer
    private let fields: RecordPointer<PrimitiveRecord>
    /// The number of edges: 3, or 4 for lines and points.
    let count: Int
    private let builder: KernelBuilder
    private let block: TileBlock
    private let samples: [SIMD2<Int32>]

    init(_ kernel: CoverageKernel, _ record: Pointer) {
        self.record = record
        fields = RecordPointer(array: record)
        builder = kernel.builder; block = kernel.block
        count = kernel.key.edgeCount
        samples = kernel.coverageCount == 1 ? [] : kernel.positions.map { SIMD2(Int32($0.x), Int32($0.y)) }
    }

    /// The growth of an edge function from one pixel to the next: `a` to the right, `b` upwards.
    func a(_ edge: Int) -> Scalar<Int32> { fields.load(edge, of: \.a) }
    func b(_ edge: Int) -> Scalar<Int32> { fields.load(edge, of: \.b) }
    /// The growth of all edge functions. In memory, a record always has four edges.
    var a: IntLanes { fields.load(\.a) }
    var b: IntLanes { fields.load(\.b) }

    /// Returns the values of all edge functions at a pixel of the tile, for each sample.
    func values(x: Scalar<Int32>, y: Scalar<Int32>) -> [IntLanes] {
        let a = a.widened(to: Int64.self), b = b.widened(to: Int64.self)
        let c = fields.load(\.c)
        let atPixel = a * x.widened(to: Int64.self).broadcast(4) + b * y.widened(to: Int64.self).broadcast(4)
        let constants = samples.isEmpty ? [c] : samples.map { c + a * Int64($0.x) + b * Int64($0.y) }
        return constants.map { constant -> IntLanes in
            (atPixel + (constant >> 8)).maximum(c.constant(-PrimitiveRecord.settled)).minimum(c.constant(PrimitiveRecord.settled)).narrowed(to: Int32.self)
        }
    }

    /// Returns the value of one edge function in each lane.
    func spread(_ values: IntLanes, _ edge: Int) -> IntLanes { values.shuffled([Int](repeating: edge, count: builder.lanes)) }

    /// Returns the difference between an edge function's value at each pixel of a block and its value at the block's first pixel,
    /// in two parts: the steps to the right and the steps upwards.
    func stepsInBlock(_ edge: Int) -> (x: IntLanes, y: IntLanes) {
        (a(edge).broadcast() * builder.lanes(block.laneX), b(edge).broadcast() * builder.lanes(block.laneY))
    }

    /// For each edge function, the difference between the function's greatest value in a block and its value at the block's first pixel.
    var greatestInBlock: IntLanes {
        a.maximum(a.constant(0)) * Int32(block.width - 1) + b.maximum(b.constant(0)) * Int32(block.height - 1)
    }
    /// For each edge function, the difference between its greatest and its least value in a block.
    var rangeInBlock: IntLanes { a.magnitude() * Int32(block.width - 1) + b.magnitude() * Int32(block.height - 1) }
}
