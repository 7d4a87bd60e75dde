// ShaderLimits: how much a shader may ask of the compiler, so that no text takes the machine with it.
//
// glslang and LLVM cannot be interrupted, so most limits are on what they are given, not on what they do with it. The
// standard limits lie far above every shader that a person writes; docs/Security.md says what compiling costs within them.

/// Bounds for one stage of a program, so that no text can take the machine's time or memory. A shader that passes one is refused
/// with a `ShaderError` whose diagnostic has `exceeded`.
public struct ShaderLimits: Sendable, Hashable {
    /// Bytes of the source, and again of the text that is left when its macros and includes are expanded. 8 MiB.
    public var sourceBytes = 8 << 20
    /// Tokens that all macro calls together expand to. 1,048,576.
    public var expandedTokens = 1 << 20
    /// Files included one inside of another. 64.
    public var includeDepth = 64
    /// Tokens of one statement or initialiser. 100,000; more than 131,000 count as 131,000, since SPIR-V holds no longer lists.
    public var tokensPerStatement = 100_000
    /// Different numbers in the text: glslang's time grows with their square, to some seconds at the limit. 16,384.
    public var numbers = 16_384
    /// `case` labels. 8,192. A single `switch` has 1,000 at most.
    public var cases = 8_192
    /// Members of a structure, those of the structures in it included and arrays counted once. 60,000, which is also the most.
    public var structureMembers = 60_000
    /// Statements, loops and calls that stand one inside of another. 160, which is also the most.
    public var nesting = 160
    /// Instructions on scalars, with every call replaced by the function that it calls. 400,000.
    /// `Device.Options` limits, in the same unit, how large a shader is compiled for the CPU.
    public var instructions = 400_000
    /// Local variables, in scalars: the elements of arrays, the members of structures. 65,536.
    public var localScalars = 1 << 16
    /// Time for the program's compilation up to instructions, 120 s. It is looked at between steps: a step is not broken off.
    public var time = Duration.seconds(120)
    /// The standard limits, far above every shader that a person writes.
    public init() {}

    /// The names of the limits, with which a diagnostic tells the one that was passed.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        /// `ShaderLimits.sourceBytes`.
        case sourceBytes
        /// `ShaderLimits.expandedTokens`.
        case expandedTokens
        /// `ShaderLimits.includeDepth`.
        case includeDepth
        /// `ShaderLimits.tokensPerStatement`.
        case tokensPerStatement
        /// `ShaderLimits.numbers`.
        case numbers
        /// `ShaderLimits.cases`.
        case cases
        /// `ShaderLimits.structureMembers`.
        case structureMembers
        /// `ShaderLimits.nesting`.
        case nesting
        /// `ShaderLimits.instructions`.
        case instructions
        /// `ShaderLimits.localScalars`.
        case localScalars
        /// `ShaderLimits.time`.
        case time
    }

    /// A limit that a shader passes.
    public struct Excess: Sendable, Hashable {
        /// The limit that was passed.
        public var name: Name
        /// The number that is allowed, in the limit's unit; for the time, milliseconds.
        public var limit: Int
        /// A limit that was passed.
        public init(_ name: Name, limit: Int) { self.name = name; self.limit = limit }
    }

    /// The limits as far as the formats behind them can hold.
    var effective: ShaderLimits {
        var limits = self
        limits.tokensPerStatement = min(tokensPerStatement, 131_000)
        limits.structureMembers = min(structureMembers, 60_000)
        limits.nesting = min(nesting, 160)
        limits.sourceBytes = min(sourceBytes, 1 << 28)
        return limits
    }
}
