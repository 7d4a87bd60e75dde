import Kernel
import SeededRandom
import Testing

private func object(_ target: KernelTarget) throws -> [UInt8] {
    let builder = try KernelBuilder(name: "sample", target: target)
    let host = builder.hostFunction("raster_test_host", KernelSignature([.float], results: [.float]))
    builder.entry("run", [.pointer, .int32], results: [.float]) { arguments in
        let p = arguments[0].pointer
        // The kernel has constants in memory, a table, a call, and a switch.
        let lanes = p.loadLanes(Float.self) * 3.25 + builder.table((0 ..< 64).map { Float($0) }).gather(indices: builder.laneIndices * 2)
        p.store(lanes)
        let sum = builder.variable(lanes[0])
        builder.select(arguments[1].scalar(Int32.self), among: Array(0 ..< 12)) { sum.value = sum.value * Float($0 * $0 + 1) } otherwise: {}
        return [builder.call(host, [sum.value])[0].scalar(Float.self)]
    }
    return try builder.compile()
}
private let double: @convention(c) (Float) -> Float = { $0 * 2 }
private var hosts: [String: UnsafeRawPointer] { ["raster_test_host": unsafeBitCast(double, to: UnsafeRawPointer.self)] }

@Test("sections, tables, calls and switches are linked", arguments: hostTargets)
func relocations(target: KernelTarget) throws {
    let kernel = try Kernel(name: "sample", object: try object(target), hostFunctions: hosts)
    let run = try kernel.function("run", as: (@convention(c) (UnsafeMutablePointer<Float>, Int32) -> Float).self)
    for choice in -1 ..< 13 as Range<Int32> {
        var memory = (0 ..< 32).map { Float($0 + 1) }
        let factor: Float = (0 ..< 12).contains(choice) ? Float(choice * choice + 1) : 1
        #expect(run(&memory, choice) == 3.25 * factor * 2)
        for lane in 0 ..< target.lanes {
            let product = Float(lane + 1) * 3.25
            #expect(memory[lane] == product + Float(2 * lane))
        }
    }
}

@Test("code for AArch64 is placed and linked as well")
func foreignArchitecture() throws {
    let target = KernelTarget(lanes: 16, instructionSet: .aarch64)
    let kernel = try Kernel(name: "sample", object: try object(target), hostFunctions: hosts)
    #expect(kernel.size >= 4096)
    if !target.runsHere {
        let compiler = KernelCompiler(cache: CodeCache(.none))
        #expect(throws: KernelError.processorUnsupported("aarch64")) { try compiler.kernel("sample", key: [], target: target) { _ in } }
    }
}

@Test("a truncated or changed object is rejected or loaded, and never traps")
func damagedObjects() throws {
    let good = try object(KernelTarget(lanes: 8))
    for length in stride(from: 0, to: good.count, by: 41) {
        #expect(throws: KernelError.self) { try Kernel(name: "cut", object: Array(good[0 ..< length]), hostFunctions: hosts) }
    }
    var randomness = SeededGenerator(state: 5)
    var rejected = 0
    for _ in 0 ..< 2000 {
        var bytes = good
        for _ in 0 ..< Int.random(in: 1 ... 4, using: &randomness) {
            // Most changed bytes are near both ends of the object, where the headers are.
            let position = Bool.random(using: &randomness) ? Int.random(in: 0 ..< 64, using: &randomness)
                : Int.random(in: good.count / 2 ..< good.count, using: &randomness)
            bytes[position] = .random(in: 0 ... 255, using: &randomness)
        }
        do { _ = try Kernel(name: "altered", object: bytes, hostFunctions: hosts) } catch { rejected += 1 }
    }
    #expect(rejected > 200)
}
