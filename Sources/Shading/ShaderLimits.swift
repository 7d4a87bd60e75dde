// ShaderLimits: limits for shaders, so that no text can exhaust the machine.
//
// glslang and LLVM cannot be interrupted, so most limits apply to their input. Shaders that people write stay far below the
// standard limits. docs/Security.md states the cost of compiling shaders within these limits.

/// Limits for one stage of a program, so that no text can exhaust the machine's time or memory. A shader that exceeds a limit is
/// rejected with a `ShaderError` whose diagnostic has `exceeded`.
public struct ShaderLimits: Sendable, Hashable {
    /// The number of bytes of the source, and also of the text after macros and includes are expanded. Default: 8 MiB.
    public var sourceBytes = 8 << 20
    /// The number of tokens to which all macro calls together expand. Default: 1,048,576.
    public var expandedTokens = 1 << 20
    /// The nesting depth of included files. Default: 64.
    public var includeDepth = 64
    /// The number of tokens in one statement or initialiser. Default: 100,000. Values above 131,000 count as 131,000, because
    /// lists in SPIR-V cannot be longer.
    public var tokensPerStatement = 100_000
    /// The number of distinct numeric literals in the text. The time that glslang takes grows with the square of the number of literals, to
    /// a few seconds at the limit. Default: 16,384.
    public var numbers = 16_384
    /// The number of `case` labels. Default: 8,192. A single `switch` may have at most 1,000 `case` labels.
    public var cases = 8_192
    /// The number of members in a structure, including members of nested structures; an array counts once. Default and maximum:
    /// 60,000.
    public var structureMembers = 60_000
    /// The nesting depth of statements, loops and calls. Default and maximum: 160.
    public var nesting = 160
    /// The number of scalar instructions, with every call inlined. Default: 400,000. In the same unit, `Device.Options` limits the
    /// size of shaders that are compiled for the CPU.
    public var instructions = 400_000
    /// The number of scalars in local variables: elements of arrays and members of structures. Default: 65,536.
    public var localScalars = 1 << 16
    /// The maximum time for compiling the program to instructions. This limit is checked between the steps of compilation; a
    /// running step is not interrupted. Default: 120 s.
    public var time = Duration.seconds(120)
    /// Creates the standard limits. Shaders that people write stay far below these limits.
    public init() {}

    /// The names of the limits. A diagnostic uses these names to name the limit that was exceeded.
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

    /// A limit that a shader exceeds.
    public struct Excess: Sendable, Hashable {
        /// The exceeded limit.
        public var name: Name
        /// The allowed number, in the limit's unit; a limit of time is in milliseconds.
        public var limit: Int
        /// Creates the description of an exceeded limit.
        public init(_ name: Name, limit: Int) { self.name = name; self.limit = limit }
    }

    /// The limits, reduced to the numbers that the underlying formats support.
    var effective: ShaderLimits {
        var limits = self
        limits.tokensPerStatement = min(tokensPerStatement, 131_000)
        limits.structureMembers = min(structureMembers, 60_000)
        limits.nesting = min(nesting, 160)
        limits.sourceBytes = min(sourceBytes, 1 << 28)
        return limits
    }
}
