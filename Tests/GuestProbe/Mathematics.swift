import CGuest
import Kernel

/// The host has its own functions `floorf`, `ceilf` and so on, which give wrong results. Kernels for processors without rounding
/// instructions need functions of these names, and must not call the host's functions.
func replaceMathematics() throws {
    typealias Run = @convention(c) (UnsafePointer<Float>, UnsafeMutablePointer<Float>) -> Void
    let values: [Float] = [-0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0x1p22 + 0.5, -0x1p23, 8_388_609, 3e38, -.infinity, .nan, 0x1p-140, -0x1p-140, 0.99999994, -7.25]
    let oldest = KernelTarget(lanes: 4, instructionSet: .x86v1), target = oldest.runsHere ? oldest : KernelTarget(lanes: 4)
    let kernel = try KernelCompiler(cache: CodeCache(.none)).kernel("rounding", key: [], target: target) { builder in
        builder.entry("run", [.pointer, .pointer]) { arguments in
            let source = arguments[0].pointer, result = arguments[1].pointer
            for offset in stride(from: 0, to: values.count * 4, by: 16) {
                let lanes = source.loadLanes(Float.self, at: offset)
                for (number, rounded) in [lanes.floor(), lanes.ceiling(), lanes.truncated(), lanes.roundedToEven()].enumerated() {
                    result.store(rounded, at: number * values.count * 4 + offset)
                }
            }
            return []
        }
    }
    let run = try kernel.function("run", as: Run.self)
    var results = [Float](repeating: 0, count: 4 * values.count)
    GuestSpoilMathematics(1)
    run(values, &results)
    GuestSpoilMathematics(0)
    let rules: [FloatingPointRoundingRule] = [.down, .up, .towardZero, .toNearestOrEven]
    let expected = rules.flatMap { rule in values.map { $0.rounded(rule) } }
    let wrong = zip(results, expected).filter { $0.bitPattern != $1.bitPattern && !($0.isNaN && $1.isNaN) }
    print("\(wrong.count) of \(expected.count) wrong")
}
