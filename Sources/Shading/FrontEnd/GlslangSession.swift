// GlslangSession: the one glslang of the process: started once, used by one thread at a time, on a stack deep enough.
//
// Promises:
// - `glslang_initialize_process` runs once, whichever thread comes first; compiles take turns.
// - glslang walks its syntax tree by recursion, about 2.7 KB a level, and a long sum is as deep as it is long: work runs
//   on a thread of its own whose stack is large enough for every text within the Preprocessor's bound on tokens per statement.
import CGlslang
import CGlslangConstants
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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

    /// Runs `work` with glslang to itself. Nil when the system grants no thread.
    static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
        state.withLock { state in
            start(&state)
            return onDeepStack(work)
        }
    }

    private static func start(_ state: inout State) {
        if state.hasStarted { return }
        glslang_set_constant_evaluator(ConstantEvaluator.evaluate)
        state.hasStarted = glslang_initialize_process() != 0
    }

    /// The text that glslang's own macro `name` has in that dialect; nil when there is none.
    static func predefinedMacro(_ name: String, dialect: GLSLDialect, stage: ShaderStage) -> String? {
        guard name.hasPrefix("GL_") else { return nil }
        let key = PredefinedKey(name: name, dialect: dialect, stage: stage)
        return state.withLock { state in
            if let known = state.predefined[key] { return known }
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
            start(&state)
            let precision = dialect.isES ? "precision highp float;\n" : ""
            let probe = GlslangShader(text: "\(dialect.directive)\n\(precision)float \(name);\nvoid main() {}\n", stage: stage)
            defer { probe.delete() }
            if state.taken.count >= predefinedLimit { state.taken = [:] }
            state.taken[key] = !probe.isAccepted
            return !probe.isAccepted
        }
    }

    /// The work of the thread. The thread that waits for it looks at the result only after the join.
    private final class Job {
        let work: () -> Void
        init(_ work: @escaping () -> Void) { self.work = work }
    }

    private static func onDeepStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
        var result: Result?
        let job = Job { result = work() }
        let argument = Unmanaged.passRetained(job)
        defer { argument.release() }
        // Address space only: pages come when touched. Where it is scarce, less has to do.
        for megabytes in [512, 64, 16] {
            var attributes = pthread_attr_t()
            pthread_attr_init(&attributes)
            defer { pthread_attr_destroy(&attributes) }
            pthread_attr_setstacksize(&attributes, megabytes << 20)
            var thread = pthread_t()
            let status = pthread_create(&thread, &attributes, { argument in
                if let argument { Unmanaged<Job>.fromOpaque(argument).takeUnretainedValue().work() }
                return nil
            }, argument.toOpaque())
            if status == 0 {
                pthread_join(thread, nil)
                break
            }
        }
        return result
    }
}
