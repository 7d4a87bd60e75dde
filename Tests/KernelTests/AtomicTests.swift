// Atomic updates of words, fences, and calls through a pointer in memory.

import Dispatch
import Kernel
import Synchronization
import Testing

private typealias Run = @convention(c) (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void

extension WordFunction {
    /// Returns the new value of a word, computed with Swift's arithmetic.
    fileprivate func expected(_ old: UInt32, _ value: UInt32, isSigned: Bool) -> UInt32 {
        let (a, b) = (Int32(bitPattern: old), Int32(bitPattern: value))
        return switch self {
        case .add: old &+ value
        case .minimum: isSigned ? UInt32(bitPattern: min(a, b)) : min(old, value)
        case .maximum: isSigned ? UInt32(bitPattern: max(a, b)) : max(old, value)
        case .and: old & value
        case .or: old | value
        case .xor: old ^ value
        case .exchange: value
        }
    }
}

private let starts: [UInt32] = [5, 0xffff_fff0, 0x7fff_ffff]

@Test("each lane updates its word and gets the old value, the lowest lane first", arguments: targets)
func updates(target: KernelTarget) throws {
    let w = target.lanes
    for access in [WordAccess.anyThread, .onlyThisThread] {
        for tier in [CompileTier.baseline, .optimized] {
            let kernel = try compiled(target, tier) { k in
                k.entry("run", [.pointer, .pointer]) { arguments in
                    let lane = k.laneIndices, values = (lane * 7 - 9) & Int32(0x7fff_ff3f), mask = (lane & 3) .!= 1
                    for (number, function) in WordFunction.allCases.enumerated() {
                        let words = arguments[0].pointer + number * 24, output = arguments[1].pointer + number * 8 * w
                        output.store(words.updateEach(function, values, places: lane.remainder(by: k.lanes(3)), unit: 4, mask: mask, by: access))
                        let unsigned = values.withSign(of: UInt32.self)
                        output.store((words + 12).updateEach(function, unsigned, places: lane.remainder(by: k.lanes(3)).widened(to: Int64.self) * 4, unit: 1,
                                                             mask: mask, by: access), at: 4 * w)
                    }
                }
            }
            let run = try kernel.function("run", as: Run.self)
            var words = WordFunction.allCases.flatMap { _ in starts + starts }, output = [UInt32](repeating: 1, count: words.count / 6 * 2 * w)
            run(&words, &output)
            for (number, function) in WordFunction.allCases.enumerated() {
                for isSigned in [true, false] {
                    var expected = starts
                    let row = (2 * number + (isSigned ? 0 : 1)) * w
                    for lane in 0 ..< w {
                        let value = UInt32(bitPattern: Int32(lane * 7 - 9) & 0x7fff_ff3f)
                        #expect(output[row + lane] == (lane & 3 == 1 ? 0 : expected[lane % 3]))
                        if lane & 3 != 1 { expected[lane % 3] = function.expected(expected[lane % 3], value, isSigned: isSigned) }
                    }
                    #expect(Array(words[(6 * number + (isSigned ? 0 : 3))...].prefix(3)) == expected)
                }
            }
        }
    }
}

@Test("compare and exchange writes only where the old value is the expected value", arguments: targets)
func comparisons(target: KernelTarget) throws {
    let w = target.lanes
    for access in [WordAccess.anyThread, .onlyThisThread] {
        let kernel = try compiled(target) { k in
            k.entry("run", [.pointer, .pointer]) { arguments in
                let lane = k.laneIndices
                arguments[1].pointer.store(arguments[0].pointer.compareExchangeEach(lane, lane + 1, places: lane * 0, unit: 4, mask: lane .!= 2, by: access))
            }
        }
        let run = try kernel.function("run", as: Run.self)
        var word: UInt32 = 0, output = [UInt32](repeating: 77, count: w)
        run(&word, &output)
        #expect(word == 2)
        #expect(output == (0 ..< w).map { $0 == 2 ? 0 : UInt32(min($0, 2)) })
    }
}

@Test("no update of another thread is lost", arguments: hostTargets)
func threads(target: KernelTarget) throws {
    let kernel = try compiled(target) { k in
        k.entry("run", [.pointer, .pointer]) { arguments in
            k.forEach(0 ..< 1000) { _ in
                _ = arguments[0].pointer.updateEach(.add, k.laneIndices, places: k.laneIndices & 1, unit: 4, mask: k.mask(true), by: .anyThread)
                k.fence()
            }
        }
    }
    let run = try kernel.function("run", as: Run.self)
    let words = UnsafeMutablePointer<UInt32>.allocate(capacity: 2)
    words.initialize(repeating: 0, count: 2)
    defer { words.deallocate() }
    let address = UInt(bitPattern: words)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
        let words = UnsafeMutablePointer<UInt32>(bitPattern: address)!
        run(words, words)
    }
    let even = stride(from: 0, to: target.lanes, by: 2).reduce(0, +), odd = stride(from: 1, to: target.lanes, by: 2).reduce(0, +)
    #expect(words[0] == UInt32(4000 * even) && words[1] == UInt32(4000 * odd))
}

@Test("a kernel calls a function whose address it loads from memory, and keeps its values over the call", arguments: targets)
func callThroughPointer(target: KernelTarget) throws {
    let function: @convention(c) (UnsafeMutablePointer<UInt32>) -> Void = { $0.pointee += 100 }
    let w = target.lanes
    let kernel = try compiled(target) { k in
        k.entry("run", [.pointer, .pointer]) { arguments in
            let function = arguments[0].pointer.loadPointer(), words = arguments[0].pointer.loadPointer(at: 8)
            let kept = (0 ..< 20).map { k.laneIndices * Int32($0 + 1) + words.load(Int32.self).broadcast() }
            k.call(at: function, KernelSignature([.pointer]), [words])
            arguments[1].pointer.store(kept.reduce(k.lanes(Int32(0)), +) + words.load(Int32.self).broadcast())
        }
    }
    let run = try kernel.function("run", as: (@convention(c) (UnsafePointer<UInt>, UnsafeMutablePointer<UInt32>) -> Void).self)
    var word: UInt32 = 3, output = [UInt32](repeating: 0, count: w)
    withUnsafeMutablePointer(to: &word) { word in
        run([UInt(bitPattern: unsafeBitCast(function, to: UnsafeRawPointer.self)), UInt(bitPattern: word)], &output)
    }
    for lane in 0 ..< w { #expect(output[lane] == UInt32(210 * lane + 60 + 103)) }
}
