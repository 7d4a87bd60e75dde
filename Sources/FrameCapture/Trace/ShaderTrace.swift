import Raster
import Shading

/// What a shader did for one fragment or vertex, step by step. A step is a line of the source; any step can be looked at in any order,
/// with the values before and after it.
public struct ShaderTrace: Sendable {
    /// The operations that a trace keeps unless it is told otherwise, and the texels: 262,144, which take some 30 MB.
    public static let standardLimit = 1 << 18
    /// The most that it keeps.
    public static let largestLimit = 1 << 22

    /// What the shader ran for.
    public enum Subject: Sendable, Hashable, CustomStringConvertible {
        /// A fragment: pixels from the left and from the top, the primitive, its instance, and the sample where the shader runs for each.
        case fragment(x: Int, y: Int, primitive: Int, instance: Int, sample: Int?)
        /// A vertex by gl_VertexID, and its instance.
        case vertex(Int, instance: Int)
        /// For people.
        public var description: String {
            switch self {
            case .fragment(let x, let y, let primitive, let instance, let sample):
                "fragment (\(x), \(y)) of primitive \(primitive)" + (instance > 0 ? ", instance \(instance)" : "") + (sample.map { ", sample \($0)" } ?? "")
            case .vertex(let number, let instance): "vertex \(number)" + (instance > 0 ? ", instance \(instance)" : "")
            }
        }
    }
    /// One of the four lanes that ran together.
    public struct Lane: Sendable, Hashable {
        /// The part that a lane plays.
        public enum Role: String, Sendable, Hashable {
            /// A fragment or vertex of its own.
            case own
            /// A pixel that the primitive leaves out: it serves the derivatives of the others.
            case helper
            /// Nothing: a vertex that is not there.
            case absent
        }
        /// Pixels from the left and the top for a fragment; the vertex number and the instance for a vertex.
        public let x: Int, y: Int
        /// The part it plays.
        public let role: Role
        /// Whether the shader discarded it.
        public let isDiscarded: Bool
    }
    /// The end of the shader.
    public enum End: Sendable, Hashable {
        /// It ran to its end.
        case returned
        /// It discarded the fragment. What ran afterwards, for the neighbours' derivatives, is not told.
        case discarded
        /// The trace was full: it keeps so many operations. The shader went on.
        case cutOff
        /// It was stopped in a loop that did not end.
        case endless
    }
    /// A place in the source. The columns of a line are those of a `Step`.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The name of the source or of the included file.
        public let file: String
        /// 1-based; 0 when unknown.
        public let line: Int
        /// The function that it stands in.
        public let function: String
        /// `scene.frag:12`
        public var description: String { "\(file):\(line)" }
    }
    /// A loop that a step stands in.
    public struct Loop: Sendable, Hashable {
        /// Where it begins.
        public let place: Place
        /// From 1 on.
        public internal(set) var iteration: Int
    }
    /// How often a loop ran in all.
    public struct LoopCount: Sendable, Hashable {
        /// Where it begins.
        public let place: Place
        /// How often control came to it.
        public internal(set) var entries: Int
        /// Iterations that were begun, those of all entries together.
        public internal(set) var iterations: Int
    }
    /// A change of a variable.
    public struct Change: Sendable, Hashable {
        /// The variable, or the part of it that changed, with its value after the step.
        public let after: TracedValue
        /// The words before; nil where nothing had been written there.
        public let before: [UInt32]?
    }
    /// A texel that a lookup took.
    public struct Texel: Sendable, Hashable {
        /// From the texture's left and its first row.
        public let x: Int, y: Int
        /// The depth slice, layer or face.
        public let slice: Int
        /// Counted from the base level.
        public let level: Int
        /// What it holds, in the lookup's type: float, int or uint bits.
        public let words: [UInt32]
        /// Whether it is the border colour, from outside of the texture.
        public let isBorder: Bool
    }
    /// A texture lookup.
    public struct Lookup: Sendable, Hashable {
        /// The GLSL function.
        public let function: String
        /// The sampler's name, with its index where it is an array.
        public let sampler: String
        /// The place that was asked for: floats, or ints for a fetch.
        public let coordinate: TracedValue
        /// The level of detail with its biases, the levels it chose, the share of the next one, and the points along the footprint's
        /// longer axis; nil for a lookup without filter.
        public let detail: Float?, nextLevelShare: Float?, probes: Int?
        /// In the order in which they were taken.
        public let texels: [Texel]
        /// The four components of the result.
        public let result: TracedValue
        /// Where it stands.
        public let place: Place
    }
    /// The first operation that made something out of numbers that is none.
    public struct Culprit: Sendable, Hashable {
        /// Index of the operation.
        public let operation: Int
        /// Index of the step.
        public let step: Int
        /// Where it stands.
        public let place: Place
        /// Whether the shader was given the value by an input, a uniform or a texel and did not compute it.
        public let isGiven: Bool
    }
    /// A function that was running, or the module, with its variables.
    public struct Scope: Sendable, Hashable {
        /// The function and the line that it was at; nil for the variables of the module.
        public let place: Place?
        /// Those that have a value.
        public let variables: [TracedValue]
    }
    /// A line of the source that was executed.
    public struct Step: Sendable, Hashable {
        /// Its number, from 0 on.
        public let index: Int
        /// The line.
        public let place: Place
        /// The text of the line; empty where the source is not known.
        public let text: String
        /// The columns of the line's code, from 1 on, without comments: a step is all that the line does. nil where the source is not known.
        public let columns: ClosedRange<Int>?
        /// The functions that were running, the innermost first, each with the line it was at.
        public let stack: [Place]
        /// The loops around the line, the outermost first.
        public let loops: [Loop]
        /// What changed.
        public let changes: [Change]
        /// The texture lookups.
        public let lookups: [Lookup]
        /// The lanes of the quad that ran it, in order.
        public let activeLanes: [Bool]
        /// Its operations: indices for `operation(_:)`. Some in between may be those of other lanes.
        public let operations: Range<Int>
    }
    /// One executed instruction.
    public struct Operation: Sendable, Hashable, CustomStringConvertible {
        /// The name of its opcode, with the name of the variable that it reads or writes, if it has one.
        public let name: String
        /// The operation as GLSL writes it, with the values that it took: `0.5 * 2.0`, `sqrt(-1.0)`.
        public let expression: String
        /// The values that it took, in the traced lane.
        public let operands: [TracedValue]
        /// Its result in each of the four lanes.
        public let results: [TracedValue]
        /// The lane that is traced.
        public let lane: Int
        /// Whether the traced lane ran it.
        public let isActive: Bool
        /// Where it stands.
        public let place: Place
        /// `0.5 * 2.0 = 1.0`
        public var description: String { results.isEmpty ? expression : "\(expression) = \(results[lane].text)" }
    }

    /// The stage that ran.
    public let stage: ShaderStage
    /// What it ran for.
    public let subject: Subject
    /// The draw's number.
    public let draw: Int
    /// The label of the program.
    public let program: String
    /// The four lanes that ran together.
    public let lanes: [Lane]
    /// The lane that is traced.
    public let lane: Int
    /// Other fragments of the draw at the pixel for which the shader ran.
    public let others: [Subject]
    /// Vertex attributes or varyings, and the built-in inputs that it reads.
    public let inputs: [TracedValue]
    /// The uniforms that it reads.
    public let uniforms: [TracedValue]
    /// What it left behind; of a fragment that was discarded, what would have been.
    public let outputs: [TracedValue]
    /// How it ended.
    public let end: End
    /// The loops that ran, in the order in which they were come to.
    public let loops: [LoopCount]
    /// The first operation that made a NaN.
    public let firstNaN: Culprit?
    /// The first operation that made an infinity.
    public let firstInfinity: Culprit?
    /// What was compared, a sentence each.
    public let proofs: [String]
    /// What differed, a sentence each: then the trace is not to be trusted.
    public let contradictions: [String]
    /// What could not be compared, a sentence each.
    public let remarks: [String]
    /// Whether the whole trace was compared, and nothing differs.
    public var isProven: Bool { contradictions.isEmpty && isCompared }
    /// Operations that the traced lane executed, as a profile counts them.
    public let operationCount: Int

    /// Whether the recorded run was compared with one without a recorder.
    let isCompared: Bool
    let run: RecordedRun
    let analysis: RunAnalysis
    let samplers: [SamplerUniform]
    let uniformBlocks: [UniformBlock]
    /// The lines of the source and its includes, by file name.
    let sources: [String: [String]]
    /// The columns of the code of each of them.
    let columns: [String: [ClosedRange<Int>?]]
}
