// Validation+Feedback: checks the transform feedback of a pass. Threads write and read buffers in any order within a pass, so a buffer that
// the pass writes must not be read in this pass, and no two transform feedback objects may write the same bytes.

import Shading

extension Device {
    /// Checks the transform feedback of one draw.
    func validateFeedback(_ call: DrawCall) throws(RasterError) {
        guard let feedback = call.feedback else { return }
        let program = call.pipeline.program
        guard let layout = program.linked.interface.transformFeedback else {
            throw RasterError(.invalidArgument, program.name, "writes no outputs for transform feedback",
                              remedy: "name outputs in ShaderCompileOptions.transformFeedback, or set no transform feedback")
        }
        guard call.assembled == feedback.primitive else {
            throw RasterError(.invalidArgument, "transform feedback", "takes \(feedback.primitive), but the draw makes \(call.assembled)",
                              remedy: "use an object for each kind of primitive")
        }
        guard feedback.targets.count == layout.buffers.count else {
            throw RasterError(.invalidArgument, "transform feedback", "has \(feedback.targets.count) targets, but \(program.name) writes \(layout.buffers.count) buffers",
                              remedy: "give one target for each buffer")
        }
        for target in feedback.targets {
            let buffer = target.buffer
            guard buffer.owner === self else { throw RasterError.wrongDevice(buffer.name) }
            guard target.offset >= 0, target.offset % 4 == 0, target.offset <= buffer.byteCount, target.size >= 0,
                  target.size <= buffer.byteCount - target.offset else {
                throw RasterError(.invalidArgument, "the target of transform feedback", "is \(target.size) bytes at offset \(target.offset) of \(buffer.name), which has \(buffer.byteCount)",
                                  remedy: "use a part of the buffer that begins at a multiple of 4")
            }
        }
    }

    /// Checks that the pass reads no buffer into which its transform feedback writes. Call this function after all draws of the pass were
    /// checked.
    func validateFeedback(of pass: RenderPassCommand) throws(RasterError) {
        var objects: [TransformFeedback] = [], written: Set<ObjectIdentifier> = []
        for case .draw(let call) in pass.operations {
            guard let feedback = call.feedback, !objects.contains(where: { $0 === feedback }) else { continue }
            for target in feedback.targets { written.insert(ObjectIdentifier(target.buffer)) }
            objects.append(feedback)
        }
        if objects.isEmpty { return }
        let targets = objects.flatMap(\.targets)
        for (number, target) in targets.enumerated() {
            for other in targets[..<number] where other.buffer === target.buffer
                && other.offset < target.offset + target.size && target.offset < other.offset + other.size {
                throw RasterError(.invalidArgument, target.buffer.name, at: pass.label, "is the target of transform feedback twice",
                                  remedy: "use parts of the buffer that do not overlap, or another pass")
            }
        }
        for case .draw(let call) in pass.operations {
            let read = [call.indices?.buffer] + call.vertexBuffers.map(\.?.buffer) + call.uniformBuffers.map(\.?.buffer)
                + call.textures.map { $0?.texture.source?.buffer }
            for case .some(let buffer) in read where written.contains(ObjectIdentifier(buffer)) {
                throw RasterError(.feedbackLoop, buffer.name, at: pass.label, "is read by a draw, and written by transform feedback in the same pass",
                                  remedy: "read it in a later pass")
            }
        }
    }
}
