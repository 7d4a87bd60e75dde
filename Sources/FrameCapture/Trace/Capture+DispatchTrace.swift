// Capture+DispatchTrace: traces one invocation of a dispatch.
//
// The frame is drawn up to the dispatch on any renderer. The reference renderer runs the work groups in order; in the work group of the
// invocation, an observer records the invocation's quad (the four invocations that run together). Then the old bits of the memory are
// restored, and the device runs the dispatch. The reference renderer and the device must leave the same bits in all memory that the shader
// writes.

import CaptureFile
import Raster
import Shading

extension Capture {
    /// Traces the compute shader of a dispatch for one invocation. The reference renderer runs all work groups, so the invocation reads the
    /// values that earlier work groups have written to memory.
    /// - Parameters:
    ///   - invocation: The components of gl_GlobalInvocationID.
    ///   - dispatch: The dispatch.
    ///   - frame: The dispatch's frame.
    ///   - limit: The largest number of operations, and also of texels, that the trace keeps: 1 to `ShaderTrace.largestLimit`.
    ///   - device: The device that draws the frame up to the dispatch, and runs the dispatch for comparison.
    /// - Throws: `RasterError` with `invalidArgument` if the dispatch has no such invocation.
    public func trace(invocation: SIMD3<Int>, of dispatch: CapturedDispatch, in frame: CapturedFrame, limit: Int = ShaderTrace.standardLimit,
                      on device: Device = Device(.jit)) throws -> ShaderTrace {
        try ShaderTrace.check(limit: limit)
        let record = try frame.recordedDispatch(dispatch), replayer = try Replayer(frame, of: self, on: device)
        try replayer.run(before: dispatch.event)
        var encoder = device.makeCommandEncoder(label: frame.label)
        try replayer.record(frame.events[dispatch.event], into: &encoder)
        guard case .dispatch(let call) = try device.checkedCommands(of: encoder).first else {
            throw RasterError(.invalidCapture, "dispatch \(dispatch.number)", "runs nothing", remedy: "choose another dispatch")
        }
        let size = call.program.linked.compute.workGroupSize, count = SIMD3(record.groups.x, record.groups.y, record.groups.z) &* size
        guard (0..<3).allSatisfy({ (0..<count[$0]).contains(invocation[$0]) }) else {
            throw RasterError(.invalidArgument, "invocation (\(invocation.x), \(invocation.y), \(invocation.z))", "is not in dispatch \(dispatch.number)",
                              remedy: call.isEmpty ? "the dispatch has no work groups" : "it has \(count.x)×\(count.y)×\(count.z) invocations, from 0 on")
        }
        for texture in replayer.textures { try texture.prepareForHostAccess() }
        let recording = InvocationRecording(call, invocation, limit: limit), before = WrittenMemory(of: call)
        var isComplete = true
        do {
            try ReferenceRenderer(stepLimit: stepLimit(on: device.options)).execute(call, texels: recording.log, recording.run)
        } catch let error as RasterError where error.code == .shaderDidNotEnd { isComplete = false }
        guard let run = recording.recorded else {
            throw RasterError(.invalidArgument, "invocation (\(invocation.x), \(invocation.y), \(invocation.z))",
                              "is not reached: the shader does not end in a work group before it", remedy: "trace an invocation of an earlier work group")
        }
        var proof = TraceProof(recording.differences)
        if isComplete {
            let expected = WrittenMemory(of: call)
            before.restore()
            try device.submit(encoder)
            for texture in replayer.textures { try texture.prepareForHostAccess() }
            if expected.hasSameBytes(as: WrittenMemory(of: call)) {
                proof.notes.append("the dispatch leaves the same bits in memory when \(device.name) runs it")
            } else {
                proof.contradictions.append("the dispatch leaves different bits in memory when \(device.name) runs it")
            }
            if let hashes = frame.hashes?.events.first(where: { $0.event == dispatch.event })?.hashes {
                if try replayer.hashesOfMemory(writtenBy: frame.events[dispatch.event]) == hashes {
                    proof.notes.append("its memory has the bits that the capture recorded")
                } else {
                    proof.contradictions.append("its memory has different bits than the capture recorded")
                }
            }
        } else {
            proof.remarks.append("the shader does not end, so the memory that it writes is undefined")
        }
        return ShaderTrace(run, end: recording.end, of: .dispatch(dispatch), .invocation(x: invocation.x, y: invocation.y, z: invocation.z), recording.lanes,
                           call.program.label, call.program.interface, uniforms: InterfaceReader(run: run).uniforms(call, call.uniforms), proof,
                           sources: try lines(of: frame.table.computePrograms[record.program]))
    }
}

/// Records one invocation while the reference renderer runs the work groups of a dispatch.
private final class InvocationRecording {
    let log = TexelLog(keeps: true)
    private(set) var recorded: RecordedRun?
    private(set) var end = ShaderTrace.End.returned
    /// The differences between the recorded run and the same run without a recorder; nil if the runs could not be compared.
    private(set) var differences: [String]?
    let lanes: [ShaderTrace.Lane]
    private let call: DispatchCall
    private let group: SIMD3<UInt32>
    /// `quad` is the number of the invocation's quad in the work group. `lane` is the invocation's lane in the quad.
    private let quad: Int, lane: Int
    private var run: RecordedRun

    init(_ call: DispatchCall, _ invocation: SIMD3<Int>, limit: Int) {
        self.call = call
        let module = call.program.linked.compute, size = module.workGroupSize, group = invocation / size, local = invocation % size
        let index = (local.z * size.y + local.y) * size.x + local.x, count = module.invocationsPerWorkGroup
        self.group = SIMD3(truncatingIfNeeded: group)
        quad = index / 4
        lane = index % 4
        lanes = (0..<4).map { lane in
            let other = index / 4 * 4 + lane
            return ShaderTrace.Lane(x: group.x * size.x + other % size.x, y: group.y * size.y + other / size.x % size.y, role: other < count ? .own : .absent,
                                    isDiscarded: false)
        }
        run = RecordedRun(module, lane: lane, initial: (0..<4).reduce(0) { index / 4 * 4 + $1 < count ? $0 | 1 << UInt8($1) : $0 }, limit: limit)
        var builtins = [UInt32](repeating: 0, count: BuiltinInput.allCases.count)
        func set(_ first: BuiltinInput, _ values: SIMD3<Int>) { for axis in 0..<3 { builtins[Int(first.rawValue) + axis] = UInt32(values[axis]) } }
        set(.workGroupCountX, SIMD3(call.groups.x, call.groups.y, call.groups.z))
        set(.workGroupX, group)
        set(.localInvocationX, local)
        run.builtins = builtins
        run.locals = Array(repeating: 0, count: module.localSlotCount)
    }

    func run(_ interpreter: Interpreter, _ group: SIMD3<UInt32>, _ counts: SIMD3<UInt32>) throws {
        defer { log.clear() }
        guard group == self.group else { return try interpreter.run(workGroup: group, of: counts) }
        let memory = WrittenMemory(of: call)
        var recorder = RunRecorder(run: run, log: log), stopped = false
        do { try interpreter.run(workGroup: group, of: counts, observing: quad..<(quad + 1), &recorder) } catch { stopped = true }
        recorded = recorder.run
        if !recorder.run.isComplete { end = .cutOff } else if stopped { end = .endless }
        let observed = WrittenMemory(of: call)
        memory.restore()
        try interpreter.run(workGroup: group, of: counts)
        guard !stopped, recorder.run.isComplete else { return }
        differences = observed.hasSameBytes(as: WrittenMemory(of: call)) ? []
            : ["the recorded run writes different bits into memory than the same run without a recorder"]
    }
}
