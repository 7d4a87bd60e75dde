// ScriptRun+Compute: dispatches, storage buffers, atomic counters and images of a script.

import Raster

extension ScriptRun {
    /// Executes `compute x y z`.
    func performCompute(_ arguments: inout ScriptArguments) throws {
        if arguments.peek() == "group" { throw Stop.skip("Raster has no work groups of variable size") }
        let counts = try (0..<3).map { _ in try arguments.integer(0...Device.maximumWorkGroupCount) }
        guard case .compute(let program) = try requireProgram() else { throw Stop.failure("the script runs work groups, but it has no compute shader") }
        guard let uniforms else { return }
        let call = DispatchCall(program: program, groups: WorkGroupCount(counts[0], counts[1], counts[2]), uniforms: uniforms.words,
                                resources: try boundResources(program.table, uniforms), label: "script", site: CallSite(file: #fileID, line: #line))
        var encoder = device.device.makeCommandEncoder(label: "script")
        encoder.append(contentsOf: [.dispatch(call)])
        try device.device.submit(encoder)
    }

    /// Executes a command such as `image texture 0 GL_RGBA8`, which binds the texture of texture unit 0 to image unit 0.
    func performImage(_ arguments: inout ScriptArguments) throws {
        guard arguments.word() == "texture" else { throw Stop.malformed }
        let unit = try arguments.integer(0...31), format = try ScriptNames.format(arguments.word())
        guard let texture = textures[unit]?.texture else { throw Stop.failure("texture unit \(unit) has no texture") }
        images[unit] = ImageBinding(texture: texture, layer: texture.descriptor.type == .d2 ? nil : 0, format: format)
    }

    /// Executes a command `fb`. After `fb tex 2d 0 1 …`, draws write to textures, and probes read the first texture. After `fb winsys`,
    /// draws and probes use the script's own picture again.
    func performFramebuffer(_ arguments: inout ScriptArguments) throws {
        let kind = arguments.word()
        if kind == "winsys" { return target = try makePicture() }
        guard kind == "tex", arguments.word() == "2d" else { throw Stop.skip("'\(arguments.command.text)' is not known to this runner") }
        let attachments = try arguments.rest().map { word -> Attachment? in
            guard let unit = Int(word) else { throw Stop.malformed }
            if unit == -1 { return nil }
            guard let texture = textures[unit]?.texture else { throw Stop.failure("texture unit \(unit) has no texture") }
            return Attachment(texture)
        }
        guard !attachments.isEmpty else { throw Stop.malformed }
        target = try device.device.makeFramebuffer(color: attachments)
    }

    // MARK: Storage buffers

    /// Executes a command `ssbo`. For example, `ssbo 0 64` makes a buffer of zeros and binds the buffer, and `ssbo 0 subdata float 12 0.5`
    /// writes a value.
    func performStorageBuffer(_ arguments: inout ScriptArguments) throws {
        let binding = try arguments.integer(0...63)
        guard arguments.peek() == "subdata" else {
            storageBuffers[binding] = try device.device.makeBuffer(byteCount: try arguments.integer(1...1 << 24))
            return
        }
        arguments.skip()
        guard let buffer = storageBuffers[binding] else { throw Stop.failure("storage buffer \(binding) was not made") }
        let scalar = try scalarType(&arguments), offset = try arguments.integer(0...1 << 24)
        guard let word = arguments.word().flatMap({ ScriptNumber.word($0, scalar) }) else { throw Stop.malformed }
        try buffer.update([word], at: offset)
    }

    /// Executes `probe ssbo uint 0 12 == 7`: the buffer, the byte offset of the value, a comparison, and the expected value.
    func performStorageProbe(_ arguments: inout ScriptArguments) throws {
        let scalar = try scalarType(&arguments), binding = try arguments.integer(0...63), offset = try arguments.integer(0...1 << 24)
        guard let buffer = storageBuffers[binding] else { throw Stop.failure("storage buffer \(binding) was not made") }
        let word = try buffer.read(UInt32.self, at: offset, count: 1)[0]
        digest.add([word])
        let operation = arguments.word()
        guard let wanted = arguments.word().flatMap({ ScriptNumber.word($0, scalar) }) else { throw Stop.malformed }
        func check<Value: Comparable>(_ value: Value, _ wanted: Value, isEqual: Bool) throws {
            let holds = try ScriptNames.holds(value, operation, wanted, isEqual: isEqual)
            guard holds else { throw Stop.failure("the value is \(value), not \(operation ?? "") \(wanted)") }
        }
        switch scalar {
        case .float:
            let value = Float(bitPattern: word), expected = Float(bitPattern: wanted)
            try check(value, expected, isEqual: abs(value - expected) <= tolerance[0])
        case .int: try check(Int32(bitPattern: word), Int32(bitPattern: wanted), isEqual: word == wanted)
        case .uint, .bool: try check(word, wanted, isEqual: word == wanted)
        }
    }

    private func scalarType(_ arguments: inout ScriptArguments) throws -> ElementType.Scalar {
        let known: [String: ElementType.Scalar] = ["float": .float, "int": .int, "uint": .uint]
        let name = arguments.word() ?? ""
        guard let scalar = known[name] else { throw Stop.skip("values of type '\(name)' in buffers are not known to this runner") }
        return scalar
    }

    // MARK: Atomic counters

    /// Executes a command for counters. For example, `atomic counters 3` makes the counters of binding 0, `atomic counter buffer 1 3` makes
    /// the counters of binding 1, and `atomic counter 1 2 17` sets counter 2 of binding 1.
    func performCounters(_ arguments: inout ScriptArguments) throws {
        let kind = arguments.word()
        guard kind == "counters" || kind == "counter" else { throw Stop.malformed }
        let isMade = kind == "counters" || arguments.peek() == "buffer"
        if kind == "counter", isMade { arguments.skip() }
        let binding = kind == "counters" ? 0 : try arguments.integer(0...63), number = try arguments.integer(0...4096)
        if isMade {
            counterBuffers[binding] = try device.device.makeBuffer(byteCount: 4 * max(1, number))
        } else {
            try counters(binding).update([UInt32(try arguments.integer(0...Int(UInt32.max)))], at: 4 * number)
        }
    }

    /// Executes `probe atomic counter 0 == 256` or, for a binding other than 0, `probe atomic counter buffer 1 0 == 256`.
    func performCounterProbe(_ arguments: inout ScriptArguments) throws {
        guard arguments.word() == "counter" else { throw Stop.malformed }
        var binding = 0
        if arguments.peek() == "buffer" { arguments.skip(); binding = try arguments.integer(0...63) }
        let number = try arguments.integer(0...4096), operation = arguments.word()
        guard let wanted = arguments.word().flatMap({ ScriptNumber.word($0, .uint) }) else { throw Stop.malformed }
        let value = try counters(binding).read(UInt32.self, at: 4 * number, count: 1)[0]
        digest.add([value])
        guard try ScriptNames.holds(value, operation, wanted, isEqual: value == wanted) else {
            throw Stop.failure("the counter is \(value), not \(operation ?? "") \(wanted)")
        }
    }

    private func counters(_ binding: Int) throws -> Buffer {
        guard let buffer = counterBuffers[binding] else { throw Stop.failure("binding \(binding) has no atomic counters") }
        return buffer
    }
}

extension ScriptNames {
    /// Returns whether a comparison such as `value >= wanted` holds.
    /// - Parameter isEqual: Whether the values are equal, within the tolerance of their type.
    static func holds<Value: Comparable>(_ value: Value, _ operation: String?, _ wanted: Value, isEqual: Bool) throws -> Bool {
        switch operation {
        case "==": isEqual
        case "!=": !isEqual
        case "<": value < wanted
        case "<=": value <= wanted
        case ">": value > wanted
        case ">=": value >= wanted
        default: throw ScriptRun.Stop.malformed
        }
    }
}
