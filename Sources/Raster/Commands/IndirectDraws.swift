// IndirectDraws: fills in arguments (such as vertex, instance and work group counts) that the application does not state. The arguments of
// an indirect draw or dispatch are in a buffer. If a draw draws the vertices that transform feedback has written, its vertex count comes
// from the transform feedback object (OpenGL 4.3 §10.3.10, §10.5, §13.2.3, §19; OpenGL ES 3.1 §10.5). Renderers and captures see only
// ordinary draws and dispatches.
//
// Arguments that the application wrote are read and checked before anything is executed. Arguments that a shader or transform feedback of
// the same submit writes are read when the commands before the draw or dispatch are complete. At that time, `submit` can no longer refuse
// the command with an error. So a draw or dispatch with arguments out of range does nothing, and a draw reads zeros outside of its vertex
// buffers and ends at the last index of its index buffer.

extension Device {
    /// The maximum number of draws of one call of `drawIndirect`.
    public static let maximumIndirectDrawCount = 1 << 16

    /// Returns a command in which the numbers from buffers are filled in.
    /// - Parameters:
    ///   - contents: The contents of buffers before the command.
    ///   - isLate: Whether the commands before this command are complete. If true, a draw or dispatch with wrong numbers does nothing. If
    ///     false, wrong numbers are errors.
    /// - Returns: The command; nil if its numbers become known only when earlier commands are complete.
    func readingArguments(of command: Command, _ contents: BufferContents, isLate: Bool = false) throws(RasterError) -> Command? {
        switch command {
        case .dispatch(let call):
            guard let place = call.indirect else { return command }
            do { try validate(place) } catch { throw error.at(call.place) }
            if contents.isWritten(place.buffer) { return nil }
            let words = contents.words(of: place.buffer, offset: place.offset, count: 3).map { Int($0) }
            guard words.allSatisfy({ $0 <= Device.maximumWorkGroupCount }) else { return .dispatch(call.with(groups: WorkGroupCount(0, 0, 0))) }
            let known = call.with(groups: WorkGroupCount(words[0], words[1], words[2]))
            return .dispatch(known.invocationCount <= Device.maximumInvocationCount ? known : call.with(groups: WorkGroupCount(0, 0, 0)))
        case .renderPass(let pass): return pass.hasIndirectDraws ? try readingArguments(of: pass, contents, isLate: isLate).map { .renderPass($0) } : command
        default: return command
        }
    }
    private func validate(_ place: IndirectGroups) throws(RasterError) {
        let buffer = place.buffer
        guard buffer.owner === self else { throw RasterError.wrongDevice(buffer.name) }
        guard place.offset >= 0, place.offset % 4 == 0 else {
            throw RasterError(.invalidArgument, "indirect arguments", "begin at byte \(place.offset)", remedy: "use multiples of 4 from 0 on")
        }
        guard place.offset <= buffer.byteCount, IndirectGroups.byteCount <= buffer.byteCount - place.offset else {
            throw RasterError(.bufferTooSmall, "indirect arguments in \(buffer.name)",
                              "take \(IndirectGroups.byteCount) bytes from \(place.offset) on, but the buffer has \(buffer.byteCount)", remedy: "make the buffer larger")
        }
    }

    private func readingArguments(of pass: RenderPassCommand, _ contents: BufferContents, isLate: Bool) throws(RasterError) -> RenderPassCommand? {
        var pass = pass, isKnown = true
        var own = BufferContents()
        own.note(.renderPass(pass))
        // For each operation of the pass, the index in `operations` of the first operation that replaces it.
        var places: [Int] = []
        var operations: [PassOperation] = [], unset: [[String]] = [], number = 0
        for operation in pass.operations {
            places.append(operations.count)
            guard case .draw(let call) = operation else {
                operations.append(operation)
                continue
            }
            var draws = [call]
            let place = "draw \(number)\(call.label.isEmpty ? "" : " '\(call.label)'") of \(pass.label)"
            if let feedback = call.countedFeedback {
                if let target = feedback.targets.first(where: { $0.buffer.owner !== self }) { throw RasterError.wrongDevice(target.buffer.name).at(place) }
                guard !own.isWritten(feedback) else {
                    throw RasterError(.feedbackLoop, "transform feedback", at: place, "counts the draw's vertices, but the same pass writes with it",
                                      remedy: "draw in a later pass")
                }
                if contents.isWritten(feedback) { isKnown = false } else { draws = [self.draw(of: call, feedback, isLate: isLate)] }
            }
            if let arguments = call.indirect {
                guard !own.isWritten(arguments.buffer) else {
                    throw RasterError(.feedbackLoop, arguments.buffer.name, at: place, "holds arguments, but the same pass writes it",
                                      remedy: "draw in a later pass")
                }
                do { try validate(arguments, isIndexed: call.indices != nil) } catch { throw error.at(place) }
                if contents.isWritten(arguments.buffer) { isKnown = false } else { draws = self.draws(of: call, arguments, contents, isLate: isLate) }
            }
            operations += draws.map { .draw($0) }
            if pass.unset.indices.contains(number) { unset += Array(repeating: pass.unset[number], count: draws.count) }
            number += 1
        }
        if !isKnown { return nil }
        places.append(operations.count)
        for index in pass.conditions.indices { pass.conditions[index].operation = places[pass.conditions[index].operation] }
        pass.operations = operations
        pass.unset = unset
        pass.hasIndirectDraws = false
        return pass
    }

    private func validate(_ arguments: IndirectArguments, isIndexed: Bool) throws(RasterError) {
        let buffer = arguments.buffer, offset = arguments.offset, stride = arguments.stride
        guard buffer.owner === self else { throw RasterError.wrongDevice(buffer.name) }
        guard (0...Device.maximumIndirectDrawCount).contains(arguments.drawCount) else {
            throw RasterError(.invalidArgument, "drawCount", "is \(arguments.drawCount)", remedy: "use 0 to \(Device.maximumIndirectDrawCount)")
        }
        guard (0...Device.maximumBufferByteCount).contains(offset), VertexLayout.range.contains(stride), offset % 4 == 0, stride % 4 == 0 else {
            throw RasterError(.invalidArgument, "indirect arguments", "begin at byte \(offset), \(stride) bytes apart", remedy: "use multiples of 4 from 0 on")
        }
        if arguments.drawCount == 0 { return }
        // The draw count is at most 2¹⁶ and the stride is below 2³¹, so the sum does not overflow.
        let byteCount = (arguments.drawCount - 1) * stride + IndirectArguments.byteCount(isIndexed: isIndexed)
        guard offset <= buffer.byteCount, byteCount <= buffer.byteCount - offset else {
            throw RasterError(.bufferTooSmall, "indirect arguments in \(buffer.name)",
                              "take \(byteCount) bytes from \(offset) on, but the buffer has \(buffer.byteCount)", remedy: "draw fewer, or make the buffer larger")
        }
    }
    private func draw(of call: DrawCall, _ feedback: TransformFeedback, isLate: Bool) -> DrawCall {
        let made = call.with(first: 0, count: feedback.writtenPrimitiveCount * feedback.primitive.vertexCount, instanceCount: call.instanceCount, baseVertex: 0,
                             baseInstance: 0, isRobust: isLate)
        return isLate ? made.limited : made
    }
    private func draws(of call: DrawCall, _ arguments: IndirectArguments, _ contents: BufferContents, isLate: Bool) -> [DrawCall] {
        let isIndexed = call.indices != nil
        return (0..<arguments.drawCount).map { draw in
            let offset = arguments.offset + draw * arguments.stride
            let words = contents.words(of: arguments.buffer, offset: offset, count: isIndexed ? 5 : 4)
            let made = call.with(first: Int(words[2]), count: Int(words[0]), instanceCount: Int(words[1]),
                                 baseVertex: isIndexed ? Int(Int32(bitPattern: words[3])) : 0, baseInstance: Int(words[isIndexed ? 4 : 3]),
                                 isRobust: isLate, arguments: ReadArguments(buffer: arguments.buffer, offset: offset))
            return isLate ? made.limited : made
        }
    }
}

extension DrawCall {
    /// This draw, cut at the last index of its index buffer. If the numbers of this draw are out of range, the result is a draw without
    /// vertices.
    fileprivate var limited: DrawCall {
        let limit = Int(Int32.max)
        guard first <= limit, count <= limit, instanceCount <= limit, baseInstance <= limit, count * instanceCount <= Device.maximumVertexCount else {
            return with(first: 0, count: 0, instanceCount: 0, baseVertex: 0, baseInstance: 0)
        }
        guard let range = existingIndices else { return self }
        return with(first: range.first, count: range.count, instanceCount: instanceCount, baseVertex: baseVertex, baseInstance: baseInstance)
    }
    /// The part of the draw's indices that lies in the index buffer; nil if all indices lie in the buffer, if the draw has no indices, or
    /// if the draw's first index or number of indices is negative.
    var existingIndices: (first: Int, count: Int)? {
        guard let indices, first >= 0, count >= 0 else { return nil }
        let known = max(0, indices.buffer.byteCount - indices.offset) / indices.type.byteCount
        if first <= known && count <= known - first { return nil }
        let begin = min(first, known)
        return (begin, min(count, known - begin))
    }
}
