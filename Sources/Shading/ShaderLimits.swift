// ShaderLimits: how much a shader may ask of the compiler, so that no text takes the machine with it.
//
// glslang and LLVM cannot be interrupted, so most limits are on what they are given, not on what they do with it. The
// standard limits lie far above every shader that a person writes; docs/Security.md says what compiling costs within them.

/// Bounds for one stage of a program. What passes one is refused with a `ShaderError` whose diagnostic has `exceeded`.
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
    /// Instructions on scalars, with every call replaced by what it calls. 400,000.
    /// `Device.Options` says what is compiled for the CPU, and what is too large for that.
    public var instructions = 400_000
    /// Local variables, in scalars: the elements of arrays, the members of structures. 65,536.
    public var localScalars = 1 << 16
    /// Time for the program's compilation up to instructions, 120 s. Looked at between steps: a step is not broken off.
    public var time = Duration.seconds(120)
    public init() {}

    /// The names of the limits, as a diagnostic tells which one it was.
    public enum Name: String, Sendable, Hashable, CaseIterable {
        case sourceBytes, expandedTokens, includeDepth, tokensPerStatement, numbers, cases, structureMembers, nesting, instructions
        case localScalars, time
    }

    /// A limit that a shader passes.
    public struct Excess: Sendable, Hashable {
        public var name: Name
        /// What is allowed, in the limit's unit; for the time, milliseconds.
        public var limit: Int
        public init(_ name: Name, limit: Int) { self.name = name; self.limit = limit }
    }

    /// As far as the formats behind can hold.
    var effective: ShaderLimits {
        var limits = self
        limits.tokensPerStatement = min(tokensPerStatement, 131_000)
        limits.structureMembers = min(structureMembers, 60_000)
        limits.nesting = min(nesting, 160)
        limits.sourceBytes = min(sourceBytes, 1 << 28)
        return limits
    }
}
