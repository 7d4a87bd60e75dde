// InterfaceReader: the inputs and outputs of a traced run, with their names in the source.

import Raster
import Shading

struct InterfaceReader {
    let run: RecordedRun
    private var module: ShaderModule { run.module }

    /// The shader's inputs: the attributes or varyings that the shader reads, then the built-in inputs.
    var inputs: [TracedValue] {
        let read = Set(module.inputsRead), vertexCount = module.geometryLayout?.input.vertexCount ?? 1
        let variables = module.inputs.flatMap { input in
            (0..<vertexCount).compactMap { vertex -> TracedValue? in
                let components = (input.firstSlot..<(input.firstSlot + input.type.scalarCount)).map { $0 * vertexCount + vertex }
                guard components.contains(where: read.contains) else { return nil }
                return TracedValue(name: module.name(of: input, vertex: vertex), type: input.type, words: components.map { run.inputs[$0] })
            }
        }
        let builtins = Set(module.instructions.lazy.filter { $0.opcode == .builtin }.compactMap { BuiltinInput(rawValue: $0.c) })
        return variables + InterfaceReader.builtins.compactMap { name, type, parts in
            guard parts.contains(where: builtins.contains) else { return nil }
            // A geometry shader reads the number of its primitive as gl_PrimitiveIDIn.
            let name = module.stage == .geometry && parts == [.primitiveID] ? "gl_PrimitiveIDIn" : name
            return TracedValue(name: name, type: type, words: parts.map { run.builtins[Int($0.rawValue)] })
        }
    }
    private static let builtins: [(String, ValueType, [BuiltinInput])] = [
        ("gl_VertexID", .scalar(.int), [.vertexID]), ("gl_InstanceID", .scalar(.int), [.instanceID]), ("gl_BaseVertex", .scalar(.int), [.baseVertex]),
        ("gl_BaseInstance", .scalar(.int), [.baseInstance]), ("gl_DrawID", .scalar(.int), [.drawID]),
        ("gl_FragCoord", .vector(.float, 4), [.fragCoordX, .fragCoordY, .fragCoordZ, .fragCoordW]), ("gl_FrontFacing", .scalar(.bool), [.frontFacing]),
        ("gl_PointCoord", .vector(.float, 2), [.pointCoordX, .pointCoordY]), ("gl_PrimitiveID", .scalar(.int), [.primitiveID]),
        ("gl_InvocationID", .scalar(.int), [.invocationID]),
        ("gl_SampleID", .scalar(.int), [.sampleID]), ("gl_SamplePosition", .vector(.float, 2), [.samplePositionX, .samplePositionY]),
        ("gl_HelperInvocation", .scalar(.bool), [.helperInvocation]), ("gl_Layer", .scalar(.int), [.layer]), ("gl_NumSamples", .scalar(.int), [.sampleCount]),
        ("gl_SampleMaskIn", .array(.scalar(.int), 1), [.sampleMask]),
        ("gl_NumWorkGroups", .vector(.uint, 3), [.workGroupCountX, .workGroupCountY, .workGroupCountZ]),
        ("gl_WorkGroupID", .vector(.uint, 3), [.workGroupX, .workGroupY, .workGroupZ]),
        ("gl_LocalInvocationID", .vector(.uint, 3), [.localInvocationX, .localInvocationY, .localInvocationZ]),
    ]

    /// The outputs for the next stage at the end of the run. A geometry shader has no such outputs at its end, because its outputs belong
    /// to the emitted vertices.
    var outputs: [TracedValue] { module.stage == .geometry ? [] : outputs { run.locals[$0] } }
    /// - Parameter word: Returns the value of a local slot.
    func outputs(_ word: (Int) -> UInt32) -> [TracedValue] {
        func value(_ name: String, _ type: ValueType, _ first: Int?) -> TracedValue? {
            first.map { TracedValue(name: name, type: type, words: ($0..<($0 + type.scalarCount)).map(word)) }
        }
        let builtin = module.builtinOutputs
        return module.outputs.compactMap { value($0.name, $0.type, $0.firstSlot) } + [
            value("gl_Position", .vector(.float, 4), builtin.position), value("gl_PointSize", .scalar(.float), builtin.pointSize),
            value("gl_ClipDistance", .array(.scalar(.float), builtin.clipDistanceCount), builtin.clipDistance),
            value("gl_Layer", .scalar(.int), builtin.layer), value("gl_PrimitiveID", .scalar(.int), builtin.primitiveID),
            value("gl_FragDepth", .scalar(.float), builtin.fragmentDepth), value("gl_SampleMask", .array(.scalar(.int), 1), builtin.sampleMask),
        ].compactMap { $0 }
    }

    /// Returns the uniforms that the stage reads. If the stage selects a uniform of a block by a variable index, all uniforms of the block
    /// count as read.
    /// - Parameter defaultBlock: The words of the default block.
    func uniforms(_ call: some ShaderResources, _ defaultBlock: [UInt32]) -> [TracedValue] {
        var words: [Int: Set<Int>] = [:], indexed: Set<Int> = []
        for instruction in module.instructions {
            if instruction.opcode == .uniform { words[Int(instruction.b), default: []].insert(Int(instruction.c)) }
            if instruction.opcode == .uniformIndexed { indexed.insert(Int(instruction.b)) }
        }
        var values: [TracedValue] = []
        for (number, block) in call.table.interface.uniformBlocks.enumerated() where indexed.contains(number) || words[number] != nil {
            func add(_ bytes: UnsafeRawBufferPointer) {
                let reader = UniformReader(bytes: bytes, offset: 0)
                for member in block.members {
                    let places = reader.places(of: member).map { $0 / 4 }
                    guard indexed.contains(number) || places.contains(where: { words[number]?.contains($0) == true }) else { continue }
                    let isBool = member.type.scalarKind == .bool
                    let value = reader.words(of: member).map { isBool && $0 != 0 ? UInt32.max : $0 }
                    values.append(TracedValue(name: member.name, type: member.isArray ? .array(member.type, member.arrayCount) : member.type, words: value))
                }
            }
            if number == 0 {
                defaultBlock.withUnsafeBytes(add)
            } else if number - 1 < call.uniformBuffers.count, let binding = call.uniformBuffers[number - 1] {
                add(UnsafeRawBufferPointer(start: UnsafeRawPointer(binding.buffer.base) + binding.offset, count: binding.byteCount))
            }
        }
        return values
    }
}

extension ShaderModule {
    /// Returns the name of an input of the source. In a geometry shader, each vertex of the primitive has its own copy of an input:
    /// gl_in[0].gl_Position, color[0], or Block[0].color for a member of a block.
    func name(of input: InterfaceVariable, vertex: Int) -> String {
        guard stage == .geometry else { return input.name }
        if input.name.hasPrefix("gl_") { return "gl_in[\(vertex)].\(input.name)" }
        guard let point = input.name.firstIndex(of: ".") else { return "\(input.name)[\(vertex)]" }
        return "\(input.name[..<point])[\(vertex)]\(input.name[point...])"
    }
    /// Returns the name of the input that contains a component; nil if no input contains the component.
    func inputName(ofComponent component: Int) -> String? {
        let vertexCount = geometryLayout?.input.vertexCount ?? 1
        return inputs.last { $0.firstSlot <= component / vertexCount }.map { name(of: $0, vertex: component % vertexCount) }
    }
}

extension Capture {
    /// Returns the text lines of a compute program's source file, and of each file that the source includes. The keys are the names of the files.
    func lines(of program: RecordedComputeProgram) throws(RasterError) -> [String: [String]] {
        var texts = [try source(program.compute)]
        for include in program.includes { texts.append(try source(include.source)) }
        return Capture.lines(of: texts)
    }
    /// Returns the text lines of the stage's source file (or of its replacement), and of each file that the program includes. The keys are
    /// the names of the files.
    func lines(of stage: ShaderStage, in number: Int, of frame: CapturedFrame, replacing: [ShaderReplacement]) throws -> [String: [String]] {
        let program = frame.table.programs[number], replaced = replacing.last { $0.program == number && $0.stage == stage }?.source
        var texts: [ShaderSource] = []
        if let replaced { texts.append(replaced) } else { texts.append(try shader(stage, of: program, number)) }
        for include in program.includes { texts.append(try source(include.source)) }
        return Capture.lines(of: texts)
    }
    private static func lines(of texts: [ShaderSource]) -> [String: [String]] {
        Dictionary(texts.map { ($0.name, $0.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)) },
                          uniquingKeysWith: { first, _ in first })
    }
}
