import Shading

/// What the shaders of a frame's draws executed: counts, not samples.
///
/// An operation is an executed instruction that computes, decides, asks a texture or indexes memory, in one lane. Reads of inputs, uniforms
/// and constants and copies between variables are operands of those. The counts are the reference renderer's, which shades a vertex once
/// for 4096 primitives that share it.
public struct FrameProfile: Sendable {
    /// The counts of something.
    public struct Numbers: Sendable, Hashable {
        /// Vertices and fragments for which a shader ran; of a line, those that ran its most executed operation. Where a shader runs for
        /// each sample, samples.
        public internal(set) var invocations: UInt64 = 0
        /// Runs of lanes that only help with derivatives. Not told of lines.
        public internal(set) var helperInvocations: UInt64 = 0
        /// Operations of invocations that were not discarded yet.
        public internal(set) var operations: UInt64 = 0
        /// Operations of helpers and of discarded fragments.
        public internal(set) var helperOperations: UInt64 = 0
        /// Texels that lookups of invocations took.
        public internal(set) var texels: UInt64 = 0
        /// Texels that lookups of helpers and of discarded fragments took.
        public internal(set) var helperTexels: UInt64 = 0
        /// Fragments that were discarded.
        public internal(set) var discarded: UInt64 = 0
        /// Operations of all lanes.
        public var allOperations: UInt64 { operations &+ helperOperations }

        static func += (a: inout Numbers, b: Numbers) {
            a.invocations &+= b.invocations; a.helperInvocations &+= b.helperInvocations
            a.operations &+= b.operations; a.helperOperations &+= b.helperOperations
            a.texels &+= b.texels; a.helperTexels &+= b.helperTexels
            a.discarded &+= b.discarded
        }
    }
    /// What counts are put together by.
    public enum Grouping: String, Sendable, Hashable, CaseIterable {
        /// The draws, in their order.
        case draw
        /// The stages of the programs; those that executed most first.
        case shader
        /// The lines of the programs' sources; those that executed most first.
        case line
    }
    /// A draw, a shader or a line, with its counts.
    public struct Entry: Sendable, Hashable {
        /// What it is, for people.
        public let name: String
        /// The draw's number; nil for a shader or a line.
        public let draw: Int?
        /// Number of the program in the frame; nil for a draw.
        public let program: Int?
        /// The stage; nil for a draw.
        public let stage: ShaderStage?
        /// The place in the source; nil for a draw or a shader.
        public let place: ShaderTrace.Place?
        /// The counts.
        public internal(set) var numbers: Numbers
    }
    /// Operations of a line as it was reached by one chain of calls.
    public struct Stack: Sendable, Hashable {
        /// The labels of pass, groups and draw.
        public let path: [String]
        /// The draw's number.
        public let draw: Int
        /// The shader, for people.
        public let shader: String
        /// The functions from `main` on, each with the line that it was at.
        public let calls: [ShaderTrace.Place]
        /// Operations of all lanes.
        public let operations: UInt64
    }

    /// Number of the frame.
    public let frame: Int
    /// What differs from the bits that the capture recorded, a sentence each.
    public internal(set) var contradictions: [String] = []
    /// Draws whose images were compared with recorded bits.
    public internal(set) var comparedDraws = 0
    /// Number of a draw with a shader that did not end, which is the last; nil where all ended.
    public internal(set) var endlessDraw: Int?
    var stages: [StageRecord] = []

    /// One stage of one draw.
    struct StageRecord: Sendable {
        var draw: CapturedDraw
        var program: Int
        var programLabel: String
        var stage: ShaderStage
        /// Counted run by run.
        var numbers: Numbers
        /// Counted instruction by instruction.
        var lines: [LineRecord]

        var shaderName: String { "\(stage.rawValue) shader of program #\(program)" + (programLabel.isEmpty ? "" : " '\(programLabel)'") }
    }
    struct LineRecord: Sendable {
        /// From `main` on.
        var calls: [ShaderTrace.Place]
        var numbers: Numbers
    }
    struct Key: Hashable {
        var draw = -1
        var program = -1
        var stage: ShaderStage?
        var place: ShaderTrace.Place?
    }

    /// The counts of everything.
    public var total: Numbers { stages.reduce(into: Numbers()) { $0 += $1.numbers } }

    /// The counts, put together.
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
                add(Key(draw: record.draw.number), record.numbers) {
                    Entry(name: record.draw.name, draw: record.draw.number, program: nil, stage: nil, place: nil, numbers: record.numbers)
                }
            case .shader:
                add(Key(program: record.program, stage: record.stage), record.numbers) {
                    Entry(name: record.shaderName, draw: nil, program: record.program, stage: record.stage, place: nil, numbers: record.numbers)
                }
            case .line:
                for line in record.lines {
                    guard let place = line.calls.last else { continue }
                    add(Key(program: record.program, stage: record.stage, place: place), line.numbers) {
                        Entry(name: "\(place) in \(place.function), \(record.shaderName)", draw: nil, program: record.program, stage: record.stage, place: place, numbers: line.numbers)
                    }
                }
            }
        }
        // A stable order where counts are equal.
        return grouping == .draw ? list : list.enumerated().sorted {
            ($1.element.numbers.allOperations, $0.offset) < ($0.element.numbers.allOperations, $1.offset)
        }.map(\.element)
    }

    /// The operations by draw, shader and calls.
    public var stacks: [Stack] {
        stages.flatMap { record in
            record.lines.filter { $0.numbers.allOperations > 0 }.map {
                Stack(path: record.draw.path, draw: record.draw.number, shader: record.shaderName, calls: $0.calls, operations: $0.numbers.allOperations)
            }
        }
    }
    /// A line for each of `stacks`, as programs for flame graphs read them: frames between semicolons, a space, the operations.
    public var folded: [String] {
        stacks.map { stack in
            var frames = ["frame \(frame)"] + stack.path.dropLast() + ["@\(stack.draw) \(stack.path.last ?? "")", stack.shader] + stack.calls.map(\.function)
            if let last = stack.calls.last { frames.append("\(last)") }
            return frames.map(FrameProfile.plain).joined(separator: ";") + " \(stack.operations)"
        }
    }
    /// A label without what ends a frame or a line: labels are anybody's text.
    private static func plain(_ label: String) -> String {
        String(String.UnicodeScalarView(label.unicodeScalars.map { $0 == ";" ? ":" : $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
