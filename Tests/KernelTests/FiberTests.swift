// Fibers: the order of turns, stacks, and kernels that wait for each other.

import Host
import Kernel
import Testing

/// The argument of one fiber in these tests.
private struct Visitor {
    var fibers: OpaquePointer
    var log: UnsafeMutablePointer<[Int]>
    var number: Int
    /// The number of times that the fiber waits.
    var waits: Int
    /// The number of nested calls that the fiber makes before it begins.
    var depth = 0
}

/// Returns the fibers' numbers in the order of the fibers' turns.
private func turns(of fibers: Fibers, waits: [Int], depth: Int = 0) -> [Int] {
    var log: [Int] = []
    withUnsafeMutablePointer(to: &log) { log in
        var visitors = waits.enumerated().map { Visitor(fibers: fibers.reference, log: log, number: $0, waits: $1, depth: depth) }
        visitors.withUnsafeMutableBytes { bytes in
            fibers.run(count: waits.count, arguments: bytes.baseAddress!, stride: MemoryLayout<Visitor>.stride) { visit($0.load(as: Visitor.self)) }
        }
    }
    return log
}
@inline(never) private func visit(_ visitor: Visitor) {
    if visitor.depth > 0 {
        var next = visitor
        next.depth -= 1
        visit(next)
        // More code follows the call, so the call is no tail call, and each level takes a part of the stack.
        visitor.log.pointee.append(-1)
        return
    }
    visitor.log.pointee.append(visitor.number)
    for turn in 1 ..< visitor.waits + 1 {
        Fibers.wait(visitor.fibers)
        visitor.log.pointee.append(visitor.number + 100 * turn)
    }
}

@Suite("fibers") struct FiberTests {
    @Test("take turns in ascending order, and wait for no fiber that has ended") func order() throws {
        let fibers = try #require(Fibers(count: 4, stackByteCount: 64 << 10))
        #expect(turns(of: fibers, waits: [0, 0, 0, 0]) == [0, 1, 2, 3])
        #expect(turns(of: fibers, waits: [2, 2, 2]) == [0, 1, 2, 100, 101, 102, 200, 201, 202])
        #expect(turns(of: fibers, waits: [0, 2, 1, 0]) == [0, 1, 2, 3, 101, 102, 201])
        #expect(turns(of: fibers, waits: [2, 0]) == [0, 1, 100, 200])
        #expect(turns(of: fibers, waits: [0, 3]) == [0, 1, 101, 201, 301])
        #expect(turns(of: fibers, waits: [3]) == [0, 100, 200, 300])
        #expect(turns(of: fibers, waits: []) == [])
    }

    @Test("have stacks of the given size") func stacks() throws {
        let fibers = try #require(Fibers(count: 3, stackByteCount: 1 << 20))
        let log = turns(of: fibers, waits: [1, 1, 1], depth: 500)
        #expect(log.filter { $0 >= 0 } == [0, 1, 2, 100, 101, 102])
        #expect(log.count == 6 + 3 * 500)
    }

    @Test("run as often as dispatches have work groups") func often() throws {
        let fibers = try #require(Fibers(count: 2, stackByteCount: 64 << 10))
        var counts = [0, 0]
        counts.withUnsafeMutableBytes { bytes in
            for _ in 0..<70_000 {
                fibers.run(count: 2, arguments: bytes.baseAddress!, stride: MemoryLayout<Int>.stride) { $0.assumingMemoryBound(to: Int.self).pointee += 1 }
            }
        }
        #expect(counts == [70_000, 70_000])
    }

    /// In this test, the thread sanitizer ends the process if the sanitizer knows fibers that have never run. The many turns of the first
    /// fibers are necessary: after these turns, the sanitizer's records of new fibers are in memory that is not zero.
    @Test("are freed, whether they have run or not") func freed() throws {
        let count = 300, fibers = try #require(Fibers(count: count, stackByteCount: 64 << 10))
        struct Argument { var fibers: OpaquePointer, turns = 0 }
        var arguments = [Argument](repeating: Argument(fibers: fibers.reference), count: count)
        arguments.withUnsafeMutableBytes { bytes in
            fibers.run(count: count, arguments: bytes.baseAddress!, stride: MemoryLayout<Argument>.stride) { argument in
                let argument = argument.assumingMemoryBound(to: Argument.self)
                for _ in 0 ..< 80 { Fibers.wait(argument.pointee.fibers); argument.pointee.turns += 1 }
            }
        }
        #expect(arguments.allSatisfy { $0.turns == 80 })
        for _ in 0 ..< 4 {
            // Only two of the 400 fibers run.
            let others = try #require(Fibers(count: 400, stackByteCount: 64 << 10))
            #expect(turns(of: others, waits: [1, 0]) == [0, 1, 100])
        }
    }

    @Test("too much memory gives no fibers") func tooMuch() {
        #expect(Fibers(count: 1 << 40, stackByteCount: 1 << 40) == nil)
        #expect(Fibers(count: 1 << 10, stackByteCount: 1 << 50) == nil)
    }

    @Test("a kernel on each fiber keeps its lanes while it waits for the others", arguments: targets) func kernels(target: KernelTarget) throws {
        let w = target.lanes, count = 5, rounds = 7
        struct Arguments: KernelRecord {
            static let entry = EntryPoint<Arguments>("run")
            var wait: UnsafeRawPointer
            var fibers: UnsafeRawPointer
            var words: UnsafeMutablePointer<Int32>
            var number: Int32
        }
        for tier in [CompileTier.baseline, .optimized] {
            // In each round, a fiber writes its sum, waits, reads the sum that the next fiber wrote in this round, and waits again. The
            // fiber's new sum is three times its own sum plus the next fiber's sum.
            let kernel = try compiled(target, tier) { k in
                k.define(Arguments.entry) { arguments in
                    let words = arguments.load(\.words), number = arguments.load(\.number)
                    let behind = (number .== Int32(count - 1)).choose(0, number + 1)
                    let sum = k.variable(k.laneIndices + number.broadcast())
                    k.forEach(0 ..< Int32(rounds)) { _ in
                        words.element(number, stride: 4 * w).store(sum.value)
                        k.call(at: arguments.load(\.wait), KernelSignature([.pointer]), [arguments.load(\.fibers)])
                        let other = words.element(behind, stride: 4 * w).loadLanes(Int32.self)
                        k.call(at: arguments.load(\.wait), KernelSignature([.pointer]), [arguments.load(\.fibers)])
                        sum.value = sum.value * 3 + other
                    }
                    words.element(number, stride: 4 * w).store(sum.value)
                }
            }
            let fibers = try #require(Fibers(count: count, stackByteCount: 64 << 10))
            var words = [Int32](repeating: 0, count: count * w)
            try words.withUnsafeMutableBufferPointer { words in
                var arguments = (0 ..< count).map {
                    Arguments(wait: unsafeBitCast(Fibers.wait, to: UnsafeRawPointer.self), fibers: UnsafeRawPointer(fibers.reference),
                              words: words.baseAddress!, number: Int32($0))
                }
                let run = try kernel.function("run", as: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)
                arguments.withUnsafeMutableBytes {
                    fibers.run(count: count, arguments: $0.baseAddress!, stride: MemoryLayout<Arguments>.stride, run)
                }
            }
            var expected = (0 ..< count).map { fiber in (0 ..< w).map { Int32($0 + fiber) } }
            for _ in 0 ..< rounds {
                let before = expected
                for fiber in 0 ..< count {
                    for lane in 0 ..< w { expected[fiber][lane] = before[fiber][lane] &* 3 &+ before[(fiber + 1) % count][lane] }
                }
            }
            #expect(words == expected.flatMap { $0 })
        }
    }
}
