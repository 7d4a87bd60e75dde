import Kernel
import Testing

private typealias Run = @convention(c) (Int32, Int32) -> Int32

@Test("branches, loops and switches follow their conditions", arguments: hostTargets)
func uniformFlow(target: KernelTarget) throws {
    let kernel = try compiled(target) { k in
        k.entry("run", [.int32, .int32], results: [.int32]) { arguments in
            let a = arguments[0].scalar(Int32.self), b = arguments[1].scalar(Int32.self)
            let sum = k.variable(k.scalar(Int32(0)))
            k.forEach(from: k.scalar(Int32(0)), to: a) { i in
                k.if((i & 1) .== 0) { sum.value = sum.value + i } else: { sum.value = sum.value - 1 }
            }
            k.if(b .> 5, isRare: true) { sum.value = sum.value * 2 }
            k.select(b, among: [1, 2]) { sum.value = sum.value + $0 * 1000 } otherwise: { sum.value = sum.value + 3000 }
            let n = k.variable(b)
            k.loop(while: { n.value .> 100 }) { n.value = n.value >> 1 }
            k.repeat { () -> Condition in
                n.value = n.value + 7
                return n.value .< 50
            }
            k.if(a .== 99) { k.returnNow([k.scalar(Int32(-1))]) }
            return [sum.value + k.choose(a .< b) { n.value } else: { n.value * 10 }]
        }
    }
    let run: Run = try kernel.function("run")
    func expected(_ a: Int32, _ b: Int32) -> Int32 {
        var sum: Int32 = 0
        for i in 0 ..< max(a, 0) { sum += i % 2 == 0 ? i : -1 }
        if b > 5 { sum *= 2 }
        sum += b == 1 ? 1000 : b == 2 ? 2000 : 3000
        var n = b
        while n > 100 { n >>= 1 }
        repeat { n += 7 } while n < 50
        return a == 99 ? -1 : sum + (a < b ? n : n * 10)
    }
    for a in [-3, 0, 1, 10, 99] as [Int32] {
        for b in [-20, 1, 2, 6, 1000] as [Int32] { #expect(run(a, b) == expected(a, b)) }
    }
}

@Test("functions pass lanes and masks, inside a kernel and between kernels", arguments: targets)
func functions(target: KernelTarget) throws {
    let signature = KernelSignature([.floatLanes, .mask, .pointer], results: [.floatLanes, .floatLanes, .intLanes, .mask])
    let callee = try compiled(target) { k in
        k.entry("blend", signature.parameters, results: signature.results) { arguments in
            let x = arguments[0].lanes(Float.self), mask = arguments[1].mask
            return [x * 2, mask.choose(x, 0), arguments[2].pointer.loadLanes(Int32.self), ~mask]
        }
    }
    let caller = try compiled(target) { k in
        let twice = k.function("twice", [.floatLanes], results: [.floatLanes], inlining: .always) { [$0[0].lanes(Float.self) * 2] }
        let nothing = k.function("nothing", [], inlining: .never) { _ in [] }
        k.entry("run", [.pointer, .pointer, .pointer]) { arguments in
            let input = arguments[0].pointer, output = arguments[1].pointer, blend = arguments[2].pointer
            k.call(nothing, [])
            let x = input.loadLanes(Float.self)
            let four = k.call(twice, [k.call(twice, [x])[0].lanes(Float.self)])[0].lanes(Float.self)
            let results = k.call(at: blend, signature, [four, x .> 2, input])
            output.store(results[0].lanes(Float.self))
            output.store(results[1].lanes(Float.self), at: 128)
            output.store(results[2].lanes(Int32.self), at: 256)
            output.store(results[3].mask.bits, at: 384)
        }
    }
    let run = try caller.function("run", as: (@convention(c) (UnsafePointer<Float>, UnsafeMutableRawPointer, UnsafeRawPointer) -> Void).self)
    let input = (0 ..< 32).map { Float($0) * 0.5 }
    var output = [UInt32](repeating: 0, count: 128)
    run(input, &output, try callee.address(of: "blend"))
    for lane in 0 ..< target.lanes {
        #expect(Float(bitPattern: output[lane]) == input[lane] * 8)
        #expect(Float(bitPattern: output[32 + lane]) == (input[lane] > 2 ? input[lane] * 4 : 0))
        #expect(output[64 + lane] == input[lane].bitPattern)
        #expect(output[96] >> UInt32(lane) & 1 == (input[lane] > 2 ? 0 : 1))
    }
}

@Test("a kernel calls the program's functions by name", arguments: hostTargets)
func hostFunctions(target: KernelTarget) throws {
    let builder = try KernelBuilder(name: "host", target: target)
    let host = builder.hostFunction("raster_test_slow_path", KernelSignature([.pointer, .int32, .condition], results: [.int32]))
    builder.entry("run", [.pointer, .int32], results: [.int32]) { arguments in
        let n = arguments[1].scalar(Int32.self)
        let lanes = builder.laneIndices + n.broadcast()
        let result = builder.call(host, [arguments[0].pointer, n, n .> 3])[0].scalar(Int32.self)
        return [result + lanes[1]]
    }
    let object = try builder.compile()
    #expect(throws: KernelError.symbolMissing("raster_test_slow_path")) { try Kernel(name: "host", object: object) }
    let slowPath: @convention(c) (UnsafePointer<Int32>, Int32, Bool) -> Int32 = { $0[Int($1)] * ($2 ? 100 : 1) }
    let kernel = try Kernel(name: "host", object: object, hostFunctions: ["raster_test_slow_path": unsafeBitCast(slowPath, to: UnsafeRawPointer.self)])
    let run = try kernel.function("run", as: (@convention(c) (UnsafePointer<Int32>, Int32) -> Int32).self)
    #expect(run([10, 11, 12, 13, 14], 2) == 12 + 3)
    #expect(run([10, 11, 12, 13, 14], 4) == 1400 + 5)
    #expect(throws: KernelError.symbolMissing("walk")) { try kernel.address(of: "walk") }
}

@Test("every lane of a mask is visited, and local memory holds arrays", arguments: hostTargets)
func lanesOneByOne(target: KernelTarget) throws {
    let kernel = try compiled(target) { k in
        k.entry("run", [.int32], results: [.int32]) { arguments in
            let memory = k.localMemory(bytes: 4 * target.lanes)
            memory.store(k.laneIndices * k.laneIndices, alignment: 64)
            let sum = k.variable(k.scalar(Int32(0)))
            k.forEachLane(arguments[0].scalar(Int32.self).mask()) { lane in
                sum.value = sum.value * 2 + memory.element(lane, stride: 4).load(Int32.self)
            }
            return [sum.value]
        }
    }
    let run = try kernel.function("run", as: (@convention(c) (Int32) -> Int32).self)
    #expect(run(0b1101) == (0 * 2 + 4) * 2 + 9)
    #expect(run(0) == 0)
}

@Test("misuse of the builder is reported with the kernel's name")
func misuse() throws {
    let k = try KernelBuilder(name: "broken", target: KernelTarget(lanes: 4))
    k.entry("run", [.int32], results: [.int32]) { arguments in
        let inside = k.variable(k.scalar(Int32(0)))
        var escaped = arguments[0].scalar(Int32.self)
        k.if(escaped .> 0) { escaped = inside.value + 1 }
        return [escaped]
    }
    var options = KernelOptions()
    options.verifies = true
    let error = #expect(throws: KernelError.self) { try k.compile(options) }
    guard case .invalidKernel(name: "broken", _)? = error else {
        Issue.record("\(String(describing: error))")
        return
    }
}

@Test("passes that LLVM does not know are an error")
func unknownPasses() throws {
    let k = try KernelBuilder(name: "passes", target: KernelTarget(lanes: 4))
    k.entry("run", []) { _ in }
    var options = KernelOptions()
    options.passes = "function(make-it-fast)"
    let error = #expect(throws: KernelError.self) { try k.compile(options) }
    guard case .compilationFailed(name: "passes", _)? = error else {
        Issue.record("\(String(describing: error))")
        return
    }
}

@Test("a dump shows intermediate code and assembly")
func dump() throws {
    final class Texts: @unchecked Sendable { var titles: [String] = [], all = "" }
    let texts = Texts()
    let k = try KernelBuilder(name: "shown", target: KernelTarget(lanes: 4))
    k.entry("run", [.pointer]) { $0[0].pointer.store($0[0].pointer.loadLanes(Float.self) * 2) }
    var options = KernelOptions()
    options.dump = { texts.titles.append($0); texts.all += $1 }
    _ = try k.compile(options)
    #expect(texts.titles == ["shown: intermediate code", "shown: optimised code", "shown: assembly"])
    #expect(texts.all.contains("load <4 x float>") && texts.all.contains("run:"))
}

@Test("a missing or foreign library is a clear error")
func missingLibrary() {
    for path in ["/nonexistent/libLLVM.so", "libc.so.6"] {
        guard case .failure(.libraryMissing(let reason)) = LLVMLibrary.open(path) else {
            Issue.record("\(path) was taken for LLVM")
            continue
        }
        #expect(reason.contains(path))
    }
}

@Test("a function that needs every register preserves its caller's registers", arguments: targets)
func manyRegisters(target: KernelTarget) throws {
    let kernel = try compiled(target) { k in
        // The function uses more numbers at once than there are registers, but so few vectors that no vector needs a place on the stack.
        // Vectors on the stack would require a frame pointer.
        let greedy = k.function("greedy", [.pointer, .floatLanes, .pointer], results: [.floatLanes, .int64], inlining: .never) { arguments in
            let p = arguments[0].pointer
            let scalars = (0 ..< 28).map { p.load(Int64.self, at: 8 * $0) }
            let lanes = (0 ..< 4).map { p.loadLanes(Float.self, at: 4 * $0) + arguments[1].lanes(Float.self) }
            p.store(k.scalar(Int64(0)), at: 1024)
            var sum = k.scalar(Int64(0)), total = k.lanes(Float(0))
            for i in scalars.indices { sum = sum * 3 + (scalars[i] ^ (scalars[(i * 7 + 5) % 28] >> 3)) }
            for i in lanes.indices { total = total + lanes[i] * lanes[(i * 11 + 3) % 4] }
            arguments[2].pointer.store(total, alignment: 64)
            return [total, sum]
        }
        k.entry("run", [.pointer, .pointer, .int32], results: [.int64]) { arguments in
            let input = arguments[0].pointer, output = arguments[1].pointer, n = arguments[2].scalar(Int32.self)
            // Local memory with a large alignment makes the caller address its variables through the frame pointer.
            let memory = k.localMemory(bytes: 4096)
            memory.store(input.loadLanes(Float.self), alignment: 64)
            let kept = (0 ..< 10).map { input.loadLanes(Float.self, at: 64 + 4 * $0) }
            let numbers = (0 ..< 6).map { input.load(Int64.self, at: 8 * $0) }
            let sum = k.variable(k.scalar(Int64(0)))
            k.forEach(from: k.scalar(Int32(0)), to: n) { i in
                let results = k.call(greedy, [input, memory.loadLanes(Float.self, alignment: 64), memory + 2048])
                memory.store((memory + 2048).loadLanes(Float.self, alignment: 64) * 1e-3, alignment: 64)
                sum.value = sum.value + results[1].scalar(Int64.self) + i.widened(to: Int64.self)
            }
            output.store(kept.reduce(memory.loadLanes(Float.self, alignment: 64)) { $0 + $1 })
            return [numbers.reduce(sum.value) { $0 + $1 }]
        }
    }
    let run = try kernel.function("run", as: (@convention(c) (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, Int32) -> Int64).self)
    let input = (0 ..< 512).map { Float($0 % 37) * 0.125 }
    var memory = input, output = [Float](repeating: 0, count: 32)
    let sum = run(&memory, &output, 3)

    var lanes = Array(input[0 ..< target.lanes]), expected: Int64 = 0
    let words: [Int64] = (0 ..< 28).map { Int64(bitPattern: UInt64(input[2 * $0].bitPattern) | UInt64(input[2 * $0 + 1].bitPattern) << 32) }
    for turn in 0 ..< 3 {
        var part: Int64 = 0
        for i in 0 ..< 28 { part = part &* 3 &+ (words[i] ^ (words[(i * 7 + 5) % 28] >> 3)) }
        expected = expected &+ part &+ Int64(turn)
        lanes = lanes.enumerated().map { lane, x in
            var total: Float = 0
            for i in 0 ..< 4 {
                let product = (input[i + lane] + x) * (input[(i * 11 + 3) % 4 + lane] + x)
                total += product
            }
            return total * 1e-3
        }
    }
    for lane in 0 ..< target.lanes {
        var total = lanes[lane]
        for i in 0 ..< 10 { total += input[16 + i + lane] }
        #expect(output[lane] == total)
    }
    #expect(sum == words[0 ..< 6].reduce(expected, &+))
}

@Test("lanes survive the call of a function that has no lanes as arguments or results but computes with lanes", arguments: targets,
      [CompileTier.optimized, .baseline])
func lanesOverCalls(target: KernelTarget, tier: CompileTier) throws {
    let kernel = try compiled(target, tier) { k in
        let busy = k.function("busy", [.pointer], results: [.int32], inlining: .never) { arguments in
            let p = arguments[0].pointer
            let lanes = (0 ..< 4).map { p.loadLanes(Float.self, at: 4 * $0) }
            p.store(lanes.reduce(k.lanes(Float(0))) { $0 + $1 * $1 }, at: 512)
            return [k.scalar(Int32(1))]
        }
        k.entry("run", [.pointer, .pointer, .pointer, .int32], results: [.int32]) { arguments in
            let input = arguments[0].pointer, output = arguments[1].pointer, n = arguments[3].scalar(Int32.self)
            let kept = (0 ..< 6).map { input.loadLanes(Float.self, at: 4 * $0) * 0.5 }
            let count = k.variable(k.scalar(Int32(0)))
            k.forEach(from: k.scalar(Int32(0)), to: n) { _ in count.value = count.value + k.call(busy, [arguments[2].pointer])[0].scalar(Int32.self) }
            output.store(kept.dropFirst().reduce(kept[0]) { $0 + $1 })
            return [count.value]
        }
    }
    let run = try kernel.function("run", as: (@convention(c) (UnsafePointer<Float>, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>,
                                                              Int32) -> Int32).self)
    let input = (0 ..< 64).map { Float($0 * $0 + 1) }
    var output = [Float](repeating: 0, count: 32), scratch = [Float](repeating: 2, count: 256)
    #expect(run(input, &output, &scratch, 3) == 3)
    for lane in 0 ..< target.lanes {
        var sum: Float = 0
        for i in 0 ..< 6 { sum += input[i + lane] * 0.5 }
        #expect(output[lane] == sum)
    }
    #expect(scratch[128..<(128 + target.lanes)].allSatisfy { $0 == 16 })
}
