// ScalarCoverage: finds the covered quads of plain draws (see TileCoverage.isPlain) until the coverage kernel of these draws is compiled.
// ScalarCoverage computes the same values of edge functions as the kernel. Covering the primitives of a whole frame with ScalarCoverage
// takes less time than compiling the kernel.

import Kernel

/// Finds the quads that primitives cover. For this purpose, ScalarCoverage goes through the blocks of 4×4 pixels in each primitive's
/// bounds.
struct ScalarCoverage {
    private let memory: UnsafeMutableRawPointer
    private let context: UnsafePointer<DrawContext>, report: UnsafeMutablePointer<KernelReport>
    private let shading: CompiledEntry<FragmentArguments>
    /// The first and the last pixel of the tile, both included.
    private let first: SIMD2<Int32>, last: SIMD2<Int32>
    private let countsSamples: Bool
    private var count = 0
    private var passed = 0
    /// Whether a shader's loop ran too long. After a loop ran too long, nothing more is drawn.
    private var hasFailed = false

    init(_ memory: UnsafeMutableRawPointer, _ context: UnsafePointer<DrawContext>, _ report: UnsafeMutablePointer<KernelReport>,
         _ shading: CompiledEntry<FragmentArguments>, _ pixels: InclusivePixelBounds, countsSamples: Bool) {
        self.memory = memory; self.context = context; self.report = report; self.shading = shading; self.countsSamples = countsSamples
        first = SIMD2(Int32(pixels.minX), Int32(pixels.minY)); last = SIMD2(Int32(pixels.maxX), Int32(pixels.maxY))
    }

    mutating func cover(_ record: UnsafeRawPointer) {
        let bounds = record.primitive.pointee.bounds
        let low = pointwiseMax(bounds.lowHalf, first), high = pointwiseMin(bounds.highHalf, last)
        if low.x > high.x || low.y > high.y || hasFailed { return }
        let a = record.primitive.pointee.a
        let b = record.primitive.pointee.b
        /// Returns an edge's value at the tile's first pixel; see CoverageEdges.values.
        func corner(_ edge: Int) -> Int32 {
            let c = record.primitive.pointee.c[edge]
            let value = Int64(a[edge]) &* Int64(first.x) &+ Int64(b[edge]) &* Int64(first.y) &+ (c &>> 8)
            return Int32(truncatingIfNeeded: max(-PrimitiveRecord.settled, min(PrimitiveRecord.settled, value)))
        }
        let start = SIMD2(low.x & ~1, low.y & ~1), zero = SIMD4<Int32>.zero
        var rowValue = SIMD4(corner(0), corner(1), corner(2), corner(3)) &+ a &* (start.x &- first.x) &+ b &* (start.y &- first.y)
        // For each edge, the difference between the greatest (`most`) or the least (`least`) value of its edge function in a block and the
        // value at the block's first pixel.
        let most = (pointwiseMax(a, zero) &+ pointwiseMax(b, zero)) &* 3, least = (pointwiseMin(a, zero) &+ pointwiseMin(b, zero)) &* 3
        let aStep = a &* 4, bStep = b &* 4
        var y = start.y
        while y <= high.y {
            var x = start.x, value = rowValue
            let isInside = y >= low.y && y + 3 <= high.y
            while x <= high.x {
                if all(value &+ most .>= zero) {
                    if isInside && x >= low.x && x + 3 <= high.x && all(value &+ least .>= zero) {
                        push(x, y, record)
                    } else {
                        let right = value &+ a &* 2, top = value &+ b &* 2
                        push(x, y, value, a, b, low, high, record)
                        push(x &+ 2, y, right, a, b, low, high, record)
                        push(x, y &+ 2, top, a, b, low, high, record)
                        push(x &+ 2, y &+ 2, right &+ top &- value, a, b, low, high, record)
                    }
                }
                x &+= 4
                value &+= aStep
            }
            y &+= 4
            rowValue &+= bStep
        }
    }

    /// Queues a completely covered block.
    @inline(__always)
    private mutating func push(_ x: Int32, _ y: Int32, _ record: UnsafeRawPointer) {
        let first = UInt32(bitPattern: y &<< 16 | x)
        memory.storeBytes(of: first &+ SIMD4(0, 2, 2 << 16, 2 << 16 | 2), toByteOffset: 4 * count, as: SIMD4<UInt32>.self)
        memory.storeBytes(of: SIMD4(repeating: 15), toByteOffset: QuadQueueLayout.covered + 4 * count, as: SIMD4<UInt32>.self)
        let address = UInt(bitPattern: record)
        memory.storeBytes(of: SIMD4(repeating: address), toByteOffset: QuadQueueLayout.records + 8 * count, as: SIMD4<UInt>.self)
        count += 4
        passed += 16
        if count > QuadQueueLayout.capacity - 4 { flush() }
    }

    /// Queues a quad if it has a covered pixel.
    /// - Parameter value: The edges' values at the quad's first pixel.
    @inline(__always)
    private mutating func push(_ x: Int32, _ y: Int32, _ value: SIMD4<Int32>, _ a: SIMD4<Int32>, _ b: SIMD4<Int32>, _ low: SIMD2<Int32>, _ high: SIMD2<Int32>,
                               _ record: UnsafeRawPointer) {
        func covers(_ dx: Int32, _ dy: Int32, _ value: SIMD4<Int32>) -> UInt32 {
            let px = x &+ dx, py = y &+ dy
            let isCovered = px >= low.x && px <= high.x && py >= low.y && py <= high.y && all(value .>= .zero)
            return isCovered ? 1 &<< UInt32(2 * dy + dx) : 0
        }
        let mask = covers(0, 0, value) | covers(1, 0, value &+ a) | covers(0, 1, value &+ b) | covers(1, 1, value &+ a &+ b)
        if mask == 0 { return }
        memory.storeBytes(of: UInt32(bitPattern: y &<< 16 | x), toByteOffset: 4 * count, as: UInt32.self)
        memory.storeBytes(of: mask, toByteOffset: QuadQueueLayout.covered + 4 * count, as: UInt32.self)
        memory.storeBytes(of: UInt(bitPattern: record), toByteOffset: QuadQueueLayout.records + 8 * count, as: UInt.self)
        count += 1
        passed += mask.nonzeroBitCount
        if count > QuadQueueLayout.capacity - 4 { flush() }
    }

    private mutating func flush() {
        if count == 0 || hasFailed { return }
        // Fills the unused part of the last batch with quads that cover nothing.
        for i in count..<count + QuadQueueLayout.slack {
            memory.storeBytes(of: memory.load(as: UInt32.self), toByteOffset: 4 * i, as: UInt32.self)
            memory.storeBytes(of: 0, toByteOffset: QuadQueueLayout.covered + 4 * i, as: UInt32.self)
            memory.storeBytes(of: memory.load(fromByteOffset: QuadQueueLayout.records, as: UInt.self),
                              toByteOffset: QuadQueueLayout.records + 8 * i, as: UInt.self)
        }
        shading(FragmentArguments(context: context, report: report, queue: memory, count: Int32(truncatingIfNeeded: count)))
        count = 0
        hasFailed = report.pointee.failedLoop >= 0
    }

    /// Shades the quads that still wait in the queue, and reports the number of covered samples if they are counted.
    mutating func finish() {
        flush()
        if countsSamples {
            report.pointee.passedSamples += UInt64(passed)
        }
    }
}
