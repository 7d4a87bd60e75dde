// Capture+Trace: traces a shader of a captured frame.
//
// The frame is drawn up to the traced draw on any renderer. To trace a fragment, the reference renderer normally executes the draw only in
// the quad of the traced pixel (a block of 2×2 pixels that are shaded together). If the draw's shaders write memory, the reference renderer
// executes the whole draw. An observer of the reference renderer runs the shaders and records these runs. Then the old bits of the pixels
// and of the memory are restored, and the renderer that drew the frame executes the whole draw. The traced pixel must have the same bits
// after both executions. If the capture has hashes, the images must match these hashes, too.

import CaptureFile
import Raster
import Shading

/// Selects one of a draw's fragments at a pixel. A property that is nil accepts every fragment.
public struct FragmentChoice: Sendable, Hashable {
    /// The primitive's number in its instance (gl_PrimitiveID); nil to accept every primitive.
    public var primitive: Int?
    /// The instance's number; nil to accept every instance.
    public var instance: Int?
    /// A sample that the fragment covers; nil to accept every fragment, whatever samples the fragment covers.
    public var sample: Int?
    /// Creates a choice. If several fragments match, the last written fragment is chosen; if no fragment was written, the last fragment is chosen.
    public init(primitive: Int? = nil, instance: Int? = nil, sample: Int? = nil) { self.primitive = primitive; self.instance = instance; self.sample = sample }
}

extension Capture {
    /// Traces the fragment shader of a draw at a pixel.
    /// - Parameters:
    ///   - x: Pixels from the left.
    ///   - y: Pixels from the top, as in the picture.
    ///   - draw: The draw.
    ///   - frame: The draw's frame.
    ///   - choice: The fragment to trace if the draw has several fragments at the pixel.
    ///   - limit: The largest number of operations, and also of texels, that the trace keeps: 1 to `ShaderTrace.largestLimit`. The
    ///     trace of a longer run ends at the limit.
    ///   - replacing: Shaders that replace captured shaders.
    ///   - device: The device that draws the frame up to the draw, and the draw itself for comparison.
    /// - Throws: `RasterError` with `invalidArgument` if the shader does not run at the pixel; the error states the reason.
    public func trace(x: Int, y: Int, of draw: CapturedDraw, in frame: CapturedFrame, choosing choice: FragmentChoice = FragmentChoice(),
                      limit: Int = ShaderTrace.standardLimit, replacing: [ShaderReplacement] = [], on device: Device = Device(.jit)) throws -> ShaderTrace {
        let scene = try TracedScene(draw, frame, self, device, limit: limit, replacing: replacing)
        let size = (width: scene.target.width, height: scene.target.height)
        guard x >= 0, y >= 0, x < size.width, y < size.height else {
            throw RasterError(.invalidArgument, "pixel (\(x), \(y))", "is outside of the \(size.width)×\(size.height) pixels of draw @\(draw.number)", remedy: "count from the upper left, from 0 on")
        }
        return try scene.fragment(x: x, y: size.height - 1 - y, choice)
    }

    /// Traces the vertex shader of a draw for a vertex. The trace is compared with the same run without a recorder. The trace is not
    /// compared with results of the `jit` renderer: no image holds the results of a vertex, and `jit` discards these results after a short
    /// time. Traces of fragments, and the command `framescope verify`, show that the reference renderer and `jit` shade vertices alike.
    /// - Parameters:
    ///   - vertex: The value of gl_VertexID: in an indexed draw, the index plus the base vertex.
    ///   - instance: The instance's number, from 0.
    ///   - draw: The draw.
    ///   - frame: The draw's frame.
    ///   - limit: The largest number of operations, and also of texels, that the trace keeps: 1 to `ShaderTrace.largestLimit`.
    ///   - device: The device that draws the frame up to the draw.
    /// - Throws: `RasterError` with `invalidArgument` if the draw has no such vertex.
    public func trace(vertex: Int, instance: Int = 0, of draw: CapturedDraw, in frame: CapturedFrame, limit: Int = ShaderTrace.standardLimit,
                      on device: Device = Device(.jit)) throws -> ShaderTrace {
        try TracedScene(draw, frame, self, device, limit: limit).vertex(vertex, instance: instance)
    }

    /// Traces the geometry shader of a draw for a primitive. Like the trace of a vertex, the trace is compared with the same run
    /// without a recorder.
    /// - Parameters:
    ///   - primitive: The value of gl_PrimitiveIDIn: the primitive's number in its instance, from 0.
    ///   - invocation: The value of gl_InvocationID, from 0.
    ///   - instance: The instance's number, from 0.
    ///   - draw: The draw.
    ///   - frame: The draw's frame.
    ///   - limit: The largest number of operations, and also of texels, that the trace keeps: 1 to `ShaderTrace.largestLimit`.
    ///   - device: The device that draws the frame up to the draw.
    /// - Throws: `RasterError` with `invalidArgument` if the draw has no geometry shader, no such primitive or no such invocation.
    public func trace(primitive: Int, invocation: Int = 0, instance: Int = 0, of draw: CapturedDraw, in frame: CapturedFrame,
                      limit: Int = ShaderTrace.standardLimit, on device: Device = Device(.jit)) throws -> ShaderTrace {
        try TracedScene(draw, frame, self, device, limit: limit).primitive(primitive, invocation: invocation, instance: instance)
    }
}

/// A frame that was drawn up to a draw.
private struct TracedScene {
    let draw: CapturedDraw
    let capture: Capture
    let replayer: Replayer
    let target: Framebuffer
    /// The commands of the draw alone.
    let encoder: CommandEncoder
    let call: DrawCall
    let limit: Int
    private let replacing: [ShaderReplacement]
    private let reference: ReferenceRenderer

    init(_ draw: CapturedDraw, _ frame: CapturedFrame, _ capture: Capture, _ device: Device, limit: Int, replacing: [ShaderReplacement] = []) throws {
        try ShaderTrace.check(limit: limit)
        guard frame.events.indices.contains(draw.event), case .draw = frame.events[draw.event] else {
            throw RasterError(.invalidArgument, "draw @\(draw.number)", "belongs to another frame", remedy: "give the draw's own frame")
        }
        self.draw = draw; self.capture = capture; self.limit = limit; self.replacing = replacing
        replayer = try Replayer(frame, of: capture, on: device, replacing: replacing)
        try replayer.run(before: draw.event)
        let target = replayer.framebuffers[draw.framebuffer], replayer = replayer
        var encoder = device.makeCommandEncoder(label: frame.label)
        try encoder.render(to: target, label: draw.name) { try replayer.record(frame.events[draw.event], into: &$0) }
        // The commands are validated here, because the reference renderer does not validate commands.
        try device.prepare(encoder)
        guard case .renderPass(let pass) = encoder.commands.first, case .draw(let call) = pass.operations.first else {
            throw RasterError(.invalidCapture, "draw @\(draw.number)", "draws nothing", remedy: "choose another draw")
        }
        self.target = target; self.encoder = encoder; self.call = call
        reference = ReferenceRenderer(stepLimit: capture.stepLimit(on: device.options))
    }

    /// Executes the draw on the reference renderer in `area`, passes the drawn pixels to `body`, and restores the old bits of the
    /// pixels and of the memory that shaders wrote.
    private func execute(in area: PixelRect, observer: some DrawObserver, _ body: (PixelArea) -> Void = { _ in }) throws {
        let pixels = PixelArea(area, of: target), memory = call.writesMemory ? WrittenMemory(of: call) : nil
        defer {
            pixels.restore()
            memory?.restore()
        }
        let pass = RenderPassCommand(label: "trace", target: target, clear: .none, operations: [.draw(call.with(scissor: area))])
        try reference.execute([.renderPass(pass)], observer: observer)
        body(pixels)
    }

    // MARK: Fragments

    /// - Parameter y: The pixel's row, from the bottom.
    func fragment(x: Int, y: Int, _ choice: FragmentChoice) throws -> ShaderTrace {
        // The whole quad is drawn, so that the other lanes of the quad have the same contents as in the frame.
        let whole = PixelRect(x: 0, y: 0, width: target.width, height: target.height)
        let scissor = call.scissor.map { $0.intersection(whole) } ?? whole
        // If the shaders write memory, all fragments are drawn: a fragment may read memory that earlier fragments wrote.
        let area = call.writesMemory ? scissor : PixelRect(x: x & ~1, y: y & ~1, width: 2, height: 2).intersection(scissor)
        guard area.contains(x, y) else { throw absent(x, y, "lies outside of the scissor of draw @\(draw.number)", "choose a pixel inside of it") }
        let probe = FragmentProbe(x: x, y: y, scissor: call.scissor), finder = FragmentFinder(x: x, y: y)
        do { try execute(in: area, observer: ObserverPair(finder, probe)) } catch let error as RasterError where error.code == .shaderDidNotEnd {
            // A shader that does not end stops the draw, so the run of this shader is the last run in the list.
        }
        let number = try chosen(finder.runs, probe.fragments, choice, x, y)
        let runner = TraceRunner(.fragment(x: x, y: y, number: number), limit: limit)
        var drawn: [[UInt8]]?
        do { try execute(in: area, observer: runner) { drawn = $0.bytes(ofX: x, y: y) } } catch let error as RasterError where error.code == .shaderDidNotEnd {}
        guard let recorded = runner.recorded, let quad = recorded.quad else {
            throw absent(x, y, "is not reached by a shader of draw @\(draw.number)", "choose another pixel")
        }
        let found = finder.runs[number]
        let others = finder.runs.enumerated().filter { $0.offset != number }.map { subject($0.element.quad, x, y) }
        let lanes = (0..<4).map { (lane: Int) -> ShaderTrace.Lane in
            ShaderTrace.Lane(x: quad.x + (lane & 1), y: target.height - 1 - (quad.y + (lane >> 1)), role: quad.samples[lane] != 0 ? .own : .helper,
                             isDiscarded: recorded.discarded[lane])
        }
        var proof = TraceProof(recorded.differences)
        if let drawn { try compare(drawn, x, y, &proof) } else { proof.remarks.append("the shader does not end, so the pixel is undefined") }
        return try trace(recorded, subject(found.quad, x, y), lanes, others, proof)
    }
    private func subject(_ quad: FragmentQuad, _ x: Int, _ y: Int) -> ShaderTrace.Subject {
        .fragment(x: x, y: target.height - 1 - y, primitive: quad.primitive, instance: quad.instance, sample: quad.sample)
    }
    private func absent(_ x: Int, _ y: Int, _ problem: String, _ remedy: String) -> RasterError {
        RasterError(.invalidArgument, "pixel (\(x), \(target.height - 1 - y))", problem, remedy: remedy)
    }

    /// Returns the index of the chosen run.
    private func chosen(_ runs: [FragmentFinder.Found], _ fragments: [ProbedFragment], _ choice: FragmentChoice, _ x: Int, _ y: Int) throws -> Int {
        func fits(_ primitive: Int, _ instance: Int) -> Bool { (choice.primitive ?? primitive) == primitive && (choice.instance ?? instance) == instance }
        func covers(_ run: FragmentFinder.Found) -> Bool {
            choice.sample.map { (0..<32).contains($0) && run.quad.samples[run.lane] & 1 << UInt32($0) != 0 } ?? true
        }
        let candidates = runs.indices.filter { fits(runs[$0].quad.primitive, runs[$0].quad.instance) && covers(runs[$0]) }
        let written = candidates.last { number in
            let run = runs[number]
            return fragments.contains { fragment in
                fragment.loss == nil && fragment.primitive == run.quad.primitive && fragment.instance == run.quad.instance
                    && run.quad.samples[run.lane] & 1 << UInt32(fragment.sample) != 0
            }
        }
        if let number = written ?? candidates.last { return number }
        if let last = fragments.last(where: { fits($0.primitive, $0.instance) && (choice.sample ?? $0.sample) == $0.sample }), let loss = last.loss {
            throw absent(x, y, "has no run of the shader: the fragment of primitive \(last.primitive) of draw @\(draw.number) \(PixelFate.lost(loss).sentence) before it", "choose another pixel or draw")
        }
        if runs.isEmpty { throw absent(x, y, "has no fragment of draw @\(draw.number)", "choose a draw of its history, which 'framescope pixel' lists") }
        let known = runs.prefix(8).map { subject($0.quad, x, y).description }.joined(separator: "; ")
        throw absent(x, y, "has no such fragment of draw @\(draw.number)", "choose among: \(known)" + (runs.count > 8 ? " and \(runs.count - 8) more" : ""))
    }

    /// Executes the whole draw on the replayer's device, and compares the pixel with the reference renderer's pixel, whose bits are
    /// `drawn`.
    private func compare(_ drawn: [[UInt8]], _ x: Int, _ y: Int, _ proof: inout TraceProof) throws {
        do { try replayer.device.submit(encoder) } catch let error as RasterError where error.code == .shaderDidNotEnd {
            return proof.remarks.append("the shader does not end elsewhere in the draw, so the pixel is undefined")
        }
        let pixel = PixelArea(PixelRect(x: x, y: y, width: 1, height: 1), of: target)
        if pixel.bytes(ofX: x, y: y) == drawn {
            proof.notes.append("the draw leaves the same bits at the pixel when \(replayer.device.name) draws it")
        } else {
            proof.contradictions.append("the draw leaves different bits at the pixel when \(replayer.device.name) draws it")
        }
        // If shaders are replaced, the capture has no recorded bits for the comparison.
        guard replacing.isEmpty, let expected = replayer.frame.hashes?.events.first(where: { $0.event == draw.event })?.hashes else { return }
        // The recorded list begins with the hashes of the attachments. The hashes of memory that shaders write come later in the list, and
        // are not compared here.
        if try target.attachments.map(replayer.hash) == Array(expected.prefix(target.attachments.count)) {
            proof.notes.append("its images have the bits that the capture recorded")
        } else {
            proof.contradictions.append("its images have different bits than the capture recorded")
        }
    }

    // MARK: Vertices

    /// Executes the draw until the chosen run of the vertex or geometry shader is recorded.
    private func runner(_ choice: TraceRunner.Choice, instance: Int) throws -> TraceRunner {
        guard (0..<call.instanceCount).contains(instance) else {
            throw RasterError(.invalidArgument, "instance \(instance)", "is not drawn by draw @\(draw.number)",
                              remedy: call.instanceCount == 0 ? "it draws none" : "use 0 to \(call.instanceCount - 1)")
        }
        let runner = TraceRunner(choice, limit: limit)
        do {
            try execute(in: PixelRect(x: 0, y: 0, width: 1, height: 1), observer: runner)
        } catch is TraceRunner.Finished {
        } catch let error as RasterError where error.code == .shaderDidNotEnd {}
        return runner
    }

    func vertex(_ number: Int, instance: Int) throws -> ShaderTrace {
        let runner = try runner(.vertex(number, instance: instance), instance: instance)
        guard let recorded = runner.recorded, let quad = recorded.vertices else {
            let range = runner.vertexRange.map { "its vertices lie in \($0.lowerBound)…\($0.upperBound)" } ?? "it makes no primitive"
            throw RasterError(.invalidArgument, "vertex \(number)", "is not shaded by draw @\(draw.number)", remedy: "choose another: \(range)")
        }
        let numbers = Array(quad.vertices)
        let lanes = (0..<4).map { (lane: Int) -> ShaderTrace.Lane in
            ShaderTrace.Lane(x: numbers.indices.contains(lane) ? numbers[lane] : 0, y: instance, role: numbers.indices.contains(lane) ? .own : .absent,
                             isDiscarded: false)
        }
        var proof = TraceProof(recorded.differences)
        proof.remarks.append("no image holds the results of a vertex, so the trace is compared only with the same run without a recorder")
        return try trace(recorded, .vertex(number, instance: instance), lanes, [], proof)
    }

    // MARK: Primitives

    func primitive(_ number: Int, invocation: Int, instance: Int) throws -> ShaderTrace {
        guard let layout = call.pipeline.program.linked.geometry?.geometryLayout else {
            throw RasterError(.invalidArgument, "draw @\(draw.number)", "has no geometry shader, which a primitive could run",
                              remedy: "trace one of its fragments or vertices")
        }
        guard (0..<layout.invocationCount).contains(invocation) else {
            throw RasterError(.invalidArgument, "invocation \(invocation)", "is not in the geometry shader of draw @\(draw.number)",
                              remedy: layout.invocationCount == 1 ? "it has only invocation 0" : "use 0 to \(layout.invocationCount - 1)")
        }
        let runner = try runner(.primitive(number, invocation: invocation, instance: instance), instance: instance)
        guard let recorded = runner.recorded else {
            throw RasterError(.invalidArgument, "primitive \(number)", "does not reach the geometry shader of draw @\(draw.number)",
                              remedy: runner.lastPrimitive.map { "choose another: it reads the primitives 0 to \($0)" } ?? "it has no primitive")
        }
        let lanes = recorded.invocations.map { invocation in
            ShaderTrace.Lane(x: invocation?.primitive ?? 0, y: invocation?.number ?? 0, role: invocation == nil ? .absent : .own, isDiscarded: false)
        }
        var proof = TraceProof(recorded.differences)
        proof.remarks.append("no image holds the vertices that a geometry shader emits, so the trace is compared only with the same run without a recorder")
        return try trace(recorded, .primitive(number, invocation: invocation, instance: instance), lanes, [], proof)
    }

    // MARK: Putting together

    private func trace(_ recorded: TraceRunner.Recorded, _ subject: ShaderTrace.Subject, _ lanes: [ShaderTrace.Lane], _ others: [ShaderTrace.Subject],
                       _ proof: TraceProof) throws -> ShaderTrace {
        let program = call.pipeline.program, run = recorded.run
        let number = replayer.frame.table.pipelines[replayer.record(of: draw).pipeline].program
        return ShaderTrace(run, end: recorded.end, of: .draw(draw), subject, lanes, others: others, program.label, program.interface,
                           uniforms: InterfaceReader(run: run).uniforms(call, call.uniforms), proof,
                           sources: try capture.lines(of: run.module.stage, in: number, of: replayer.frame, replacing: replacing))
    }
}

extension Replayer {
    /// - Parameter draw: A draw of the frame.
    func record(of draw: CapturedDraw) -> RecordedDraw {
        guard case .draw(let record) = frame.events[draw.event] else { preconditionFailure("event \(draw.event) is a draw: the frame's outline says so") }
        return record
    }
}
