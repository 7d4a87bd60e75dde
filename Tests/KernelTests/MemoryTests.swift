import Kernel
import Testing

private typealias Run = @convention(c) (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt32>, UInt32) -> Void

@Test("gathers read each lane's element, and zero outside of the memory", arguments: targets)
func gathers(target: KernelTarget) throws {
    let w = target.lanes
    let kernel = try compiled(target) { k in
        k.entry("run", [.pointer, .pointer, .int32]) { arguments in
            let memory = arguments[0].pointer, output = arguments[1].pointer, bound = arguments[2].scalar(Int32.self).withSign(of: UInt32.self)
            let lane = k.laneIndices
            let odd = (lane & 1) .== 1
            output.store(memory.gather(UInt32.self, indices: lane * 3 % 7, mask: nil))
            output.store(memory.gather(UInt32.self, indices: lane * 1000, mask: odd & (lane .< 2)), at: 4 * w)
            output.store(memory.gather(UInt32.self, byteOffsets: lane * 3 + 1), at: 8 * w)
            output.store(memory.gather(Float.self, indices: (lane - 2).withSign(of: UInt32.self) * 4, below: bound).bits, at: 12 * w)
            output.store(memory.gatherBytes(byteOffsets: lane * 5), at: 16 * w)
            output.store(memory.gatherHalfWords(byteOffsets: lane * 2, mask: odd), at: 20 * w)
            output.store(k.table([UInt32(5), 6, 7, 8]).gather(UInt32.self, indices: lane & 3), at: 24 * w)
        }
    }
    let run = try kernel.function("run", as: Run.self)
    let bytes = (0 ..< 4096).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ $0 >> 5) }
    var output = [UInt32](repeating: 1, count: 7 * w)
    let bound: UInt32 = 20
    run(bytes, &output, bound)
    func word(_ offset: Int) -> UInt32 { (0 ..< 4).reduce(0) { $0 | UInt32(bytes[offset + $1]) << UInt32(8 * $1) } }
    for lane in 0 ..< w {
        #expect(output[lane] == word(4 * (lane * 3 % 7)))
        #expect(output[w + lane] == (lane == 1 ? word(4000) : 0))
        #expect(output[2 * w + lane] == word(lane * 3 + 1))
        let index = (lane - 2) * 4
        #expect(output[3 * w + lane] == (index >= 0 && index < Int(bound) ? word(4 * index) : 0))
        #expect(output[4 * w + lane] == UInt32(bytes[lane * 5]))
        #expect(output[5 * w + lane] == (lane % 2 == 1 ? word(lane * 2) & 0xffff : 0))
        #expect(output[6 * w + lane] == UInt32(5 + lane % 4))
    }
}

private func % (a: IntLanes, b: Int32) -> IntLanes { a.remainder(by: a.constant(b)) }

@Test("masked stores and scatters change only their lanes", arguments: targets)
func maskedStores(target: KernelTarget) throws {
    let w = target.lanes
    let kernel = try compiled(target) { k in
        k.entry("run", [.pointer, .pointer, .int32]) { arguments in
            let output = arguments[1].pointer
            let lane = k.laneIndices
            let mask = (lane & 3) .== 1
            output.store(lane, mask: mask)
            output.store(output.loadLanes(Int32.self, at: 4 * w, mask: mask, else: k.lanes(Int32(77))) + 1, at: 4 * w)
            output.scatter(lane + 50, indices: lane ^ 1, mask: (lane .< 3))
            // All lanes store to one place, which then has the value of the highest lane.
            output.scatter(lane + 100, indices: k.lanes(Int32(2 * w)), mask: ~mask)
            output.scatter(lane.narrowed(to: UInt8.self), byteOffsets: lane * 3 + Int32(12 * w), mask: ~mask)
            (output + 16 * w).clear(bytes: k.scalar(Int64(8)))
        }
    }
    let run = try kernel.function("run", as: Run.self)
    var output = [UInt32](repeating: 0xaaaa_aaaa, count: 5 * w)
    run([], &output, 0)
    for lane in 0 ..< w {
        let scattered = [0: 1, 1: 0, 3: 2][lane]
        #expect(output[lane] == (scattered.map { UInt32($0 + 50) } ?? (lane % 4 == 1 ? UInt32(lane) : 0xaaaa_aaaa)))
        #expect(output[w + lane] == (lane % 4 == 1 ? 0xaaaa_aaab : 78))
    }
    #expect(output[2 * w] == UInt32(100 + w - 1))
    #expect(output[2 * w + 1] == 0xaaaa_aaaa)
    let bytes = output[(3 * w)...].flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    for lane in 0 ..< w { #expect(bytes[lane * 3] == (lane % 4 == 1 ? 0xaa : UInt8(lane)) && bytes[lane * 3 + 1] == 0xaa) }
    #expect(output[4 * w] == 0 && output[4 * w + 1] == 0 && output[4 * w + 2] == 0xaaaa_aaaa)
}

@Test("loads and stores work at odd addresses", arguments: targets)
func unaligned(target: KernelTarget) throws {
    let w = target.lanes
    let kernel = try compiled(target) { k in
        k.entry("run", [.pointer, .pointer, .int32]) { arguments in
            let input = arguments[0].pointer + 1, output = arguments[1].pointer + 3
            output.store(input.loadLanes(UInt32.self, alignment: 1), alignment: 1)
            output.store(input.load(UInt64.self, at: 5, alignment: 1), at: 4 * w, alignment: 1)
            output.store(input.loadLanes(UInt8.self, at: 2).widened(to: UInt32.self).reinterpreted(as: UInt8.self), at: 4 * w + 8)
        }
    }
    let run = try kernel.function("run", as: Run.self)
    let bytes = (0 ..< 256).map { UInt8($0) }
    var output = [UInt32](repeating: 0, count: 3 * w)
    run(bytes, &output, 0)
    let got = output.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    #expect(Array(got[3 ..< 3 + 4 * w]) == Array(bytes[1 ..< 1 + 4 * w]))
    #expect(Array(got[3 + 4 * w ..< 11 + 4 * w]) == Array(bytes[6 ..< 14]))
    #expect((0 ..< w).map { got[11 + 4 * w + 4 * $0] } == Array(bytes[3 ..< 3 + w]))
}
