// ProfileRunner: counts the operations of the shaders of one draw or dispatch while the reference renderer executes the draw or
// dispatch.

import Raster
import Shading

final class ProfileRunner: DrawObserver {
    private let log: TexelLog
    var texels: TexelLog? { log }
    private let vertexCounts: InstructionCounts, fragmentCounts: InstructionCounts
    /// The counts of the geometry shader; nil if the program has no geometry shader.
    private let geometryCounts: InstructionCounts?
    private var vertexNumbers = FrameProfile.Numbers(), geometryNumbers = FrameProfile.Numbers(), fragmentNumbers = FrameProfile.Numbers()
    private let program: Program
    /// The number of operations for each pixel, the bottom row first; empty if counts per pixel are not needed.
    private(set) var pixels: [UInt32]
    private let width: Int
    private let countsHelpers: Bool

    /// - Parameters:
    ///   - size: The size of the image for counts per pixel; nil if counts per pixel are not needed.
    ///   - countsHelpers: Whether the operations of a helper lane count for the lane's pixel.
    init(_ program: Program, size: (width: Int, height: Int)? = nil, countsHelpers: Bool = false) {
        self.program = program; self.countsHelpers = countsHelpers
        let log = TexelLog(keeps: false)
        self.log = log
        func takeTexels() -> QuadUInt {
            defer { log.clear() }
            return log.counts
        }
        vertexCounts = InstructionCounts(program.linked.vertex, takeTexels: takeTexels)
        geometryCounts = program.linked.geometry.map { InstructionCounts($0, takeTexels: takeTexels) }
        fragmentCounts = InstructionCounts(program.linked.fragment, takeTexels: takeTexels)
        width = size?.width ?? 0
        pixels = [UInt32](repeating: 0, count: size.map { $0.width * $0.height } ?? 0)
    }

    func run(_ interpreter: Interpreter, active: SIMDMask<SIMD4<Int32>>, vertices: VertexQuad) throws {
        vertexNumbers.invocations += UInt64(vertices.vertices.count)
        var operations = QuadUInt()
        defer { vertexNumbers.operations &+= ProfileRunner.sum(operations) }
        _ = try interpreter.run(active: active, own: QuadUInt(repeating: .max), counting: vertexCounts, operations: &operations)
    }
    func run(_ interpreter: Interpreter, geometry active: SIMDMask<SIMD4<Int32>>) throws {
        guard let geometryCounts else { return }
        geometryNumbers.invocations += UInt64((0..<4).count { active[$0] })
        var operations = QuadUInt()
        defer { geometryNumbers.operations &+= ProfileRunner.sum(operations) }
        _ = try interpreter.run(active: active, own: QuadUInt(repeating: .max), counting: geometryCounts, operations: &operations)
    }
    func run(_ interpreter: Interpreter, fragments: FragmentQuad) throws -> SIMDMask<SIMD4<Int32>> {
        var operations = QuadUInt()
        defer { fragmentNumbers.operations &+= ProfileRunner.sum(operations) }
        let alive = try interpreter.run(active: SIMDMask(repeating: true), own: fragments.covered, counting: fragmentCounts, operations: &operations)
        for lane in 0..<4 {
            let isOwn = fragments.samples[lane] != 0
            if isOwn { fragmentNumbers.invocations += 1 } else { fragmentNumbers.helperInvocations += 1 }
            if isOwn && !alive[lane] { fragmentNumbers.discarded += 1 }
            guard !pixels.isEmpty, isOwn || countsHelpers else { continue }
            let x = fragments.x + (lane & 1), y = fragments.y + (lane >> 1)
            // A quad may extend beyond the image.
            guard x < width, pixels.indices.contains(y * width + x) else { continue }
            let (sum, isTooLarge) = pixels[y * width + x].addingReportingOverflow(operations[lane])
            pixels[y * width + x] = isTooLarge ? .max : sum
        }
        return alive
    }

    private static func sum(_ lanes: QuadUInt) -> UInt64 { (0..<4).reduce(0) { $0 + UInt64(lanes[$1]) } }

    /// Returns the counts of the stages. The operations of helper lanes and the texels are sums over the counts of the instructions.
    func records(_ draw: CapturedDraw, program number: Int, label: String) -> [FrameProfile.StageRecord] {
        let linked = program.linked, geometry = linked.geometry.flatMap { module in geometryCounts.map { (module, geometryNumbers, $0) } }
        let stages = [(linked.vertex, vertexNumbers, vertexCounts)] + (geometry.map { [$0] } ?? []) + [(linked.fragment, fragmentNumbers, fragmentCounts)]
        return stages.map { module, numbers, counts in
            let lines = FrameProfile.lines(of: module, counts)
            var numbers = numbers
            numbers.helperOperations = lines.reduce(0) { $0 &+ $1.numbers.helperOperations }
            numbers.operations &-= numbers.helperOperations
            numbers.texels = lines.reduce(0) { $0 &+ $1.numbers.texels }
            numbers.helperTexels = lines.reduce(0) { $0 &+ $1.numbers.helperTexels }
            return .init(command: .draw(draw), program: number, programLabel: label, stage: module.stage, numbers: numbers, lines: lines)
        }
    }
}

/// Counts the operations of a compute shader, work group by work group.
final class DispatchProfileRunner {
    let log = TexelLog(keeps: false)
    private let module: ShaderModule
    private let counts: InstructionCounts
    private var numbers = FrameProfile.Numbers()

    init(_ program: ComputeProgram) {
        module = program.linked.compute
        counts = InstructionCounts(module) { [log] in
            defer { log.clear() }
            return log.counts
        }
    }
    func run(_ interpreter: Interpreter, _ group: SIMD3<UInt32>, _ groups: SIMD3<UInt32>) throws {
        numbers.workGroups += 1
        numbers.invocations += UInt64(module.invocationsPerWorkGroup)
        try interpreter.run(workGroup: group, of: groups, counting: counts)
    }
    func record(_ dispatch: CapturedDispatch, program number: Int, label: String) -> FrameProfile.StageRecord {
        let lines = FrameProfile.lines(of: module, counts)
        var numbers = numbers
        numbers.operations = lines.reduce(0) { $0 &+ $1.numbers.operations }
        numbers.texels = lines.reduce(0) { $0 &+ $1.numbers.texels }
        return .init(command: .dispatch(dispatch), program: number, programLabel: label, stage: module.stage, numbers: numbers, lines: lines)
    }
}

extension FrameProfile {
    /// Adds up the counts of instructions by line and call chain.
    static func lines(of module: ShaderModule, _ counts: InstructionCounts) -> [LineRecord] {
        var numbers: [Int32: Numbers] = [:], order: [Int32] = []
        for (index, instruction) in module.instructions.enumerated() where instruction.opcode.isOperation {
            let location = module.instructionLocations[index], count = counts[index]
            if numbers[location] == nil { order.append(location) }
            var sum = numbers[location] ?? Numbers()
            sum.invocations = max(sum.invocations, count.own)
            sum.operations &+= count.own
            sum.helperOperations &+= count.helping
            sum.texels &+= count.ownTexels
            sum.helperTexels &+= count.helpingTexels
            if instruction.opcode == .discard { sum.discarded &+= count.own }
            numbers[location] = sum
        }
        return order.map { LineRecord(calls: module.callChain(to: Int($0)).reversed().map(module.place(ofLocation:)), numbers: numbers[$0] ?? Numbers()) }
    }
}
