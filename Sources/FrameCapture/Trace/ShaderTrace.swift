import Raster
import Shading

/// The run of a shader for one fragment, vertex, primitive or invocation of a dispatch, step by step. A step is a line of the source. Steps
/// can be read in any order, with the values before and after each step.
public struct ShaderTrace: Sendable {
    /// The default limit: 262,144 operations and 262,144 texels, which take about 30 MB of memory.
    public static let standardLimit = 1 << 18
    /// The largest allowed limit.
    public static let largestLimit = 1 << 22

    /// The object that the shader ran for: a fragment, vertex, primitive or invocation.
    public enum Subject: Sendable, Hashable, CustomStringConvertible {
        /// A fragment: the pixel from the left and from the top, the primitive, the instance, and the sample if the shader runs per
        /// sample.
        case fragment(x: Int, y: Int, primitive: Int, instance: Int, sample: Int?)
        /// A vertex: the value of gl_VertexID, and the instance.
        case vertex(Int, instance: Int)
        /// A primitive that a geometry shader reads: the value of gl_PrimitiveIDIn, the value of gl_InvocationID, and the instance.
        case primitive(Int, invocation: Int, instance: Int)
        /// An invocation of a compute shader: the components of gl_GlobalInvocationID.
        case invocation(x: Int, y: Int, z: Int)
        /// The fragment, vertex, primitive or invocation as text for people to read.
        public var description: String {
            switch self {
            case .fragment(let x, let y, let primitive, let instance, let sample):
                "fragment (\(x), \(y)) of primitive \(primitive)" + (instance > 0 ? ", instance \(instance)" : "") + (sample.map { ", sample \($0)" } ?? "")
            case .invocation(let x, let y, let z): "invocation (\(x), \(y), \(z))"
            case .primitive(let number, let invocation, let instance):
                "primitive \(number)" + (invocation > 0 ? ", invocation \(invocation)" : "") + (instance > 0 ? ", instance \(instance)" : "")
            case .vertex(let number, let instance): "vertex \(number)" + (instance > 0 ? ", instance \(instance)" : "")
            }
        }
    }
    /// One of the four lanes that ran together.
    public struct Lane: Sendable, Hashable {
        /// The role of a lane.
        public enum Role: String, Sendable, Hashable {
            /// A fragment, vertex or primitive of the draw, or an invocation of the dispatch.
            case own
            /// A helper lane: a pixel that the primitive does not cover. The lane only serves the derivatives of the other lanes.
            case helper
            /// An unused lane, such as the fourth lane if only three vertices are shaded.
            case absent
        }
        /// Two numbers that identify the lane. For a fragment: the pixel's position from the left and from the top. For a vertex: its number
        /// and its instance. For a primitive: gl_PrimitiveIDIn and gl_InvocationID. For an invocation: the components x and y of
        /// gl_GlobalInvocationID.
        public let x: Int, y: Int
        /// The lane's role.
        public let role: Role
        /// Whether the shader discarded the lane's fragment.
        public let isDiscarded: Bool
    }
    /// How the shader's run ended.
    public enum End: Sendable, Hashable {
        /// The shader ran to its end.
        case returned
        /// The shader discarded the fragment. Later operations, which only serve the neighbours' derivatives, are not shown.
        case discarded
        /// The trace ended early, because the trace reached the limit of operations or texels. The shader continued.
        case cutOff
        /// The shader was stopped in a loop that did not end.
        case endless
    }
    /// A place in the source. The columns of the line are in `Step`.
    public struct Place: Sendable, Hashable, CustomStringConvertible {
        /// The name of the source or of the included file.
        public let file: String
        /// The line, from 1; 0 if the line is unknown.
        public let line: Int
        /// The function that contains the line.
        public let function: String
        /// `scene.frag:12`
        public var description: String { "\(file):\(line)" }
    }
    /// A loop around a step.
    public struct Loop: Sendable, Hashable {
        /// The place where the loop begins.
        public let place: Place
        /// The iteration, from 1.
        public internal(set) var iteration: Int
    }
    /// The number of times that a loop was entered, and the number of its iterations.
    public struct LoopCount: Sendable, Hashable {
        /// The place where the loop begins.
        public let place: Place
        /// The number of times that the loop was entered.
        public internal(set) var entries: Int
        /// The number of iterations, over all entries.
        public internal(set) var iterations: Int
    }
    /// A change of a variable.
    public struct Change: Sendable, Hashable {
        /// The variable or the changed part of a variable, with the value after the step.
        public let after: TracedValue
        /// The value's words before the step; nil if the variable had no value.
        public let before: [UInt32]?
    }
    /// A texel that a lookup read.
    public struct Texel: Sendable, Hashable {
        /// The texel's position, from the left edge of the texture and from its first row.
        public let x: Int, y: Int
        /// The index of the depth slice, layer or face.
        public let slice: Int
        /// The mip level, counted from the base level.
        public let level: Int
        /// The texel's value as bits of the lookup's type: float, int or uint.
        public let words: [UInt32]
        /// Whether the border colour replaces the texel, because the position is outside of the texture.
        public let isBorder: Bool
    }
    /// A texture lookup.
    public struct Lookup: Sendable, Hashable {
        /// The GLSL function.
        public let function: String
        /// The name of the sampler, with an index if the sampler is an element of an array.
        public let sampler: String
        /// The texture coordinate: floats, or for a texel fetch, ints.
        public let coordinate: TracedValue
        /// Three values: the level of detail with all biases, the share of the next mip level in the result, and the number of probes in
        /// the finer level, along the longer axis of the pixel's footprint (anisotropic filtering). All three values are nil for a lookup
        /// without a filter.
        public let detail: Float?, nextLevelShare: Float?, probes: Int?
        /// The texels, in the order in which the lookup read the texels.
        public let texels: [Texel]
        /// The four components of the result.
        public let result: TracedValue
        /// The place of the lookup in the source.
        public let place: Place
    }
    /// An access to memory that invocations share: shared variables, storage blocks and images.
    public struct Access: Sendable, Hashable {
        /// The kind of access.
        public enum Kind: String, Sendable, Hashable {
            /// A read.
            case load
            /// A write.
            case store
            /// An atomic operation.
            case atomic
        }
        /// The kind of access.
        public let kind: Kind
        /// The accessed memory with its name in the source: `partial[3]`, `particles[2].velocity`, `target(4, 7)` for a texel.
        public let name: String
        /// The value that was read or written; for an atomic operation, the value before the operation.
        public let value: TracedValue
        /// The atomic operation as GLSL, such as `atomicAdd(bins[3], 1u)`; empty for other kinds.
        public let operation: String
        /// `partial[3] = 1.0` for a write, `partial[3] is 1.0` for a read, `atomicAdd(bins[3], 1u) finds 4u` for an atomic operation.
        public var description: String {
            switch kind {
            case .load: "\(name) is \(value.text)"
            case .store: "\(name) = \(value.text)"
            case .atomic: "\(operation) finds \(value.text)"
            }
        }
    }
    /// A vertex that a geometry shader emitted with EmitVertex(), or the end of a strip that a geometry shader ended with
    /// EndPrimitive().
    public struct Emission: Sendable, Hashable, CustomStringConvertible {
        /// The vertex's number among the vertices that the invocation emitted, from 0; nil for the end of a strip.
        public let vertex: Int?
        /// The index of the strip to which the vertex belongs, or of the strip that ends; from 0.
        public let strip: Int
        /// The outputs when the vertex was emitted; empty for the end of a strip.
        public let outputs: [TracedValue]
        /// Whether the vertex was dropped, because the invocation had emitted max_vertices vertices before.
        public let isDropped: Bool
        /// `emits vertex 1: vec4 gl_Position = (0.0, 1.0, 0.0, 1.0)` or `ends strip 0`.
        public var description: String {
            guard let vertex else { return "ends strip \(strip)" }
            return "emits vertex \(vertex)" + (isDropped ? ", which is dropped because of max_vertices" : "")
                + (outputs.isEmpty ? "" : ": " + outputs.map { "\($0)" }.joined(separator: ", "))
        }
    }
    /// The first operation that made a NaN or an infinity. An operation that only passes on the NaN or infinity of an operand does
    /// not count.
    public struct Culprit: Sendable, Hashable {
        /// The index of the operation.
        public let operation: Int
        /// The index of the step.
        public let step: Int
        /// The place of the operation in the source.
        public let place: Place
        /// Whether the NaN or infinity came from an input, a uniform or a texel; otherwise the shader computed the value.
        public let isGiven: Bool
    }
    /// A running function, or the module, with its variables.
    public struct Scope: Sendable, Hashable {
        /// The function, with the line that the function executes; nil for the module.
        public let place: Place?
        /// The variables that have a value.
        public let variables: [TracedValue]
    }
    /// An executed line of the source.
    public struct Step: Sendable, Hashable {
        /// The step's number, from 0.
        public let index: Int
        /// The line.
        public let place: Place
        /// The text of the line; empty if the source is not known.
        public let text: String
        /// The columns of the line's code, from 1, without comments; nil if the source is not known. A step covers the whole line.
        public let columns: ClosedRange<Int>?
        /// The running functions, the innermost first, each with the line that the function executes.
        public let stack: [Place]
        /// The loops around the line, the outermost first.
        public let loops: [Loop]
        /// The changed variables.
        public let changes: [Change]
        /// The texture lookups.
        public let lookups: [Lookup]
        /// The accesses to memory that invocations share, in order.
        public let accesses: [Access]
        /// The vertices that the step emitted and the strips that the step ended, in order; only in geometry shaders.
        public let emissions: [Emission]
        /// Whether each lane of the quad ran the step.
        public let activeLanes: [Bool]
        /// The indices of the step's operations, for `operation(_:)`. Some of the step's operations may have been executed only by
        /// other lanes.
        public let operations: Range<Int>
    }
    /// One executed instruction.
    public struct Operation: Sendable, Hashable, CustomStringConvertible {
        /// The name of the operation's opcode, followed by the name of the variable that the operation reads or writes, if any.
        public let name: String
        /// The operation as a GLSL expression with the operands' values, such as `0.5 * 2.0` or `sqrt(-1.0)`.
        public let expression: String
        /// The operands' values in the traced lane.
        public let operands: [TracedValue]
        /// The operation's result in each of the four lanes.
        public let results: [TracedValue]
        /// The traced lane.
        public let lane: Int
        /// Whether the traced lane executed the operation.
        public let isActive: Bool
        /// The place of the operation in the source.
        public let place: Place
        /// `0.5 * 2.0 = 1.0`
        public var description: String { results.isEmpty ? expression : "\(expression) = \(results[lane].text)" }
    }

    /// The stage of the shader.
    public let stage: ShaderStage
    /// The fragment, vertex, primitive or invocation that the shader ran for.
    public let subject: Subject
    /// The draw or dispatch.
    public let command: ShaderCommand
    /// The draw's number; nil for a dispatch.
    public var draw: Int? { if case .draw(let draw) = command { draw.number } else { nil } }
    /// The dispatch's number; nil for a draw.
    public var dispatch: Int? { if case .dispatch(let dispatch) = command { dispatch.number } else { nil } }
    /// The label of the program.
    public let program: String
    /// The four lanes that ran together.
    public let lanes: [Lane]
    /// The traced lane.
    public let lane: Int
    /// The other fragments of the draw for which the shader ran at the same pixel.
    public let others: [Subject]
    /// The vertex attributes or varyings, and the built-in inputs, that the shader reads.
    public let inputs: [TracedValue]
    /// The uniforms that the shader reads.
    public let uniforms: [TracedValue]
    /// The outputs; for a discarded fragment, the values that would have been written. The outputs of a geometry shader are in `emissions`.
    public let outputs: [TracedValue]
    /// How the run ended.
    public let end: End
    /// The loops that ran, in the order of their first entry.
    public let loops: [LoopCount]
    /// The first operation that made a NaN; nil if no operation made a NaN.
    public let firstNaN: Culprit?
    /// The first operation that made an infinity; nil if no operation made an infinity.
    public let firstInfinity: Culprit?
    /// A sentence for each successful comparison of the trace.
    public let proofs: [String]
    /// A sentence for each difference from the frame's bits. A trace with differences cannot be trusted.
    public let contradictions: [String]
    /// A sentence for each comparison that could not be made.
    public let remarks: [String]
    /// Whether the whole run was compared and no difference was found.
    public var isProven: Bool { contradictions.isEmpty && isCompared }
    /// The number of operations that the traced lane executed, counted as in a profile.
    public let operationCount: Int

    /// Whether the recorded run was compared with a run without a recorder.
    let isCompared: Bool
    let run: RecordedRun
    let analysis: RunAnalysis
    let samplers: [SamplerUniform]
    let uniformBlocks: [UniformBlock]
    let storageBlocks: [StorageBlock]
    let images: [ImageUniform]
    /// The lines of the source and its includes, by file name.
    let sources: [String: [String]]
    /// The columns of the code in each line of the source and its includes.
    let columns: [String: [ClosedRange<Int>?]]
}
