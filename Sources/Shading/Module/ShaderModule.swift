// ShaderModule: one shader stage as a typed list of scalar instructions with structured control flow.
//
// Rules:
// - Every vector, matrix, array and structure of the source is split into scalars, every user function is inlined, and every
//   GLSL built-in that is no opcode is expanded. So all executors (the Interpreter and compiled kernels) run the same scalar
//   operations in the same order and give the same bits.
// - Control flow is structured, as in WebAssembly: `if … else … end`, `block … end`, `loop … end`, and `exit` from an enclosing
//   construct. A module has no jumps and no phi nodes.
// - A value may be used only if its definition dominates the use, and never outside of the `loop`, `block` or `if` arm that defines the
//   value. A value that must live longer is stored in a local slot. So an executor may compute values in inactive lanes too; a shader
//   cannot observe these values. The mask of active lanes restricts only stores, exits and `discard`.
// - A shader runs in quads of four lanes, lane = 2·dy + dx. Derivatives read all four lanes, regardless of the mask.
// - A discarded lane continues as a helper, because its neighbours' derivatives read its values. A helper lane only provides values for
//   derivatives, so a helper lane does not make a loop continue. At the `end` of a loop, the active lanes of a quad repeat the loop if at
//   least one of the active lanes is not discarded. If all active lanes are discarded, these lanes continue after the `end`. So a shader
//   ends even if a loop would never end for a discarded lane.
// - If the result of an operation is NaN, the bits of the NaN are unspecified. A shader cannot observe the bits of a NaN. A `bitcast` from
//   float to integer gives 0x7FC00000 for every NaN, and `packHalf` gives 0x7E00. The codecs of float texels write the same bits for every
//   NaN. If an operation may have computed a float, the float passes through such a `bitcast` before it is stored in memory that
//   invocations share; a copied float keeps its bits.
// - Reads out of range give zero; writes out of range do nothing.
// - A lane of a geometry shader is an invocation for a primitive. For each active lane, `emitVertex` makes a vertex from the present values
//   of the slots of all outputs; the slots keep their values. Vertices beyond `GeometryLayout.maximumVertexCount` are dropped.

/// One stage of a linked program, ready to run: a list of scalar instructions with structured control flow.
public struct ShaderModule: Sendable {
    /// The pipeline stage.
    public var stage: ShaderStage
    /// The instructions in the order in which they run.
    public package(set) var instructions: [Instruction] = []
    /// For each instruction, an index into `locations`.
    public package(set) var instructionLocations: [Int32] = []
    /// The places in the source from which the instructions come.
    public package(set) var locations: [ShaderLocation] = []
    /// The names of the source file and of the files that it includes.
    public package(set) var files: [String] = []
    /// The names of the functions from which the instructions come.
    public package(set) var functionNames: [String] = []
    /// The number of constants, which are the first instructions.
    public package(set) var constantCount = 0

    /// For each instruction of a specialised module, the index of the instruction in the original module; empty for an original module.
    package var origins: [Int32] = []
    /// The number of local slots (32 bits each). All slots are zero at the start of an invocation.
    public package(set) var localSlotCount = 0
    /// The ranges of local slots that instructions access with an index.
    public package(set) var localArrays: [LocalArray] = []
    /// The source's variables that are in local slots, for debuggers.
    public package(set) var localVariables: [LocalVariable] = []
    /// The source's parameters that have no local slots, for debuggers.
    package var namedValues: [NamedValue] = []
    /// The operations of texture instructions.
    public package(set) var textureOperations: [TextureOperation] = []
    /// Texture instructions that differ only in their unit and may be run together; see `foundLookupGroups`.
    package internal(set) var lookupGroups: [[Int]] = []

    /// The operations of `atomic` instructions.
    public package(set) var atomicOperations: [AtomicOperation] = []
    /// The operations of image instructions.
    public package(set) var imageOperations: [ImageOperation] = []
    /// The number of invocations of a work group along x, y and z (compute stage); 1 for other stages.
    public package(set) var workGroupSize = SIMD3<Int>(repeating: 1)
    /// The number of 32-bit words that the invocations of a work group share. These words are zero at the start of a work group.
    public package(set) var sharedWordCount = 0
    /// The source's shared variables, for debuggers. The slot of a shared variable is the index of the variable's first shared word.
    public package(set) var sharedVariables: [LocalVariable] = []
    /// Whether the stage writes storage blocks or images. Their content outlives the stage's invocations. If a fragment shader writes such
    /// memory, the shader runs for every fragment that passes the tests before the shader, even if a later test discards the fragment's
    /// colours.
    public package(set) var writesMemory = false
    /// Whether the invocations of a work group wait for each other.
    public package(set) var hasBarriers = false
    /// The primitives that a geometry shader reads and makes; nil for other stages.
    public package(set) var geometryLayout: GeometryLayout?

    /// The words of the default block that `uniformIndexed` reads.
    var indexedUniforms: Set<IndexedUniformWords> = []

    /// The attributes of a vertex shader, the varyings that a fragment shader reads, or the outputs of a vertex that a geometry shader
    /// reads. A geometry shader reads all n vertices of a primitive: scalar s of vertex v is input component s · n + v. An input of a
    /// geometry shader has the type that the input has in one vertex, and the input's `firstSlot` counts scalars of a vertex.
    /// gl_in[].gl_Position and other members of gl_in are inputs of a geometry shader too.
    public package(set) var inputs: [InterfaceVariable] = []
    /// The number of scalars in all inputs; for a geometry shader, the inputs from all vertices of a primitive are counted.
    public package(set) var inputComponentCount = 0
    /// The varyings that the stage writes, or the colour outputs of a fragment shader.
    public package(set) var outputs: [InterfaceVariable] = []
    /// The slots of gl_Position and other built-in outputs.
    public package(set) var builtinOutputs = BuiltinOutputs()
    /// The outputs for which the source states a place in a buffer of transform feedback.
    package var feedbackPlaces: [TransformFeedbackPlace] = []

    /// Whether depth and stencil are tested before the shader runs: `layout(early_fragment_tests) in`.
    public package(set) var earlyFragmentTests = false
    /// Whether the stage contains code that discards fragments.
    public package(set) var usesDiscard = false
    /// Whether the stage runs once per sample. A stage runs once per sample if it reads gl_SampleID, gl_SamplePosition or a `sample` input.
    public package(set) var runsPerSample = false
    /// The input components that are read, in ascending order.
    package var inputsRead: [Int] { Set(instructions.lazy.filter { $0.opcode == .input }.map { Int($0.c) }).sorted() }
    /// Whether the stage has loops. A stage with loops may never end.
    package var hasLoops: Bool { instructions.contains { $0.opcode == .loopBegin } }
    /// One more than the largest index of a storage block that an instruction accesses.
    package var storageBlockCount: Int {
        let accessed = instructions.lazy.filter { [.storageLoad, .storageStore, .storageSize].contains($0.opcode) }.map { Int($0.c) }
        let changed = atomicOperations.lazy.map { if case .storage(let block, _) = $0.memory { block } else { -1 } }
        return max(accessed.max() ?? -1, changed.max() ?? -1) + 1
    }
    /// The slots of local arrays, as ranges. Overlapping arrays share one range.
    package var localArrayRuns: [Range<Int>] {
        var runs: [Range<Int>] = []
        for array in localArrays.sorted(by: { $0.firstSlot < $1.firstSlot }) where array.count > 0 {
            let slots = array.firstSlot ..< array.firstSlot + array.count
            if let last = runs.last, slots.lowerBound < last.upperBound {
                runs[runs.count - 1] = last.lowerBound ..< max(last.upperBound, slots.upperBound)
            } else {
                runs.append(slots)
            }
        }
        return runs
    }
    /// Returns whether an instruction turns the bits of a float into an integer, so that the bits of a NaN could be observed.
    package func showsFloatBits(_ index: Int) -> Bool {
        let instruction = instructions[index]
        return instruction.opcode == .bitcast && instruction.type != .float && instructions[Int(instruction.a)].type == .float
    }

    /// Creates a module without instructions.
    public init(stage: ShaderStage) { self.stage = stage }
}
