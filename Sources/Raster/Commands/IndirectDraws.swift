// IndirectDraws: replaces draws whose arguments are in a buffer by draws with the arguments' values (OpenGL 4.3 §10.3.10, §10.5;
// OpenGL ES 3.1 §10.5). The replacement happens when the commands are submitted, so renderers and captures see only ordinary draws.

extension Device {
    /// The maximum number of draws of one call of `drawIndirect`.
    public static let maximumIndirectDrawCount = 1 << 16

    /// Returns the commands with ordinary draws in place of indirect draws. An argument has the value that its buffer has when the
    /// draw is executed: earlier updates of the buffer among the commands count.
    func readingArguments(of commands: [Command]) throws(RasterError) -> [Command] {
        var contents = BufferContents()
        var result: [Command] = []
        result.reserveCapacity(commands.count)
        for command in commands {
            contents.note(command)
            guard case .renderPass(var pass) = command, pass.hasIndirectDraws else {
                result.append(command)
                continue
            }
            // The numbers of the operations after the replacement.
            var places: [Int] = []
            var operations: [PassOperation] = [], unset: [[String]] = [], number = 0
            for operation in pass.operations {
                places.append(operations.count)
                guard case .draw(let call) = operation else {
                    operations.append(operation)
                    continue
                }
                var draws = [call]
                if let arguments = call.indirect {
                    guard !contents.isWrittenByFeedback(arguments.buffer) else {
                        throw RasterError(.feedbackLoop, arguments.buffer.name, at: "draw \(number) of \(pass.label)",
                                          "holds arguments, but transform feedback of the same submit writes it", remedy: "submit the pass that writes it first")
                    }
                    do { draws = try self.draws(of: call, arguments, contents) } catch {
                        throw error.at("draw \(number)\(call.label.isEmpty ? "" : " '\(call.label)'") of \(pass.label)")
                    }
                }
                operations += draws.map { .draw($0) }
                if pass.unset.indices.contains(number) { unset += Array(repeating: pass.unset[number], count: draws.count) }
                number += 1
            }
            places.append(operations.count)
            for index in pass.conditions.indices { pass.conditions[index].operation = places[pass.conditions[index].operation] }
            pass.operations = operations
            pass.unset = unset
            result.append(.renderPass(pass))
        }
        return result
    }

    private func draws(of call: DrawCall, _ arguments: IndirectArguments, _ contents: BufferContents) throws(RasterError) -> [DrawCall] {
        let buffer = arguments.buffer, offset = arguments.offset, stride = arguments.stride, isIndexed = call.indices != nil
        guard buffer.owner === self else { throw RasterError.wrongDevice(buffer.name) }
        guard (0...Device.maximumIndirectDrawCount).contains(arguments.drawCount) else {
            throw RasterError(.invalidArgument, "drawCount", "is \(arguments.drawCount)", remedy: "use 0 to \(Device.maximumIndirectDrawCount)")
        }
        guard (0...Device.maximumBufferByteCount).contains(offset), VertexLayout.range.contains(stride), offset % 4 == 0, stride % 4 == 0 else {
            throw RasterError(.invalidArgument, "indirect arguments", "begin at byte \(offset), \(stride) bytes apart", remedy: "use multiples of 4 from 0 on")
        }
        if arguments.drawCount == 0 { return [] }
        // Each factor is below 2³², so the sum does not overflow.
        let byteCount = (arguments.drawCount - 1) * stride + IndirectArguments.byteCount(isIndexed: isIndexed)
        guard offset <= buffer.byteCount, byteCount <= buffer.byteCount - offset else {
            throw RasterError(.bufferTooSmall, "indirect arguments in \(buffer.name)",
                              "take \(byteCount) bytes from \(offset) on, but the buffer has \(buffer.byteCount)", remedy: "draw fewer, or make the buffer larger")
        }
        let bytes = contents.bytes(of: buffer, offset: offset, count: byteCount)
        func word(_ position: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << UInt32(8 * $1) } }
        return (0..<arguments.drawCount).map { draw in
            let words = (0..<5).map { k in k == 4 && !isIndexed ? 0 : word(draw * stride + 4 * k) }
            return call.with(first: Int(words[2]), count: Int(words[0]), instanceCount: Int(words[1]),
                             baseVertex: isIndexed ? Int(Int32(bitPattern: words[3])) : 0, baseInstance: Int(isIndexed ? words[4] : words[3]))
        }
    }
}
