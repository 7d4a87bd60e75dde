// ShaderModule: one shader stage as a typed arena of scalar instructions with structured control flow.
//
// Promises:
// - Every vector, matrix, array and structure of the source is already broken into scalars, every user function is
//   inlined, every built-in of GLSL that is not itself an opcode is expanded. All executors (Interpreter, compiled
//   kernels) therefore run the same scalar operations in the same order and give the same bits.
// - Control flow is structured, in the manner of WebAssembly: `if … else … end`, `block … end`, `loop … end`, and
//   `exit` out of an enclosing construct. There are no jumps and no phi nodes.
// - A value may be used only where its definition dominates the use, and never outside the `loop`, `block` or `if` arm
//   that defines it: a value that lives longer goes through a local slot. So executors may compute values of lanes that are
//   switched off without it being observable; only stores, exits and `discard` obey the mask.
// - A shader runs in quads of four lanes, lane = 2·dy + dx. Derivatives read all four lanes, whatever the mask.
// - A discarded lane runs on as a helper: its neighbours' derivatives read its values. Nothing else is needed of it,
//   so it keeps no loop alive: at the `end` of a loop the active lanes of a quad repeat it if one of them has not been
//   discarded. Otherwise they go on behind the `end`. That no discarded lane alone runs a loop again makes a shader end
//   whose lanes were discarded because its loops would not.
// - Which NaN an operation gives is left open. Its bits are seen by nobody: a `bitcast` from float to integer gives every
//   NaN as 0x7FC00000 and `packHalf` as 0x7E00, as do the codecs of float texels.
// - Reads out of range give zero, writes out of range do nothing.

/// One stage of a linked program, ready to run: a list of scalar instructions with structured control flow.
public struct ShaderModule: Sendable {
    /// The stage that it is.
    public var stage: ShaderStage
    /// The instructions in the order in which they run.
    public package(set) var instructions: [Instruction] = []
    /// For each instruction an index into `locations`.
    public package(set) var instructionLocations: [Int32] = []
    /// Places in the source.
    public package(set) var locations: [ShaderLocation] = []
    /// The names of the source and of the files that it includes.
    public package(set) var files: [String] = []
    /// The names of the functions that instructions come from.
    public package(set) var functionNames: [String] = []
    /// Number of constants, which are the first instructions.
    public package(set) var constantCount = 0

    /// Number of local slots (32 bits each), all zero when an invocation starts.
    public package(set) var localSlotCount = 0
    /// The runs of local slots that are indexed with values.
    public package(set) var localArrays: [LocalArray] = []
    /// The source's variables that local slots hold, for debuggers.
    public package(set) var localVariables: [LocalVariable] = []
    /// The source's parameters that no local slots hold, for debuggers.
    package var namedValues: [NamedValue] = []
    /// The operations that texture instructions refer to.
    public package(set) var textureOperations: [TextureOperation] = []

    /// What `uniformIndexed` reads of the default block.
    var indexedUniforms: Set<IndexedUniformWords> = []

    /// Vertex attributes, or fragment varyings.
    public package(set) var inputs: [InterfaceVariable] = []
    /// Scalars of all inputs.
    public package(set) var inputComponentCount = 0
    /// Varyings, or colour outputs.
    public package(set) var outputs: [InterfaceVariable] = []
    /// The slots of gl_Position and other built-in outputs.
    public package(set) var builtinOutputs = BuiltinOutputs()

    /// Whether depth and stencil are tested before the shader runs: `layout(early_fragment_tests) in`.
    public package(set) var earlyFragmentTests = false
    /// Whether it may discard fragments.
    public package(set) var usesDiscard = false
    /// Whether it runs once per sample, because it reads gl_SampleID, gl_SamplePosition or a `sample` input.
    public package(set) var runsPerSample = false
    /// The input components that are read, in ascending order.
    package var inputsRead: [Int] { Set(instructions.lazy.filter { $0.opcode == .input }.map { Int($0.c) }).sorted() }
    /// Whether it may run without end.
    package var hasLoops: Bool { instructions.contains { $0.opcode == .loopBegin } }
    /// The slots that lie in arrays, as runs: arrays that overlap or nest are in one.
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
    /// Whether an instruction makes the bits of a float an integer, so that a NaN's would be seen.
    package func showsFloatBits(_ index: Int) -> Bool {
        let instruction = instructions[index]
        return instruction.opcode == .bitcast && instruction.type != .float && instructions[Int(instruction.a)].type == .float
    }

    /// A module without instructions.
    public init(stage: ShaderStage) { self.stage = stage }
}
