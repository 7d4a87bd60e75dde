// The targets for which kernels are tested, and functions that run one expression over arrays.

import Kernel
import SeededRandom

/// 4, 8, 16 and 32 lanes on every instruction set of this machine.
let targets: [KernelTarget] = KernelTarget.InstructionSet.allCases.flatMap { set in
    [4, 8, 16, 32].map { KernelTarget(lanes: $0, instructionSet: set) }
}.filter(\.runsHere)

let hostTargets = targets.filter { $0.instructionSet == .host }

func compiled(_ target: KernelTarget, _ tier: CompileTier = .optimized, _ build: (KernelBuilder) -> Void) throws -> Kernel {
    let builder = try KernelBuilder(name: "test", target: target, tier: tier)
    build(builder)
    var options = KernelOptions()
    if tier == .baseline { options.effort = .fast }
    options.verifies = true
    return try Kernel(name: "test", object: try builder.compile(options))
}

/// An operation: the code that emits it in a kernel, and the expected result of each lane. Operands and results are 32-bit
/// patterns.
struct Operation {
    var name: String
    var isFloat = false
    var emit: (UIntLanes, UIntLanes, UIntLanes) -> UIntLanes
    var expected: (UInt32, UInt32, UInt32) -> UInt32
}

extension Operation {
    static func float(_ name: String, _ emit: @escaping (FloatLanes, FloatLanes, FloatLanes) -> FloatLanes,
                      _ expected: @escaping (Float, Float, Float) -> Float) -> Operation {
        Operation(name: name, isFloat: true, emit: { emit($0.float, $1.float, $2.float).bits },
                  expected: { expected(.init(bitPattern: $0), .init(bitPattern: $1), .init(bitPattern: $2)).bitPattern })
    }
    static func int(_ name: String, _ emit: @escaping (IntLanes, IntLanes) -> IntLanes, _ expected: @escaping (Int32, Int32) -> Int32) -> Operation {
        Operation(name: name, emit: { a, b, _ in emit(a.int, b.int).uint },
                  expected: { a, b, _ in UInt32(bitPattern: expected(.init(bitPattern: a), .init(bitPattern: b))) })
    }
    static func uint(_ name: String, _ emit: @escaping (UIntLanes, UIntLanes) -> UIntLanes, _ expected: @escaping (UInt32, UInt32) -> UInt32) -> Operation {
        Operation(name: name, emit: { a, b, _ in emit(a, b) }, expected: { a, b, _ in expected(a, b) })
    }
    /// Makes an operation from a comparison of floats.
    static func test(_ name: String, _ emit: @escaping (FloatLanes, FloatLanes) -> LaneMask, _ expected: @escaping (Float, Float) -> Bool) -> Operation {
        Operation(name: name, emit: { a, b, _ in emit(a.float, b.float).ones(UInt32.self) },
                  expected: { a, b, _ in expected(.init(bitPattern: a), .init(bitPattern: b)) ? .max : 0 })
    }
}

extension UIntLanes {
    var float: FloatLanes { reinterpreted(as: Float.self) }
    var int: IntLanes { withSign(of: Int32.self) }
}
extension IntLanes {
    var uint: UIntLanes { withSign(of: UInt32.self) }
}

/// Runs all operations on rows of operands, in both tiers. Returns a description of each difference.
func differences(_ operations: [Operation], _ target: KernelTarget, _ rows: [(UInt32, UInt32, UInt32)]) throws -> [String] {
    try differences(operations, target, rows, .optimized) + differences(operations, target, rows, .baseline).map { "quickly, " + $0 }
}

private func differences(_ operations: [Operation], _ target: KernelTarget, _ rows: [(UInt32, UInt32, UInt32)], _ tier: CompileTier) throws -> [String] {
    let count = (rows.count + 31) / 32 * 32
    let kernel = try compiled(target, tier) { k in
        k.entry("run", [.pointer, .pointer]) { arguments in
            let input = arguments[0].pointer, output = arguments[1].pointer
            k.forEach(0 ..< Int32(count), step: Int32(target.lanes)) { i in
                let row = input.element(i, stride: 4)
                let a = row.loadLanes(UInt32.self), b = row.loadLanes(UInt32.self, at: 4 * count), c = row.loadLanes(UInt32.self, at: 8 * count)
                for (index, operation) in operations.enumerated() {
                    output.element(i, stride: 4).store(operation.emit(a, b, c), at: index * 4 * count)
                }
            }
        }
    }
    let run = try kernel.function("run", as: (@convention(c) (UnsafePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void).self)
    let padding = [UInt32](repeating: 1, count: count - rows.count)
    let input = rows.map(\.0) + padding + rows.map(\.1) + padding + rows.map(\.2) + padding
    var output = [UInt32](repeating: 0, count: count * operations.count)
    run(input, &output)
    var found: [String] = []
    for (index, operation) in operations.enumerated() {
        for (lane, row) in rows.enumerated() {
            let expected = operation.expected(row.0, row.1, row.2), got = output[index * count + lane]
            if expected == got { continue }
            if operation.isFloat && Float(bitPattern: expected).isNaN && Float(bitPattern: got).isNaN { continue }
            func describe(_ bits: UInt32) -> String { "0x" + String(bits, radix: 16) + " (\(Float(bitPattern: bits)), \(Int32(bitPattern: bits)))" }
            found.append("\(operation.name)(\(describe(row.0)), \(describe(row.1)), \(describe(row.2))) is \(describe(got)), should be \(describe(expected))")
        }
    }
    return found
}

let specialFloats: [Float] = [
    0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3, -3.25, 0.1, 1e-3, 255, 256.5, 65504, 65519, 65520, 65536, 8_388_607.5, -8_388_607.5, 8_388_608,
    2_147_483_520, 2_147_483_648, -2_147_483_648, -2_147_483_904, 4_294_967_040, 4_294_967_296, 1e10, -1e10, 1e38, -1e38,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNormalMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0x1p-133, -0x1p-140, 6e-8,
    3e-8, 5.96e-8, 6.1e-5,
    .infinity, -.infinity, .nan, -.nan, 0.49999997, -0.49999997, 0.99999994, 1.0000001,
]
let specialIntegers: [UInt32] = [0, 1, 2, 3, 5, 7, 10, 31, 32, 33, 100, 255, 256, 65535, 65536, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_ffff, 0xffff_fffe,
                                 0xffff_fff9, 0x1234_5678, 0xaaaa_aaaa]

/// Returns rows of operands. The first two operands are all pairs of special values, and random pairs. The third operand is a
/// special or random value.
func operands(_ special: [UInt32], random: Int) -> [(UInt32, UInt32, UInt32)] {
    var randomness = SeededGenerator(state: 7)
    var rows: [(UInt32, UInt32, UInt32)] = []
    for a in special { for b in special { rows.append((a, b, special.randomElement(using: &randomness)!)) } }
    for _ in 0 ..< random {
        rows.append((.random(in: 0 ... .max, using: &randomness), .random(in: 0 ... .max, using: &randomness), .random(in: 0 ... .max, using: &randomness)))
    }
    return rows
}
