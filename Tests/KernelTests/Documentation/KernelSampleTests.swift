// The samples of the page about the kernel language compute what the page says, and draw its picture.
//
// With RECORD_DOCUMENTATION=1 (see scripts/make-doc-pictures), the test writes the picture instead of comparing it.

import Foundation
import Kernel
import Raster
import TestSupport
import Testing

@Suite("Kernel samples") struct KernelSampleTests {
    @Test("the first kernel adds arrays of any length", arguments: [4, 8, 16, 32])
    func add(lanes: Int) throws {
        for count in [1, lanes - 1, lanes, 3 * lanes + 1] {
            let a = (0 ..< count).map { Float($0) * 0.5 }, b = (0 ..< count).map { 100 - Float($0) }
            #expect(try KernelSamples.add(a, b, lanes: lanes) == zip(a, b).map { $0 + $1 })
        }
    }

    @Test("a branch is taken or not, and a choice is made for each lane", arguments: hostTargets)
    func clamp(target: KernelTarget) throws {
        let kernel = try compiled(target, .optimized, KernelSamples.emitClamp), clamp: KernelSamples.Clamp = try kernel.function("clamp")
        let input = (0 ..< target.lanes).map { Float($0 % 5) - 2 }
        var memory = input
        clamp(&memory, false)
        #expect(memory == input)
        clamp(&memory, true)
        #expect(memory == input.map { max($0, 0) })
    }

    @Test("lanes leave a loop one by one, and a loop without end is stopped", arguments: hostTargets)
    func collatz(target: KernelTarget) throws {
        let kernel = try compiled(target, .optimized, KernelSamples.emitCollatz), count: KernelSamples.Collatz = try kernel.function("collatz")
        func steps(_ number: Int32) -> Int32 {
            var n = number, steps: Int32 = 0
            while n > 1 {
                n = n % 2 == 1 ? 3 * n + 1 : n / 2
                steps += 1
            }
            return steps
        }
        let numbers = (0 ..< Int32(target.lanes)).map { 27 - $0 }
        var counts = [Int32](repeating: -1, count: numbers.count)
        #expect(count(numbers, &counts, 1000) == 1)
        #expect(counts == numbers.map(steps))
        #expect(count(numbers, &counts, 50) == 0, "27 takes 111 steps")
    }

    private static let width = 320, height = 240
    /// Returns the kernel's picture, computed in Swift pixel by pixel.
    private static func expectedPixels() -> [UInt32] {
        let pixelSize = 2.4 / Float(height)
        return (0 ..< width * height).map { number in
            let real = Float(number % width) * pixelSize - 2.2, imaginary = Float(number / width) * pixelSize - 1.2
            var x = real, y = imaginary, turns: UInt32 = 0
            while turns < UInt32(KernelSamples.limit), x * x + y * y < 4 {
                (x, y) = (x * x - y * y + real, x * y * 2 + imaginary)
                turns += 1
            }
            if turns == UInt32(KernelSamples.limit) { return 0xFF00_0000 }
            let red = turns * 5, green = red * red / 256, blue = min(turns * 14 + 70, 255)
            return 0xFF00_0000 | blue << 16 | green << 8 | red
        }
    }

    @Test("the kernel that draws has the bits of the same loop in Swift, in both tiers", arguments: targets)
    func draws(target: KernelTarget) throws {
        let expected = Self.expectedPixels()
        for tier in [CompileTier.baseline, .optimized] {
            #expect(try KernelSamples.mandelbrot(width: Self.width, height: Self.height, target: target, tier: tier) == expected)
        }
    }

    @Test("the page's kernel draws the page's picture")
    func documentationPicture() throws {
        let pixels = try KernelSamples.mandelbrot(width: Self.width, height: Self.height, target: KernelTarget(lanes: 8))
        let drawn = Image(width: Self.width, height: Self.height, format: .rgb8,
                          bytes: pixels.flatMap { word in (0 ..< 3).map { UInt8(truncatingIfNeeded: word >> (8 * UInt32($0))) } })
        let path = packageFolder.appendingPathComponent("Sources/Kernel/Kernel.docc/Resources/mandelbrot.png").path
        if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: path) }
        #expect(try PictureComparison.difference("mandelbrot", expected: Image.read(from: path), actual: drawn) == nil,
                "scripts/make-doc-pictures draws it anew")
    }
}
