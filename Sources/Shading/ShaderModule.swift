// ShaderModule: one shader stage as a typed arena of scalar instructions with structured control flow.
//
// Promises:
// - Every vector, matrix, array and structure of the source is already broken into scalars, every user function is
//   inlined, every built-in of GLSL that is not itself an opcode is expanded. All executors (Interpreter, compiled
//   kernels) therefore run the same scalar operations in the same order and give the same bits.
// - Control flow is structured, in the manner of WebAssembly: `if … else … end`, `block … end`, `loop … end`, and
//   `exit` out of an enclosing construct. There are no jumps and no phi nodes.
// - A value may be used only where its definition dominates the use, and never outside the `loop`, `block` or `if` arm
//   that defines it: what lives longer goes through a local slot. So executors may compute values of lanes that are
//   switched off without it being observable; only stores, exits and `discard` obey the mask.
// - A shader runs in quads of four lanes, lane = 2·dy + dx. Derivatives read all four lanes, whatever the mask.
// - A discarded lane runs on as a helper: its neighbours' derivatives read what it computes. Nothing else is needed of it,
//   so it keeps no loop alive: at the `end` of a loop the active lanes of a quad repeat it if one of them has not been
//   discarded. Otherwise they go on behind the `end`. That no discarded lane alone runs a loop again makes a shader end
//   whose lanes were discarded because its loops would not.
// - Which NaN an operation gives is left open. Its bits are seen by nobody: a `bitcast` from float to integer gives every
//   NaN as 0x7FC00000 and `packHalf` as 0x7E00, as do the codecs of float texels.
// - Reads out of range give zero, writes out of range do nothing.

/// The two programmable stages.
public enum ShaderStage: String, Sendable, Hashable, CaseIterable {
    case vertex, fragment
}

/// The type of one 32-bit register. `bool` is all ones for true and zero for false.
public enum ScalarType: UInt8, Sendable, Hashable {
    case void, bool, int, uint, float
}

/// What an instruction does. `a`, `b`, `c` are operands: values (instruction indices) unless the comment says otherwise.
public enum Opcode: UInt8, Sendable, Hashable, CaseIterable {
    // Sources of values
    case constant            // bits = c; all constants stand first in the module
    case input               // c = input component (see ShaderModule.inputs)
    case builtin             // c = BuiltinInput raw value
    case uniform             // b = uniform block, c = word offset (static)
    case uniformIndexed      // a = word offset (value, int), b = uniform block
    case load                // c = local slot
    case loadIndexed         // a = word index (value, int) into the array, c = local array
    case component           // c = k: component k of the multi-result instruction that stands k places before this one

    // Effects
    case store               // c = local slot, a = value
    case storeIndexed        // a = word index (value, int), b = value, c = local array

    // Float arithmetic (IEEE 754 binary32, round to nearest even, denormals kept)
    case fadd, fsub, fmul, fdiv
    case fma                 // a·b + c, one rounding
    case fneg, fabs, fsign, ffloor, fceil, ftrunc
    case froundEven
    case fmin, fmax          // if one operand is NaN the other is the result; both NaN: NaN; -0 < +0 is not promised: a < b ? a : b
    case fsqrt               // correctly rounded
    case sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, asinh, acosh, atanh
    case exp, exp2, log, log2, pow
    case frexpSignificand, frexpExponent   // exponent: int
    case ldexp               // a = float, b = int
    case fisnan, fisinf      // bool

    // Float comparison (bool). Ordered, except fne, which is true when either is NaN
    case feq, fne, flt, fle

    // Integer arithmetic (two's complement, wraps)
    case iadd, isub, imul, ineg, iabs, isign
    case idivS, idivU, iremS, iremU   // iremS has the sign of the dividend; by zero: the result is 0; MIN / -1: MIN, remainder 0
    case iminS, iminU, imaxS, imaxU
    case imulHighS, imulHighU
    case iaddCarry           // 1 where a + b overflows 32 bits unsigned
    case isubBorrow          // 1 where a < b unsigned
    case ieq, ine, iltS, iltU, ileS, ileU
    case shl, shrS, shrU     // the amount is taken modulo 32
    case and, or, xor, not   // also of bools
    case bitfieldExtractS, bitfieldExtractU   // a value, b offset, c bits
    case bitfieldInsertMask  // a offset, b bits: ((1 << bits) - 1) << offset, for offset + bits ≤ 32; else 0
    case bitReverse, bitCount, findLSB, findMSBS, findMSBU   // int; -1 where there is none

    // Conversion
    case floatToInt, floatToUint   // toward zero; NaN gives 0, out of range saturates
    case intToFloat, uintToFloat   // round to nearest even
    case packHalf            // uint: binary16 bits in the low half, round to nearest even
    case unpackHalf          // float from the low half
    case bitcast             // same bits, new type; from float to int or uint every NaN becomes 0x7FC00000
    case select              // a = bool, b if true, c if false

    // Quad operations. Coarse: one difference for the quad, from lanes 0,1 and 0,2. Fine: that lane's own row or column
    case ddxCoarse, ddyCoarse, ddxFine, ddyFine

    // Textures. c = index into ShaderModule.textureOperations
    case texture             // four results: itself and three `component` that follow
    case textureSize         // a = level (int value); three results: width, height, depth or layers

    // Structured control flow
    case ifBegin             // a = condition; b = index of the matching elseBegin or end; c = index of the end
    case elseBegin           // c = index of the end
    case blockBegin          // c = index of the end
    case loopBegin           // c = index of the end. Repeats while a lane that is not discarded is active at the end
    case end                 // c = index of the matching begin
    case exit                // c = index of the enclosing blockBegin: the active lanes wait for its end
    case discard             // the active lanes are killed. Inside loops they also leave every enclosing loop; they go on
                             // as helper lanes, so that derivatives of their neighbours stay defined
}

/// One instruction: 16 bytes. Its index in `ShaderModule.instructions` names its result.
public struct Instruction: Sendable, Hashable {
    public var opcode: Opcode
    public var type: ScalarType
    public var a: Int32
    public var b: Int32
    public var c: Int32

    public init(_ opcode: Opcode, _ type: ScalarType, a: Int32 = -1, b: Int32 = -1, c: Int32 = -1) {
        self.opcode = opcode; self.type = type
        self.a = a; self.b = b; self.c = c
    }
}

/// Values the pipeline gives to a stage. The comment tells the stage, the type and the unit.
public enum BuiltinInput: Int32, Sendable, Hashable, CaseIterable {
    case vertexID, instanceID                       // vertex, int
    case baseVertex, baseInstance, drawID           // vertex, int
    case fragCoordX, fragCoordY, fragCoordZ, fragCoordW   // fragment, float: window pixels (y up), depth 0…1, 1/w_clip
    case frontFacing                                // fragment, bool
    case pointCoordX, pointCoordY                   // fragment, float 0…1, origin upper left
    case primitiveID                                // fragment, int
    case sampleID                                   // fragment, int
    case samplePositionX, samplePositionY           // fragment, float 0…1 within the pixel
    case helperInvocation                           // fragment, bool
    case layer                                      // fragment, int
    case sampleCount                                // fragment, int: samples of a pixel of the target
}

/// A GLSL type, for reflection.
public indirect enum ValueType: Sendable, Hashable {
    case scalar(ScalarType)
    case vector(ScalarType, Int)
    /// columns, rows; always float
    case matrix(Int, Int)
    case array(ValueType, Int)
    case structure(String, [StructureField])

    public struct StructureField: Sendable, Hashable {
        public var name: String
        public var type: ValueType
        public init(name: String, type: ValueType) { self.name = name; self.type = type }
    }

    /// Number of scalars in a value of this type.
    public var scalarCount: Int {
        switch self {
        case .scalar: 1
        case .vector(_, let n): n
        case .matrix(let columns, let rows): columns * rows
        case .array(let element, let n): element.scalarCount * n
        case .structure(_, let fields): fields.reduce(0) { $0 + $1.type.scalarCount }
        }
    }
}

/// How a varying changes over a primitive: divided by w, not at all, or evenly in the window.
public enum InterpolationQualifier: UInt8, Sendable, Hashable { case smooth, flat, noPerspective }
/// Where in a pixel a varying is computed.
public enum InterpolationSampling: UInt8, Sendable, Hashable { case center, centroid, sample }

/// A stage input or user output. Its scalars are flattened column by column, element by element.
public struct InterfaceVariable: Sendable, Hashable {
    public var name: String
    public var type: ValueType
    public var location: Int
    /// First flattened component: of the module's input components for an input, the local slot for an output.
    public var firstSlot: Int
    public var interpolation: InterpolationQualifier
    public var sampling: InterpolationSampling
    /// Dual-source blending index (GLSL `layout(index = 1)`), 0 otherwise. Fragment outputs only.
    public var blendIndex: Int

    public init(name: String, type: ValueType, location: Int, firstSlot: Int,
                interpolation: InterpolationQualifier = .smooth, sampling: InterpolationSampling = .center, blendIndex: Int = 0) {
        self.name = name; self.type = type; self.location = location; self.firstSlot = firstSlot
        self.interpolation = interpolation; self.sampling = sampling; self.blendIndex = blendIndex
    }
}

/// Where a stage leaves its built-in outputs: local slots, nil when the source never writes them.
public struct BuiltinOutputs: Sendable, Hashable {
    /// gl_Position: four slots from here, clip space.
    public var position: Int?
    /// gl_PointSize, in pixels.
    public var pointSize: Int?
    /// gl_ClipDistance[0 ..< clipDistanceCount].
    public var clipDistance: Int?
    public var clipDistanceCount = 0
    /// gl_FragDepth, 0…1.
    public var fragmentDepth: Int?
    /// gl_SampleMask[0], int.
    public var sampleMask: Int?
    public init() {}
}

/// A dynamically indexed run of local slots.
public struct LocalArray: Sendable, Hashable {
    public var firstSlot: Int
    public var count: Int
    public init(firstSlot: Int, count: Int) { self.firstSlot = firstSlot; self.count = count }
}

/// A source variable, for debuggers: which local slots hold it.
public struct LocalVariable: Sendable, Hashable {
    public var name: String
    public var type: ValueType
    public var firstSlot: Int
    public init(name: String, type: ValueType, firstSlot: Int) { self.name = name; self.type = type; self.firstSlot = firstSlot }
}

/// Where an instruction comes from. `inlinedAt` is the location of the call when the function was inlined, else -1.
public struct ShaderLocation: Sendable, Hashable {
    /// Index into `ShaderModule.files`.
    public var file: Int32
    /// 1-based; 0 when unknown.
    public var line: Int32
    /// Index into `ShaderModule.functionNames`.
    public var function: Int32
    /// Index into `ShaderModule.locations`, or -1.
    public var inlinedAt: Int32
    public init(file: Int32, line: Int32, function: Int32, inlinedAt: Int32) {
        self.file = file; self.line = line; self.function = function; self.inlinedAt = inlinedAt
    }
}

/// The shape of the texture that a sampler reads.
public enum TextureDimension: UInt8, Sendable, Hashable { case d2, d3, cube, d2Array }

/// One texture instruction, unpacked. Operands are values (instruction indices), -1 where absent.
public struct TextureOperation: Sendable, Hashable {
    public enum Kind: UInt8, Sendable, Hashable {
        case sample, fetch, gather
    }
    public enum LevelOfDetail: UInt8, Sendable, Hashable {
        case implicit      // from derivatives of the coordinate in the fragment stage, 0 in the vertex stage
        case bias          // implicit plus `lod`
        case explicit      // `lod` (float for sample, int for fetch)
        case gradient      // `gradientX`, `gradientY`
    }
    public var kind: Kind
    public var dimension: TextureDimension
    public var isShadow: Bool
    /// float, int or uint: what the four results are. A shadow lookup gives its result in component 0.
    public var resultType: ScalarType
    public var levelOfDetail: LevelOfDetail
    /// First texture unit of the sampler uniform, and the value that indexes an array of samplers, or -1.
    public var unit: Int
    public var unitIndex: Int32
    public var unitCount: Int
    /// s, t, r (or direction x, y, z for cube; layer in [2] for d2Array). Floats; ints for fetch. Already projected.
    public var coordinate: [Int32]
    public var reference: Int32
    public var lod: Int32
    public var gradientX: [Int32]
    public var gradientY: [Int32]
    /// Texel offsets (int values), empty when none.
    public var offset: [Int32]
    /// Component that a gather collects, 0…3.
    public var gatherComponent: Int

    public init(kind: Kind, dimension: TextureDimension, isShadow: Bool = false, resultType: ScalarType = .float,
                levelOfDetail: LevelOfDetail = .implicit, unit: Int, unitIndex: Int32 = -1, unitCount: Int = 1,
                coordinate: [Int32] = [], reference: Int32 = -1, lod: Int32 = -1, gradientX: [Int32] = [],
                gradientY: [Int32] = [], offset: [Int32] = [], gatherComponent: Int = 0) {
        self.kind = kind; self.dimension = dimension; self.isShadow = isShadow; self.resultType = resultType
        self.levelOfDetail = levelOfDetail; self.unit = unit; self.unitIndex = unitIndex; self.unitCount = unitCount
        self.coordinate = coordinate; self.reference = reference; self.lod = lod
        self.gradientX = gradientX; self.gradientY = gradientY; self.offset = offset; self.gatherComponent = gatherComponent
    }
}

/// One stage of a linked program, ready to run.
public struct ShaderModule: Sendable {
    public var stage: ShaderStage
    public package(set) var instructions: [Instruction] = []
    /// Parallel to `instructions`: index into `locations`.
    public package(set) var instructionLocations: [Int32] = []
    public package(set) var locations: [ShaderLocation] = []
    public package(set) var files: [String] = []
    public package(set) var functionNames: [String] = []
    /// Constants are instructions 0 ..< constantCount.
    public package(set) var constantCount = 0

    /// Number of local slots (32 bits each), all zero when an invocation starts.
    public package(set) var localSlotCount = 0
    public package(set) var localArrays: [LocalArray] = []
    public package(set) var localVariables: [LocalVariable] = []
    public package(set) var textureOperations: [TextureOperation] = []

    /// Vertex attributes, or fragment varyings.
    public package(set) var inputs: [InterfaceVariable] = []
    public package(set) var inputComponentCount = 0
    /// Varyings, or colour outputs.
    public package(set) var outputs: [InterfaceVariable] = []
    public package(set) var builtinOutputs = BuiltinOutputs()

    /// `layout(early_fragment_tests) in`.
    public package(set) var earlyFragmentTests = false
    public package(set) var usesDiscard = false
    /// Reads gl_SampleID, gl_SamplePosition or a `sample` input, so it runs once per sample.
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

    public init(stage: ShaderStage) { self.stage = stage }
}
