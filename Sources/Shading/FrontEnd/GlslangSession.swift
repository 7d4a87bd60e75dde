// GlslangSession: the one glslang of the process: started once, used by one thread at a time, on a stack deep enough.
//
// Promises:
// - `glslang_initialize_process` runs once, whichever thread comes first; compiles take turns.
// - glslang walks its syntax tree by recursion, about 2.7 KB a level, and a long sum is as deep as it is long: work runs
//   on a thread of its own whose stack is large enough for the text at hand (TextDepth).
// - No exception of glslang's comes here (CGlslangConstants/Guarded.cpp).
import CGlslang
import CGlslangConstants
import Memory
import Synchronization

/// How deep glslang's syntax tree of a text may be.
struct TextDepth: Sendable {
    /// Tokens of the whole text.
    var tokenCount = 0
    /// Tokens of its longest statement.
    var longestStatement = 0

    /// The stack that takes it. Statements lie within each other as far as glslang's parser has room for, which is 10,000 of its symbols.
    var stackByteCount: Int { (4 << 20) + min(tokenCount, 10_000) * 4096 + longestStatement * 4096 }

    /// Deep enough for both.
    func joined(_ other: TextDepth) -> TextDepth {
        TextDepth(tokenCount: max(tokenCount, other.tokenCount), longestStatement: max(longestStatement, other.longestStatement))
    }
}

enum GlslangSession {
    private struct State {
        var hasStarted = false
        /// Replacements of the macros that glslang itself defines, by dialect, stage and name; nil: it does not.
        var predefined: [PredefinedKey: String?] = [:]
        var taken: [PredefinedKey: Bool] = [:]
    }
    private struct PredefinedKey: Hashable {
        var name: String
        var dialect: GLSLDialect
        var stage: ShaderStage
    }
    private static let state = Mutex(State())
    /// Names asked for are the sources' to choose: the memory of them is bounded.
    private static let predefinedLimit = 4096

    /// Why glslang gives nothing.
    enum Failure: Error {
        /// The system has no room for it.
        case noMemory
        /// It ran out of memory in the middle of its work, now or before, and cannot be called any more.
        case broken

        var message: String {
            switch self {
            case .noMemory: "there is no memory to compile shaders in; let the process have more, see ulimit -v"
            case .broken: "the shader compiler ran out of memory and cannot go on; start the program anew with more memory, see ulimit -v"
            }
        }
    }

    /// Runs `work` with glslang to itself, on a stack for texts of that depth.
    static func run<Value: Sendable>(_ depth: TextDepth = TextDepth(), _ work: @Sendable () -> Value) -> Result<Value, Failure> {
        state.withLock { state in
            guard AddressSpace.hasRoom(for: roomByteCount) else { return .failure(.noMemory) }
            start(&state)
            guard let value = DeepStack.run(byteCount: depth.stackByteCount, work) else { return .failure(.noMemory) }
            return glslang_guard_has_failed() ? .failure(.broken) : .success(value)
        }
    }
    /// Bytes that glslang takes with the tables of built-in names and a program. Swift ends the process where an allocation fails, so there has to be some more.
    private static let roomByteCount = 64 << 20

    private static func start(_ state: inout State) {
        if state.hasStarted { return }
        glslang_set_constant_evaluator(ConstantEvaluator.evaluate)
        state.hasStarted = glslang_guarded_initialize() != 0
    }

    /// The text that glslang's own macro `name` has in that dialect; nil when there is none.
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

    /// Whether no variable may have the name: in GLSL ES that is also so for names of built-in functions.
    static func isTaken(_ name: String, dialect: GLSLDialect, stage: ShaderStage) -> Bool {
        let key = PredefinedKey(name: name, dialect: dialect, stage: stage)
        return state.withLock { state in
            if let known = state.taken[key] { return known }
            guard AddressSpace.hasRoom(for: roomByteCount) else { return false }
            start(&state)
            let precision = dialect.isES ? "precision highp float;\n" : ""
            let probe = GlslangShader(text: "\(dialect.directive)\n\(precision)float \(name);\nvoid main() {}\n", stage: stage)
            defer { probe.delete() }
            if state.taken.count >= predefinedLimit { state.taken = [:] }
            state.taken[key] = !probe.isAccepted
            return !probe.isAccepted
        }
    }
}
