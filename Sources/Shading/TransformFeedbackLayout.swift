/// The places of a vertex's outputs in the buffers of transform feedback.
public struct TransformFeedbackLayout: Sendable, Hashable {
    /// One captured output.
    public struct Output: Sendable, Hashable {
        /// The name, as the program or the shader gave it.
        public var name: String
        /// The GLSL type.
        public var type: ValueType
        /// The position of the output's first byte, counted from the start of the vertex. Scalars have 4 bytes each, without gaps.
        public var offset: Int
        /// The local slots of `LinkedProgram.lastVertexStage` that hold the output's scalars of a vertex; −1 for a scalar that the shader
        /// does not write. The value of an unwritten scalar is zero.
        package var slots: [Int]
    }
    /// The outputs that go into one buffer.
    public struct Buffer: Sendable, Hashable {
        /// The number of bytes that a vertex takes; 0 if no output goes into this buffer.
        public var stride: Int
        /// The outputs. Bytes of a vertex that belong to no output keep their values.
        public var outputs: [Output]
    }
    /// The buffers, by number.
    public var buffers: [Buffer]

    /// The slots of all scalars, buffer by buffer.
    package var slots: [Int] { buffers.flatMap { $0.outputs.flatMap(\.slots) } }

    /// Finds the outputs in the last stage before the fragment stage. Returns nil if the program has no transform feedback.
    /// - Throws: `ShaderError` if a name does not belong to an output, occurs twice or belongs to a structure, or if there are too many outputs.
    static func find(_ outputs: TransformFeedbackOutputs?, in stage: ShaderModule, lines: ShaderLineMap) throws(ShaderError) -> TransformFeedbackLayout? {
        func failure(_ message: String) -> ShaderError { StageLowering.error(message, stage: stage.stage, lines: lines, line: 0) }
        let result: TransformFeedbackLayout
        if !stage.feedbackPlaces.isEmpty {
            result = try TransformFeedbackLayout(stage.feedbackPlaces, of: stage, failure)
        } else if let outputs {
            result = try TransformFeedbackLayout(outputs, of: stage, failure)
        } else { return nil }
        let bufferLimit = TransformFeedbackOutputs.maximumBufferCount, limit = TransformFeedbackOutputs.maximumComponentCount
        guard result.buffers.count <= bufferLimit else {
            throw failure("transform feedback writes \(result.buffers.count) buffers; at most \(bufferLimit) are possible")
        }
        for buffer in result.buffers where buffer.stride > 4 * limit {
            throw failure("transform feedback writes \(buffer.stride / 4) scalars of each vertex into one buffer; at most \(limit) are possible")
        }
        return result
    }

    /// Makes the layout from the places that the shader states. Places of outputs that are never written are left out.
    private init(_ places: [TransformFeedbackPlace], of stage: ShaderModule, _ failure: (String) -> ShaderError) throws(ShaderError) {
        buffers = []
        for place in places {
            guard place.buffer < TransformFeedbackOutputs.maximumBufferCount else {
                throw failure("'\(place.name)' : xfb_buffer is \(place.buffer), above \(TransformFeedbackOutputs.maximumBufferCount - 1)")
            }
            while buffers.count <= place.buffer { buffers.append(Buffer(stride: 0, outputs: [])) }
            buffers[place.buffer].stride = max(buffers[place.buffer].stride, place.stride)
            guard var output = Self.output(place.name, of: stage) else { continue }
            guard place.offset % 4 == 0, place.stride % 4 == 0, place.offset + 4 * output.slots.count <= place.stride else {
                throw failure("'\(place.name)' : \(4 * output.slots.count) bytes at xfb_offset \(place.offset) do not lie within xfb_stride \(place.stride)")
            }
            output.offset = place.offset
            buffers[place.buffer].outputs.append(output)
        }
    }

    private init(_ outputs: TransformFeedbackOutputs, of stage: ShaderModule, _ failure: (String) -> ShaderError) throws(ShaderError) {
        let isInterleaved = outputs.layout == .interleaved
        buffers = isInterleaved ? [Buffer(stride: 0, outputs: [])] : []
        var names: Set<String> = []
        for name in outputs.names {
            if isInterleaved, name == "gl_NextBuffer" {
                buffers.append(Buffer(stride: 0, outputs: []))
                continue
            }
            if isInterleaved, let count = Self.skippedComponents[name] {
                buffers[buffers.count - 1].stride += 4 * count
                continue
            }
            guard names.insert(name).inserted else { throw failure("transform feedback names '\(name)' twice") }
            guard var output = Self.output(name, of: stage) else {
                throw failure("transform feedback names '\(name)', which the \(stage.stage.rawValue) stage does not declare as an output")
            }
            if case .structure = output.type { throw failure("transform feedback names the structure '\(name)'; name its members") }
            if !isInterleaved { buffers.append(Buffer(stride: 0, outputs: [])) }
            output.offset = buffers[buffers.count - 1].stride
            buffers[buffers.count - 1].stride += 4 * output.slots.count
            buffers[buffers.count - 1].outputs.append(output)
        }
        if names.isEmpty { throw failure("transform feedback names no output") }
    }
    private static let skippedComponents = ["gl_SkipComponents1": 1, "gl_SkipComponents2": 2, "gl_SkipComponents3": 3, "gl_SkipComponents4": 4]

    /// Returns an output at byte 0; nil if the stage has no output of this name.
    private static func output(_ name: String, of stage: ShaderModule) -> Output? {
        let builtins = stage.builtinOutputs
        func builtin(_ type: ValueType, _ first: Int?) -> Output {
            Output(name: name, type: type, offset: 0, slots: (0..<type.scalarCount).map { k in first.map { $0 + k } ?? -1 })
        }
        switch name {
        case "gl_Position": return builtin(.vector(.float, 4), builtins.position)
        case "gl_PointSize": return builtin(.scalar(.float), builtins.pointSize)
        default: break
        }
        var candidates = stage.outputs
        if let first = builtins.clipDistance {
            candidates.append(InterfaceVariable(name: StageLowering.clipDistanceName, type: .array(.scalar(.float), builtins.clipDistanceCount), location: -1,
                                                firstSlot: first))
        }
        for variable in candidates {
            guard name.hasPrefix(variable.name), let part = part(name.dropFirst(variable.name.count), of: variable.type) else { continue }
            let first = variable.firstSlot + part.offset
            return Output(name: name, type: part.type, offset: 0, slots: Array(first ..< first + part.type.scalarCount))
        }
        return nil
    }
    /// Follows `[index]` and `.member` from a variable to a part of the variable. Returns the part's type and its first scalar within the
    /// variable; nil if there is no such part.
    private static func part(_ path: Substring, of type: ValueType) -> (type: ValueType, offset: Int)? {
        guard let start = path.first else { return (type, 0) }
        if start == "[", let end = path.firstIndex(of: "]"), case .array(let element, let count) = type {
            guard let index = Int(path[path.index(after: path.startIndex)..<end]), (0..<count).contains(index),
                  let rest = part(path[path.index(after: end)...], of: element) else { return nil }
            return (rest.type, index * element.scalarCount + rest.offset)
        }
        guard start == ".", case .structure(_, let fields) = type else { return nil }
        let rest = path.dropFirst(), name = rest.prefix { $0 != "." && $0 != "[" }
        var offset = 0
        for field in fields {
            if field.name == name {
                return part(rest.dropFirst(name.count), of: field.type).map { ($0.type, offset + $0.offset) }
            }
            offset += field.type.scalarCount
        }
        return nil
    }
}

/// The place that a shader gives to one of its outputs, with `layout(xfb_buffer = …, xfb_offset = …, xfb_stride = …)`.
package struct TransformFeedbackPlace: Sendable, Hashable {
    /// The output's name in OpenGL's form.
    package var name: String
    package var buffer: Int
    /// The first byte, from the start of the vertex.
    package var offset: Int
    /// The number of bytes of a vertex in the buffer.
    package var stride: Int
}
