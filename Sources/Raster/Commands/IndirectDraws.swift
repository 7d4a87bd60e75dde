// IndirectDraws: replaces draws whose arguments are in a buffer by draws with the arguments' values (OpenGL 4.3 §10.3.10, §10.5;
// OpenGL ES 3.1 §10.5). The replacement happens when the commands are submitted, so renderers and captures see only ordinary draws.

extension Device {
    /// The maximum number of draws of one call of `drawIndirect`.
    public static let maximumIndirectDrawCount = 1 << 16

    /// Returns the commands with ordinary draws in place of indirect draws. An argument has the value that its buffer has when the
    /// draw is executed: earlier updates of the buffer among the commands count.
    func readingArguments(of commands: [Command]) throws(RasterError) -> [Command] {
        var updates: [(buffer: Buffer, offset: Int, bytes: [UInt8])] = [], written: Set<ObjectIdentifier> = []
        var result: [Command] = []
        result.reserveCapacity(commands.count)
        for command in commands {
            if case .updateBuffer(let buffer, let offset, let bytes) = command { updates.append((buffer, offset, bytes)) }
            guard case .renderPass(var pass) = command else {
                result.append(command)
                continue
            }
            for case .draw(let call) in pass.operations {
                for target in call.feedback?.targets ?? [] { written.insert(ObjectIdentifier(target.buffer)) }
            }
            guard pass.hasIndirectDraws else {
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
                    guard !written.contains(ObjectIdentifier(arguments.buffer)) else {
                        throw RasterError(.feedbackLoop, arguments.buffer.name, at: "draw \(number) of \(pass.label)",
                                          "holds arguments, but transform feedback of the same submit writes it", remedy: "submit the pass that writes it first")
                    }
                    do { draws = try self.draws(of: call, arguments, updates) } catch {
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

    private func draws(of call: DrawCall, _ arguments: IndirectArguments,
                       _ updates: [(buffer: Buffer, offset: Int, bytes: [UInt8])]) throws(RasterError) -> [DrawCall] {
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
        let known = updates.filter { $0.buffer === buffer && $0.offset >= 0 }
        func word(_ position: Int) -> UInt32 {
            (0..<4).reduce(0) { word, k in
                let place = position + k
                let update = known.last { $0.offset <= place && place - $0.offset < $0.bytes.count }
                let byte = update.map { $0.bytes[place - $0.offset] } ?? buffer.bytes[place]
                return word | UInt32(byte) << UInt32(8 * k)
            }
        }
        return (0..<arguments.drawCount).map { draw in
            let words = (0..<5).map { k in k == 4 && !isIndexed ? 0 : word(offset + draw * stride + 4 * k) }
            return call.with(first: Int(words[2]), count: Int(words[0]), instanceCount: Int(words[1]),
                             baseVertex: isIndexed ? Int(Int32(bitPattern: words[3])) : 0, baseInstance: Int(isIndexed ? words[4] : words[3]))
        }
    }
}
