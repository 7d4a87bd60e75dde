// GlslangSession: all calls of glslang in the process go through this type. glslang is initialised once and used by one thread at a
// time, on a large stack.
//
// Guarantees:
// - `glslang_initialize_process` runs once, on the first thread that needs glslang. Only one compilation runs at a time.
// - glslang walks its syntax tree recursively, with about 2.7 KB of stack per level. For example, the syntax tree of a long sum is
//   deep. So glslang runs on a separate thread with a stack that is large enough for the text (TextDepth).
// - No exception that is thrown inside glslang leaves the functions of CGlslangConstants/Guarded.cpp.
import CGlslang
import CGlslangConstants
import Host
import Memory

/// An upper bound for the depth of glslang's syntax tree of a text.
struct TextDepth: Sendable {
    /// The number of tokens in the whole text.
    var tokenCount = 0
    /// The number of tokens in the longest statement.
    var longestStatement = 0

    /// The stack size that is sufficient for the text. At most 10,000 tokens count for the nesting of statements, because glslang's parser
    /// stack holds at most 10,000 symbols.
    var stackByteCount: Int { (4 << 20) + min(tokenCount, 10_000) * 4096 + longestStatement * 4096 }

    /// Returns a depth that is sufficient for two texts: the text with this depth and the text with the depth `other`.
    func joined(_ other: TextDepth) -> TextDepth {
        TextDepth(tokenCount: max(tokenCount, other.tokenCount), longestStatement: max(longestStatement, other.longestStatement))
    }
}

enum GlslangSession {
    private struct State {
        var hasStarted = false
        /// For each dialect, stage and macro name, the replacement text of glslang's own macro of this name; nil if glslang defines no such
        /// macro.
        var predefined: [PredefinedKey: String?] = [:]
        var taken: [PredefinedKey: Bool] = [:]
    }
    private struct PredefinedKey: Hashable {
        var name: String
        var dialect: GLSLDialect
        var stage: ShaderStage
    }
    private static let state = Lock(State())
    /// The maximum number of cached names. The number is limited because sources choose the names.
    private static let predefinedLimit = 4096

    /// The reason why glslang returns no result.
    enum Failure: Error {
        /// The system has no memory for glslang.
        case noMemory
        /// glslang ran out of memory, in this call or in an earlier call, and cannot be called any more.
        case broken

        var message: String {
            switch self {
            case .noMemory: "there is not enough memory to compile shaders; raise the limit, see ulimit -v"
            case .broken: "the shader compiler ran out of memory and cannot continue; restart the program with more memory, see ulimit -v"
            }
        }
    }

    /// Runs `work` with exclusive use of glslang, on a stack that is large enough for texts of this depth.
    static func run<Value: Sendable>(_ depth: TextDepth = TextDepth(), _ work: @Sendable () -> Value) -> Result<Value, Failure> {
        state.withLock { state in
            guard AddressSpace.hasRoom(for: roomByteCount) else { return .failure(.noMemory) }
            start(&state)
            guard let value = DeepStack.run(byteCount: depth.stackByteCount, work) else { return .failure(.noMemory) }
            return glslang_guard_has_failed() ? .failure(.broken) : .success(value)
        }
    }
    /// The number of bytes that glslang needs for its tables of built-in names and for a program. The number of bytes includes a
    /// reserve, because Swift ends the process if an allocation fails.
    private static let roomByteCount = 64 << 20

    private static func start(_ state: inout State) {
        if state.hasStarted { return }
        glslang_set_constant_evaluator(ConstantEvaluator.evaluate)
        state.hasStarted = glslang_guarded_initialize() != 0
    }

    /// Returns the replacement text of the macro `name` that glslang itself defines in the dialect; nil if glslang defines no such
    /// macro.
    static func predefinedMacro(_ name: String, dialect: GLSLDialect, stage: ShaderStage) -> String? {
        guard name.hasPrefix("GL_") else { return nil }
        let key = PredefinedKey(name: name, dialect: dialect, stage: stage)
        return state.withLock { state in
            if let known = state.predefined[key] { return known }
            guard AddressSpace.hasRoom(for: roomByteCount) else { return nil }
            start(&state)
            let text = "\(dialect.directive)\n#ifdef \(name)\n\(name)\n#endif\n"
            let answer = GlslangShader.preprocess(text, stage: stage).flatMap { result in
                result.split(separator: "\n").map { $0.filter { $0 != " " } }.first { !$0.isEmpty && !$0.hasPrefix("#") }
            }
            if state.predefined.count >= predefinedLimit { state.predefined = [:] }
            state.predefined[key] = .some(answer)
            return answer
        }
    }

    /// Returns true if no variable may have this name. In GLSL ES no variable may have the name of a built-in function either.
    static func isTaken(_ name: String, dialect: GLSLDialect, stage: ShaderStage) -> Bool {
        let key = PredefinedKey(name: name, dialect: dialect, stage: stage)
        return state.withLock { state in
            if let known = state.taken[key] { return known }
            guard AddressSpace.hasRoom(for: roomByteCount) else { return false }
            start(&state)
            let precision = dialect.isES ? "precision highp float;\n" : ""
            let head = dialect.isES && stage == .geometry ? "#extension GL_EXT_geometry_shader : require\n" + precision : precision
            let probe = GlslangShader(text: "\(dialect.directive)\n\(head)float \(name);\nvoid main() {}\n", stage: stage)
            defer { probe.delete() }
            if state.taken.count >= predefinedLimit { state.taken = [:] }
            state.taken[key] = !probe.isAccepted
            return !probe.isAccepted
        }
    }
}
