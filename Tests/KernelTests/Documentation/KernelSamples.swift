// The code of the page about the kernel language.

import Kernel

enum KernelSamples {
    typealias Sum = @convention(c) (UnsafePointer<Float>, UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int32) -> Void

    /// Adds two arrays, W elements at a time.
    static func add(_ a: [Float], _ b: [Float], lanes: Int) throws -> [Float] {
        let compiler = KernelCompiler(cache: CodeCache(.none))
        let kernel = try compiler.kernel("add", key: [1], target: KernelTarget(lanes: lanes)) { k in
            k.entry("add", [.pointer, .pointer, .pointer, .int32]) { arguments in
                let a = arguments[0].pointer, b = arguments[1].pointer, sum = arguments[2].pointer
                let count = arguments[3].scalar(Int32.self)
                k.forEach(from: k.scalar(Int32(0)), to: count, step: Int32(k.lanes)) { i in
                    let mask = k.firstLanes(count - i)
                    let x = a.element(i, stride: 4).loadLanes(Float.self, mask: mask)
                    let y = b.element(i, stride: 4).loadLanes(Float.self, mask: mask)
                    sum.element(i, stride: 4).store(x + y, mask: mask)
                }
            }
        }
        let run: Sum = try kernel.function("add")
        var sum = [Float](repeating: 0, count: a.count)
        withExtendedLifetime(kernel) { run(a, b, &sum, Int32(a.count)) }
        return sum
    }

    typealias Clamp = @convention(c) (UnsafeMutablePointer<Float>, Bool) -> Void

    /// Emits a branch, and a choice for each lane.
    static func emitClamp(_ k: KernelBuilder) {
        k.entry("clamp", [.pointer, .condition]) { arguments in
            let memory = arguments[0].pointer, isWanted = arguments[1].condition
            k.if(isWanted) {
                let x = memory.loadLanes(Float.self)
                memory.store((x .< 0).choose(0, x))
            }
        }
    }

    typealias Collatz = @convention(c) (UnsafePointer<Int32>, UnsafeMutablePointer<Int32>, Int32) -> Int32

    /// Emits a kernel that counts the steps of Collatz's sequence for W numbers. Lanes leave the loop one by one.
    static func emitCollatz(_ k: KernelBuilder) {
        k.entry("collatz", [.pointer, .pointer, .int32], results: [.int32]) { arguments in
            let numbers = arguments[0].pointer, counts = arguments[1].pointer
            let n = k.variable(numbers.loadLanes(Int32.self)), steps = k.variable(k.lanes(Int32(0)))
            let turnsLeft = k.variable(arguments[2].scalar(Int32.self))
            let flow = DivergentFlow(k, active: k.mask(true), turnsLeft: turnsLeft)
            flow.beginBlock()
            flow.beginLoop()
            flow.beginIf(n.value .<= 1)
            flow.exit(2)
            flow.end()
            let isOdd = (n.value & 1) .== 1
            n.value = flow.active.choose(isOdd.choose(n.value * 3 + 1, n.value >> 1), n.value)
            steps.value = flow.active.choose(steps.value + 1, steps.value)
            flow.endLoop { k.returnNow([k.scalar(Int32(0))]) }
            flow.end()
            counts.store(steps.value)
            return [k.scalar(Int32(1))]
        }
    }

    typealias Draw = @convention(c) (UnsafeMutablePointer<UInt32>, Int32, Int32, Float) -> Void

    /// Emits a kernel that fills rows of pixels with the Mandelbrot set, W pixels at a time. A pixel is a word of red, green, blue
    /// and alpha bytes.
    static func emitMandelbrot(_ k: KernelBuilder) {
        k.entry("draw", [.pointer, .int32, .int32, .float]) { arguments in
            let pixels = arguments[0].pointer, width = arguments[1].scalar(Int32.self), height = arguments[2].scalar(Int32.self)
            let pixelSize = arguments[3].scalar(Float.self)
            k.forEach(from: k.scalar(Int32(0)), to: height) { row in
                let imaginary = (row.converted(to: Float.self) * pixelSize - 1.2).broadcast()
                k.forEach(from: k.scalar(Int32(0)), to: width, step: Int32(k.lanes)) { column in
                    let columns = column.broadcast() + k.laneIndices
                    let real = columns.converted(to: Float.self) * pixelSize.broadcast() - 2.2
                    let color = emitColor(k, real, imaginary)
                    let place = pixels.element(row * width + column, stride: 4)
                    place.store(color, mask: k.firstLanes(width - column))
                }
            }
        }
    }
    static let limit: Int32 = 51

    /// Emits a loop in which each lane replaces z by z² + c until |z| is 2 or more. The number of turns gives the colour.
    static func emitColor(_ k: KernelBuilder, _ real: FloatLanes, _ imaginary: FloatLanes) -> UIntLanes {
        let x = k.variable(real), y = k.variable(imaginary)
        let turns = k.variable(k.lanes(Int32(0))), inside = k.variable(k.mask(true)), turn = k.variable(k.scalar(Int32(0)))
        k.repeat { () -> Condition in
            let a = x.value, b = y.value, xx = a * a, yy = b * b
            let stays = inside.value & ((xx + yy) .< 4)
            inside.value = stays
            x.value = stays.choose(xx - yy + real, a)
            y.value = stays.choose(a * b * 2 + imaginary, b)
            turns.value = stays.choose(turns.value + 1, turns.value)
            turn.value = turn.value + 1
            return stays.any & (turn.value .< limit)
        }
        let red = turns.value * 5, green = (red * red) >> 8, blue = (turns.value * 14 + 70).minimum(255)
        let color = red | green << 8 | blue << 16
        return inside.value.choose(0xFF00_0000, color.withSign(of: UInt32.self) | 0xFF00_0000)
    }

    /// Returns a picture of the set. The picture's bits are the same for every number of lanes.
    static func mandelbrot(width: Int, height: Int, target: KernelTarget, tier: CompileTier = .optimized) throws -> [UInt32] {
        let compiler = KernelCompiler(cache: CodeCache(.none))
        let kernel = try compiler.kernel("mandelbrot", key: [], target: target, tier: tier, build: emitMandelbrot)
        let draw: Draw = try kernel.function("draw")
        var pixels = [UInt32](repeating: 0, count: width * height)
        withExtendedLifetime(kernel) { draw(&pixels, Int32(width), Int32(height), 2.4 / Float(height)) }
        return pixels
    }
}
