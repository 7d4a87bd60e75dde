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

/// The two programmable stages.
public enum ShaderStage: String, Sendable, Hashable, CaseIterable {
    /// Runs once per vertex and gives its position.
    case vertex
    /// Runs once per pixel or sample that a primitive covers and gives its colours.
    case fragment
}

/// The type of one 32-bit register.
public enum ScalarType: UInt8, Sendable, Hashable {
    /// No value: the type of instructions that only have effects.
    case void
    /// All ones for true, zero for false.
    case bool
    /// A signed integer of 32 bits, two's complement.
    case int
    /// An unsigned integer of 32 bits.
    case uint
    /// An IEEE 754 binary32.
    case float
}

/// The operation of an instruction. `a`, `b` and `c` are its operands: values (indices of instructions) unless the case says
/// otherwise. A suffix S takes integers as signed, U as unsigned.
public enum Opcode: UInt8, Sendable, Hashable, CaseIterable {
    // Sources of values

    /// The bits in c. All constants stand first in the module.
    case constant
    /// Component c of the inputs; see `ShaderModule.inputs`.
    case input
    /// A value of the pipeline's: c is the raw value of a `BuiltinInput`.
    case builtin
    /// Word c of uniform block b.
    case uniform
    /// Word a (a value, int) of uniform block b.
    case uniformIndexed
    /// Local slot c.
    case load
    /// Word a (a value, int) of local array c.
    case loadIndexed
    /// Component c of the instruction with several results that stands c places before this one.
    case component

    // Effects

    /// Writes value a to local slot c.
    case store
    /// Writes value b to word a (a value, int) of local array c.
    case storeIndexed

    // Float arithmetic (IEEE 754 binary32, round to nearest even, denormals kept)

    /// a + b.
    case fadd
    /// a − b.
    case fsub
    /// a · b.
    case fmul
    /// a / b.
    case fdiv
    /// a · b + c, rounded once.
    case fma
    /// −a.
    case fneg
    /// |a|.
    case fabs
    /// −1, 0 or 1 by the sign of a.
    case fsign
    /// The largest integer not above a.
    case ffloor
    /// The smallest integer not below a.
    case fceil
    /// The integer part of a.
    case ftrunc
    /// The nearest integer; halves go to the even one.
    case froundEven
    /// The smaller one, b when they are equal. If one operand is NaN the other is the result. Which zero comes out of −0 and 0 is
    /// left open.
    case fmin
    /// The larger one, b when they are equal. If one operand is NaN the other is the result. Which zero comes out of −0 and 0 is
    /// left open.
    case fmax
    /// The square root, correctly rounded.
    case fsqrt
    /// The sine of a, in radians.
    case sin
    /// The cosine of a, in radians.
    case cos
    /// The tangent of a, in radians.
    case tan
    /// The arc sine in radians, −π/2…π/2.
    case asin
    /// The arc cosine in radians, 0…π.
    case acos
    /// The arc tangent in radians, −π/2…π/2.
    case atan
    /// The angle of the point (b, a) in radians, −π…π.
    case atan2
    /// The hyperbolic sine.
    case sinh
    /// The hyperbolic cosine.
    case cosh
    /// The hyperbolic tangent.
    case tanh
    /// The inverse of the hyperbolic sine.
    case asinh
    /// The inverse of the hyperbolic cosine, 0 or more.
    case acosh
    /// The inverse of the hyperbolic tangent.
    case atanh
    /// e to the power of a.
    case exp
    /// 2 to the power of a.
    case exp2
    /// The natural logarithm.
    case log
    /// The logarithm to base 2.
    case log2
    /// a to the power of b.
    case pow
    /// The significand of a, of magnitude 0.5 up to but not 1; zero for zero.
    case frexpSignificand
    /// The exponent (int) that belongs to `frexpSignificand`.
    case frexpExponent
    /// a · 2ᵇ, where b is an int.
    case ldexp
    /// Whether a is NaN (bool).
    case fisnan
    /// Whether a is infinite (bool).
    case fisinf

    // Float comparison (bool)

    /// a equals b; false when one is NaN.
    case feq
    /// a differs from b; true when one is NaN.
    case fne
    /// a < b; false when one is NaN.
    case flt
    /// a ≤ b; false when one is NaN.
    case fle

    // Integer arithmetic (two's complement, wraps)

    /// a + b.
    case iadd
    /// a − b.
    case isub
    /// a · b, the low 32 bits.
    case imul
    /// −a.
    case ineg
    /// |a|.
    case iabs
    /// −1, 0 or 1 by the sign of a.
    case isign
    /// a / b, rounded towards zero. Division by zero gives 0, the lowest number by −1 itself.
    case idivS
    /// a / b, rounded down. Division by zero gives 0.
    case idivU
    /// The remainder of `idivS`, with the sign of a. By zero it is 0, and so it is of the lowest number by −1.
    case iremS
    /// The remainder of `idivU`. By zero it is 0.
    case iremU
    /// The smaller one, as signed numbers.
    case iminS
    /// The smaller one, as unsigned numbers.
    case iminU
    /// The larger one, as signed numbers.
    case imaxS
    /// The larger one, as unsigned numbers.
    case imaxU
    /// The high 32 bits of the signed product.
    case imulHighS
    /// The high 32 bits of the unsigned product.
    case imulHighU
    /// 1 where a + b overflows 32 bits unsigned, else 0.
    case iaddCarry
    /// 1 where a < b unsigned, else 0.
    case isubBorrow
    /// a equals b (bool).
    case ieq
    /// a differs from b (bool).
    case ine
    /// a < b, as signed numbers (bool).
    case iltS
    /// a < b, as unsigned numbers (bool).
    case iltU
    /// a ≤ b, as signed numbers (bool).
    case ileS
    /// a ≤ b, as unsigned numbers (bool).
    case ileU
    /// a shifted to the left by b modulo 32.
    case shl
    /// a shifted to the right by b modulo 32, filled with the sign.
    case shrS
    /// a shifted to the right by b modulo 32, filled with zeros.
    case shrU
    /// The bits that both have; also of bools.
    case and
    /// The bits that one has; also of bools.
    case or
    /// The bits in which they differ; also of bools.
    case xor
    /// All bits turned; also of a bool.
    case not
    /// c bits of a from bit b on, filled with the highest of them.
    case bitfieldExtractS
    /// c bits of a from bit b on, filled with zeros.
    case bitfieldExtractU
    /// ((1 << b) − 1) << a for a + b ≤ 32, else 0.
    case bitfieldInsertMask
    /// The bits of a in reverse order.
    case bitReverse
    /// The number of ones in a (int).
    case bitCount
    /// The lowest bit of a that is one (int); −1 where there is none.
    case findLSB
    /// The highest bit of a that differs from its sign (int); −1 where there is none.
    case findMSBS
    /// The highest bit of a that is one (int); −1 where there is none.
    case findMSBU

    // Conversion

    /// Rounds towards zero. NaN gives 0, numbers out of range the nearest int.
    case floatToInt
    /// Rounds towards zero. NaN gives 0, numbers out of range the nearest uint.
    case floatToUint
    /// The nearest float of a signed integer; halves go to the even one.
    case intToFloat
    /// The nearest float of an unsigned integer; halves go to the even one.
    case uintToFloat
    /// The bits of the nearest binary16 in the low half of a uint; halves go to the even one.
    case packHalf
    /// The float of the binary16 in the low half of a.
    case unpackHalf
    /// Reads the bits of a as another type; from float to int or uint every NaN becomes 0x7FC00000.
    case bitcast
    /// b where a (bool) is true, else c.
    case select

    // Quad operations

    /// The difference of a between lanes 1 and 0, for all lanes of the quad.
    case ddxCoarse
    /// The difference of a between lanes 2 and 0, for all lanes of the quad.
    case ddyCoarse
    /// The difference of a along the lane's own row.
    case ddxFine
    /// The difference of a along the lane's own column.
    case ddyFine

    // Textures. c is an index into ShaderModule.textureOperations

    /// A lookup with four results: its own and those of three `component` that follow.
    case texture
    /// Size of a level (a: int value) with three results: width, height, depth or layers.
    case textureSize

    // Structured control flow

    /// Lanes for which a is true go on; the others wait for b, the matching `elseBegin` or `end`. c is the index of the `end`.
    case ifBegin
    /// Lanes for which the condition was false go on, the others wait for the `end` at c.
    case elseBegin
    /// Begins a construct that lanes can leave by `exit`; c is the index of its `end`.
    case blockBegin
    /// Begins a loop; c is the index of its `end`, at which it repeats while a lane that is not discarded is active.
    case loopBegin
    /// Ends the construct that begins at c.
    case end
    /// The active lanes leave the `blockBegin` at c, in which this stands: they wait for its `end`.
    case exit
    /// Discards the active lanes. Inside of loops they also leave every enclosing loop; they go on as helper lanes, so that
    /// derivatives of their neighbours stay defined.
    case discard
}

/// One instruction: 16 bytes. Its index in `ShaderModule.instructions` names its result.
public struct Instruction: Sendable, Hashable {
    /// The operation.
    public var opcode: Opcode
    /// The type of its result.
    public var type: ScalarType
    /// The first operand, −1 when there is none. The opcode tells its meaning.
    public var a: Int32
    /// The second operand, −1 when there is none.
    public var b: Int32
    /// The third operand, −1 when there is none.
    public var c: Int32

    /// An instruction; operands that are not given are −1.
    public init(_ opcode: Opcode, _ type: ScalarType, a: Int32 = -1, b: Int32 = -1, c: Int32 = -1) {
        self.opcode = opcode; self.type = type
        self.a = a; self.b = b; self.c = c
    }
}

/// A value that the pipeline gives to a stage.
public enum BuiltinInput: Int32, Sendable, Hashable, CaseIterable {
    /// gl_VertexID: the number of the vertex (vertex stage, int).
    case vertexID
    /// gl_InstanceID: the number of the instance, from 0 (vertex stage, int).
    case instanceID
    /// gl_BaseVertex: the number added to each index (vertex stage, int).
    case baseVertex
    /// gl_BaseInstance: the number of the first instance for vertex attributes (vertex stage, int).
    case baseInstance
    /// gl_DrawID (vertex stage, int).
    case drawID
    /// gl_FragCoord.x: window pixels from the left (fragment stage, float).
    case fragCoordX
    /// gl_FragCoord.y: window pixels from the bottom (fragment stage, float).
    case fragCoordY
    /// gl_FragCoord.z: depth, 0…1 (fragment stage, float).
    case fragCoordZ
    /// gl_FragCoord.w: 1 / w in clip space (fragment stage, float).
    case fragCoordW
    /// gl_FrontFacing: whether the primitive shows its front (fragment stage, bool).
    case frontFacing
    /// gl_PointCoord.x: 0…1 from the left of a point (fragment stage, float).
    case pointCoordX
    /// gl_PointCoord.y: 0…1 from the top of a point (fragment stage, float).
    case pointCoordY
    /// gl_PrimitiveID: the number of the primitive in its draw (fragment stage, int).
    case primitiveID
    /// gl_SampleID: the number of the sample (fragment stage, int).
    case sampleID
    /// gl_SamplePosition.x: 0…1 within the pixel (fragment stage, float).
    case samplePositionX
    /// gl_SamplePosition.y: 0…1 within the pixel (fragment stage, float).
    case samplePositionY
    /// gl_HelperInvocation: whether the lane only serves its neighbours' derivatives (fragment stage, bool).
    case helperInvocation
    /// gl_Layer (fragment stage, int).
    case layer
    /// gl_NumSamples: samples of a pixel of the target (fragment stage, int).
    case sampleCount
}

/// A GLSL type, for reflection.
public indirect enum ValueType: Sendable, Hashable {
    /// float, int, uint or bool.
    case scalar(ScalarType)
    /// 2 to 4 scalars.
    case vector(ScalarType, Int)
    /// Columns and rows, each 2 to 4; always of float.
    case matrix(Int, Int)
    /// A type, so many times.
    case array(ValueType, Int)
    /// A structure's name and its members in order.
    case structure(String, [StructureField])

    /// A member of a structure.
    public struct StructureField: Sendable, Hashable {
        /// Its name in the source.
        public var name: String
        /// Its type.
        public var type: ValueType
        /// A member.
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

/// How a varying changes over a primitive (OpenGL 3.3 §2.11.8).
public enum InterpolationQualifier: UInt8, Sendable, Hashable {
    /// Evenly in space: interpolated in the window after division by w.
    case smooth
    /// Not at all: the provoking vertex gives it.
    case flat
    /// Evenly in the window.
    case noPerspective
}
/// The place in a pixel for which a varying is computed.
public enum InterpolationSampling: UInt8, Sendable, Hashable {
    /// The middle of the pixel, covered or not.
    case center
    /// A place that the primitive covers.
    case centroid
    /// The sample; the shader runs once for each.
    case sample
}

/// A stage input or user output. Its scalars are flattened column by column, element by element.
public struct InterfaceVariable: Sendable, Hashable {
    /// The name in the source.
    public var name: String
    /// The GLSL type.
    public var type: ValueType
    /// The location that the source or the linker gives it.
    public var location: Int
    /// The first flattened component: of the module's input components for an input, the local slot for an output.
    public var firstSlot: Int
    /// How it changes over a primitive.
    public var interpolation: InterpolationQualifier
    /// The place in the pixel for which it is computed.
    public var sampling: InterpolationSampling
    /// The index for dual-source blending (GLSL `layout(index = 1)`), 0 otherwise. Fragment outputs only.
    public var blendIndex: Int

    /// An input or output; by default smooth, for the pixel's centre.
    public init(name: String, type: ValueType, location: Int, firstSlot: Int,
                interpolation: InterpolationQualifier = .smooth, sampling: InterpolationSampling = .center, blendIndex: Int = 0) {
        self.name = name; self.type = type; self.location = location; self.firstSlot = firstSlot
        self.interpolation = interpolation; self.sampling = sampling; self.blendIndex = blendIndex
    }
}

/// The local slots in which a stage leaves its built-in outputs; nil when the source never writes them.
public struct BuiltinOutputs: Sendable, Hashable {
    /// gl_Position: four slots from here, clip space.
    public var position: Int?
    /// gl_PointSize, in pixels.
    public var pointSize: Int?
    /// gl_ClipDistance[0]; the others follow.
    public var clipDistance: Int?
    /// Number of clip distances, 0…8.
    public var clipDistanceCount = 0
    /// gl_FragDepth, 0…1.
    public var fragmentDepth: Int?
    /// gl_SampleMask[0], int.
    public var sampleMask: Int?
    /// No outputs.
    public init() {}
}

/// A run of local slots that instructions index with values.
public struct LocalArray: Sendable, Hashable {
    /// The first slot.
    public var firstSlot: Int
    /// Number of slots.
    public var count: Int
    /// A run of `count` slots.
    public init(firstSlot: Int, count: Int) { self.firstSlot = firstSlot; self.count = count }
}

/// A variable of the source, for debuggers, and the local slots that hold it.
public struct LocalVariable: Sendable, Hashable {
    /// Its name in the source.
    public var name: String
    /// Its GLSL type.
    public var type: ValueType
    /// The first of its slots; one per scalar.
    public var firstSlot: Int
    /// A variable.
    public init(name: String, type: ValueType, firstSlot: Int) { self.name = name; self.type = type; self.firstSlot = firstSlot }
}

/// The place in the source that an instruction comes from.
public struct ShaderLocation: Sendable, Hashable {
    /// Index into `ShaderModule.files`.
    public var file: Int32
    /// 1-based; 0 when unknown.
    public var line: Int32
    /// Index into `ShaderModule.functionNames`.
    public var function: Int32
    /// The location of the call where the function was inlined: an index into `ShaderModule.locations`, or −1.
    public var inlinedAt: Int32
    /// A place.
    public init(file: Int32, line: Int32, function: Int32, inlinedAt: Int32) {
        self.file = file; self.line = line; self.function = function; self.inlinedAt = inlinedAt
    }
}

/// The shape of the texture that a sampler reads.
public enum TextureDimension: UInt8, Sendable, Hashable {
    /// A `sampler2D`.
    case d2
    /// A `sampler3D`.
    case d3
    /// A `samplerCube`.
    case cube
    /// A `sampler2DArray`.
    case d2Array
}

/// One texture instruction, unpacked. Operands are values (instruction indices), -1 where absent.
public struct TextureOperation: Sendable, Hashable {
    /// The kind of lookup.
    public enum Kind: UInt8, Sendable, Hashable {
        /// A filtered lookup: `texture`, `textureLod`, `textureGrad` and the like.
        case sample
        /// One texel by its numbers: `texelFetch`.
        case fetch
        /// One component of the four texels around a point: `textureGather`.
        case gather
    }
    /// How a lookup finds its level of detail.
    public enum LevelOfDetail: UInt8, Sendable, Hashable {
        /// From derivatives of the coordinate in the fragment stage; level 0 in the vertex stage.
        case implicit
        /// The level of `implicit` plus `lod`.
        case bias
        /// `lod`: a float for `sample`, an int for `fetch`.
        case explicit
        /// From `gradientX` and `gradientY`.
        case gradient
    }
    /// The kind of lookup.
    public var kind: Kind
    /// The shape of the texture.
    public var dimension: TextureDimension
    /// Whether texels are compared with `reference`.
    public var isShadow: Bool
    /// The type of the four results: float, int or uint. A shadow lookup gives its result in component 0.
    public var resultType: ScalarType
    /// How the level of detail is found.
    public var levelOfDetail: LevelOfDetail
    /// The first texture unit of the sampler uniform.
    public var unit: Int
    /// The value that indexes an array of samplers, or −1.
    public var unitIndex: Int32
    /// Elements of the array of samplers; 1 where it is none.
    public var unitCount: Int
    /// s, t, r, or the direction x, y, z of a cube; the layer of a 2D array stands in [2]. Floats; ints for `fetch`. Already
    /// projected.
    public var coordinate: [Int32]
    /// The value that texels are compared with, or −1.
    public var reference: Int32
    /// The level or the bias, or −1.
    public var lod: Int32
    /// Derivatives of the coordinate along window x; empty when there are none.
    public var gradientX: [Int32]
    /// Derivatives of the coordinate along window y; empty when there are none.
    public var gradientY: [Int32]
    /// Texel offsets (int values), empty when none.
    public var offset: [Int32]
    /// The component that a gather collects, 0…3.
    public var gatherComponent: Int

    /// An operation without the parts that are not given.
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
    /// The operations that texture instructions refer to.
    public package(set) var textureOperations: [TextureOperation] = []

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
