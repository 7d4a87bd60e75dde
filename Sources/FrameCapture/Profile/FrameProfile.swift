import Shading

/// The operations that the shaders of a frame's draws and dispatches executed. Every operation is counted; the counts are not estimated from
/// samples.
///
/// An operation is one executed instruction in one lane, if the instruction computes a value, branches, reads a texture or indexes memory.
/// Reads of inputs, uniforms and constants, and copies between variables, are operands and do not count. The reference renderer counts the
/// operations. Within a group of up to 4096 primitives, a vertex that several primitives share is shaded only once.
public struct FrameProfile: Sendable {
    /// The counts of a draw or dispatch, a shader or a line.
    public struct Numbers: Sendable, Hashable {
        /// The number of times that shaders ran: for vertices, for primitives (once for each invocation of a geometry shader), for
        /// fragments (or for samples, if the shader runs per sample), and for invocations of compute shaders. For a source line,
        /// `invocations` is the number of invocations that executed the line's most frequent operation.
        public internal(set) var invocations: UInt64 = 0
        /// The number of runs of helper lanes, which only serve derivatives. For source lines, the number is 0.
        public internal(set) var helperInvocations: UInt64 = 0
        /// The number of operations that invocations executed, without operations after a discard.
        public internal(set) var operations: UInt64 = 0
        /// The number of operations that helper lanes executed, plus the operations of discarded fragments after the discard.
        public internal(set) var helperOperations: UInt64 = 0
        /// The number of texels that lookups of invocations read, without lookups after a discard.
        public internal(set) var texels: UInt64 = 0
        /// The number of texels that helper lanes read, plus the texels that discarded fragments read after the discard.
        public internal(set) var helperTexels: UInt64 = 0
        /// The number of discarded fragments.
        public internal(set) var discarded: UInt64 = 0
        /// The number of work groups that ran. For source lines and draws, the number is 0.
        public internal(set) var workGroups: UInt64 = 0
        /// The number of operations of all lanes.
        public var allOperations: UInt64 { operations &+ helperOperations }

        static func += (a: inout Numbers, b: Numbers) {
            a.invocations &+= b.invocations; a.helperInvocations &+= b.helperInvocations
            a.operations &+= b.operations; a.helperOperations &+= b.helperOperations
            a.texels &+= b.texels; a.helperTexels &+= b.helperTexels
            a.discarded &+= b.discarded; a.workGroups &+= b.workGroups
        }
    }
    /// The entries of a profile: the counts are added up for each draw or dispatch, for each shader, or for each line.
    public enum Grouping: String, Sendable, Hashable, CaseIterable {
        /// One entry for each draw and dispatch, in the frame's order.
        case draw
        /// One entry for each stage of each program, the entry with the most operations first.
        case shader
        /// One entry for each source line of the programs, the entry with the most operations first.
        case line
    }
    /// A draw, a dispatch, a shader or a line, with its counts.
    public struct Entry: Sendable, Hashable {
        /// The name of the draw, dispatch, shader or line, for people to read.
        public let name: String
        /// The draw's number in the frame; nil if the entry is not a draw.
        public let draw: Int?
        /// The dispatch's number in the frame; nil if the entry is not a dispatch.
        public let dispatch: Int?
        /// The program's number in the frame; for a compute shader, its number among the compute programs; nil for a draw or dispatch.
        public let program: Int?
        /// The shader stage; nil for a draw or dispatch.
        public let stage: ShaderStage?
        /// The place in the source; nil for a draw, a dispatch or a shader.
        public let place: ShaderTrace.Place?
        /// The counts.
        public internal(set) var numbers: Numbers
    }
    /// The operations of a source line, counted separately for each chain of function calls that leads to the line.
    public struct Stack: Sendable, Hashable {
        /// The draw or dispatch.
        public let command: ShaderCommand
        /// The name of the shader, for people to read.
        public let shader: String
        /// The functions of the call chain, starting with `main`, each with its current line.
        public let calls: [ShaderTrace.Place]
        /// The number of operations of all lanes.
        public let operations: UInt64
    }

    /// The frame's number.
    public let frame: Int
    /// A sentence for each difference from the recorded bits.
    public internal(set) var contradictions: [String] = []
    /// The number of draws and dispatches whose images and buffers were compared with recorded bits.
    public internal(set) var comparedDraws = 0
    /// The draw or dispatch whose shader did not end; nil if all shaders ended. The profile has no counts of later draws and dispatches.
    public internal(set) var endless: ShaderCommand?
    var stages: [StageRecord] = []

    /// One stage of one draw or dispatch.
    struct StageRecord: Sendable {
        var command: ShaderCommand
        var program: Int
        var programLabel: String
        var stage: ShaderStage
        /// Counts of whole runs.
        var numbers: Numbers
        /// A record for each source line, with the summed counts of the line's instructions.
        var lines: [LineRecord]

        var shaderName: String { "\(stage.rawValue) shader of \(command.isDispatch ? "compute " : "")program #\(program)" + (programLabel.isEmpty ? "" : " '\(programLabel)'") }
    }
    struct LineRecord: Sendable {
        /// The call chain, starting with `main`.
        var calls: [ShaderTrace.Place]
        var numbers: Numbers
    }
    struct Key: Hashable {
        var command: ShaderCommand?
        var program = -1
        var stage: ShaderStage?
        var place: ShaderTrace.Place?
    }

    /// The counts of the whole frame.
    public var total: Numbers { stages.reduce(into: Numbers()) { $0 += $1.numbers } }

    /// Returns the counts, added up by draw, shader or line.
    public func entries(by grouping: Grouping) -> [Entry] {
        var list: [Entry] = [], places: [Key: Int] = [:]
        func add(_ key: Key, _ numbers: Numbers, _ make: () -> Entry) {
            guard let place = places[key] else {
                places[key] = list.count
                return list.append(make())
            }
            list[place].numbers += numbers
        }
        for record in stages {
            switch grouping {
            case .draw:
                add(Key(command: record.command), record.numbers) {
                    let (name, dispatch): (String, Int?) = switch record.command {
                    case .draw(let draw): (draw.name, nil)
                    case .dispatch(let dispatch): (dispatch.name, dispatch.number)
                    }
                    return Entry(name: name, draw: record.command.draw, dispatch: dispatch, program: nil, stage: nil, place: nil, numbers: record.numbers)
                }
            case .shader:
                add(Key(program: record.program, stage: record.stage), record.numbers) {
                    Entry(name: record.shaderName, draw: nil, dispatch: nil, program: record.program, stage: record.stage, place: nil, numbers: record.numbers)
                }
            case .line:
                for line in record.lines {
                    guard let place = line.calls.last else { continue }
                    add(Key(program: record.program, stage: record.stage, place: place), line.numbers) {
                        Entry(name: "\(place) in \(place.function), \(record.shaderName)", draw: nil, dispatch: nil, program: record.program, stage: record.stage,
                              place: place, numbers: line.numbers)
                    }
                }
            }
        }
        // Entries with equal counts keep their order.
        return grouping == .draw ? list : list.enumerated().sorted {
            ($1.element.numbers.allOperations, $0.offset) < ($0.element.numbers.allOperations, $1.offset)
        }.map(\.element)
    }

    /// The operations, with one entry for each combination of a draw or dispatch, a shader and a call chain.
    public var stacks: [Stack] {
        stages.flatMap { record in
            record.lines.filter { $0.numbers.allOperations > 0 }.map {
                Stack(command: record.command, shader: record.shaderName, calls: $0.calls, operations: $0.numbers.allOperations)
            }
        }
    }
    /// The entries of `stacks`, one per line, in the format that tools for flame graphs read. A line has the names from the frame down to
    /// the function, separated by semicolons; then a space and the number of operations.
    public var folded: [String] {
        stacks.map { stack in
            let path = switch stack.command {
            case .draw(let draw): draw.path
            case .dispatch(let dispatch): [dispatch.name]
            }
            var frames = ["frame \(frame)"] + path.dropLast() + ["\(stack.command.argument) \(path.last ?? "")", stack.shader] + stack.calls.map(\.function)
            if let last = stack.calls.last { frames.append("\(last)") }
            return frames.map(FrameProfile.plain).joined(separator: ";") + " \(stack.operations)"
        }
    }
    /// Returns a label without semicolons and control characters, which would end an entry or a line of the text.
    private static func plain(_ label: String) -> String {
        String(String.UnicodeScalarView(label.unicodeScalars.map { $0 == ";" ? ":" : $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
