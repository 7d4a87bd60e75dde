// framescope trace: shows what a shader did for one fragment, vertex, primitive or invocation, line by line.

import ArgumentParser
import FrameCapture
import Raster

/// An invocation of a shader. An invocation of a compute shader is given by its gl_GlobalInvocationID, written X, X,Y or X,Y,Z. An
/// invocation of a geometry shader is given by its gl_InvocationID, written X.
struct InvocationArgument: ExpressibleByArgument {
    var position: SIMD3<Int>
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(parts.count), parts.allSatisfy({ $0 != nil }) else { return nil }
        let numbers = parts.compactMap { $0 } + [0, 0]
        position = SIMD3(numbers[0], numbers[1], numbers[2])
    }
}

/// A pixel, written X,Y.
struct PixelArgument: ExpressibleByArgument {
    var x: Int, y: Int
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
        self.x = x; self.y = y
    }
}

struct Trace: Question {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Traces a shader for a fragment, a vertex, a primitive, or an invocation of a dispatch, line by line.",
        discussion: """
            Each step is a line of the source with its changes, and with its accesses to shared variables, storage blocks and images. --step shows one step with all variables before and after it; --watch shows \
            the steps that change a variable; --operations shows the instructions. The trace is compared with the same run without a recorder, \
            with the pixel that the draw leaves or the memory that the dispatch leaves, and with the bits that the capture recorded; exit status 1 if \
            something differs. --primitive without --fragment traces the geometry shader; its steps show each vertex that it emits, with the outputs at that moment.

            Examples:
              framescope trace frame.rcap @3 --fragment 320,200
              framescope trace frame.rcap @3 --fragment 320,200 --primitive 7 --watch color
              framescope trace frame.rcap @3 --fragment 320,200 --step 4
              framescope trace frame.rcap @3 --vertex 12 --instance 1
              framescope trace frame.rcap @3 --primitive 7 --invocation 1
              framescope trace frame.rcap dispatch:0 --invocation 16,2
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The draw, such as @3, or the dispatch, such as dispatch:0.")
    var draw: CommandName
    @Option(help: ArgumentHelp("A pixel, from the left and from the top.", valueName: "x,y"))
    var fragment: PixelArgument?
    @Option(help: ArgumentHelp("A vertex, by its gl_VertexID.", valueName: "number"))
    var vertex: Int?
    @Option(help: ArgumentHelp("An invocation of a dispatch, by its gl_GlobalInvocationID; or of the geometry shader, by its gl_InvocationID. [default for the latter: 0]", valueName: "x,y,z"))
    var invocation: InvocationArgument?
    @Option(help: ArgumentHelp("The instance. [default: 0 for a vertex or the geometry shader, any for a fragment]", valueName: "number"))
    var instance: Int?
    @Option(help: ArgumentHelp("With --fragment, the primitive, if several have a fragment there. [default: the last written one] Alone, the primitive that the geometry shader reads, by its gl_PrimitiveIDIn.", valueName: "number"))
    var primitive: Int?
    @Option(help: ArgumentHelp("A sample that the fragment covers.", valueName: "number"))
    var sample: Int?
    @Option(help: ArgumentHelp("Only the steps that change this variable.", valueName: "name"))
    var watch: String?
    @Option(help: ArgumentHelp("Only this step, with all variables before and after it.", valueName: "number"))
    var step: Int?
    @Flag(help: "Every instruction with its operands, instead of lines.")
    var operations = false
    @Option(help: ArgumentHelp("The maximum number of traced instructions; a longer run is traced up to this number.", valueName: "count"))
    var limit = ShaderTrace.standardLimit
    @OptionGroup var format: OutputArguments
    @OptionGroup var device: DeviceArguments

    func validate() throws {
        if case .dispatch = draw.kind {
            guard invocation != nil, fragment == nil, vertex == nil else { throw ValidationError("give --invocation x,y,z for a dispatch") }
        } else {
            if fragment == nil, vertex == nil, primitive == nil {
                throw ValidationError("give --fragment x,y or --vertex number, or --primitive number for the geometry shader")
            }
            if fragment != nil, vertex != nil { throw ValidationError("give either --fragment x,y or --vertex number") }
            if let invocation, fragment != nil || vertex != nil || invocation.position.y != 0 || invocation.position.z != 0 {
                throw ValidationError("--invocation belongs to a dispatch, or with one number and --primitive to the geometry shader")
            }
        }
        if case .dispatch = draw.kind, primitive != nil || sample != nil || instance != nil {
            throw ValidationError("--primitive, --sample and --instance choose a fragment or vertex: leave them out for a dispatch")
        }
        if fragment == nil, sample != nil || vertex != nil && primitive != nil { throw ValidationError("--primitive and --sample choose a fragment: give --fragment x,y with them") }
        guard [watch != nil, step != nil, operations].count(where: { $0 }) <= 1 else { throw ValidationError("give one of --watch, --step and --operations") }
    }

    static let fields = TraceJSON.fields

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input), trace = try trace(capture, frame, session)
        if let watch, !trace.hasVariable(watch.baseName) {
            throw RasterError(.invalidArgument, "variable '\(watch)'", "is not in the \(trace.stage.rawValue) shader",
                              remedy: "it has: \(trace.variableNames.joined(separator: ", "))")
        }
        if let step, !(0..<trace.stepCount).contains(step) {
            throw RasterError(.invalidArgument, "step \(step)", "is not in the trace",
                              remedy: trace.stepCount == 0 ? "it has no steps" : "use 0 to \(trace.stepCount - 1)")
        }
        let steps = step.map { [$0] } ?? watch.map { trace.steps(changing: $0).map(\.index) } ?? Array(0..<trace.stepCount)
        tellNotes(trace, session)
        let members = operations ? TraceJSON.operations(trace) : TraceJSON.steps(trace, steps, withVariables: step != nil)
        return Answer(members: members, passes: trace.contradictions.isEmpty) {
            if operations {
                TraceText.printOperations(trace)
            } else if let step {
                print(TraceText.detail(trace, trace.step(step)))
            } else {
                if watch == nil { print(TraceText.summary(trace) + "\n") }
                TraceText.printSteps(trace, steps)
            }
        }
    }

    private func trace(_ capture: Capture, _ frame: CapturedFrame, _ session: Session) throws -> ShaderTrace {
        switch try draw.command(in: frame) {
        case .dispatch(let dispatch):
            return try capture.trace(invocation: invocation?.position ?? .zero, of: dispatch, in: frame, limit: limit, on: session.device(device))
        case .draw(let draw):
            if fragment == nil, vertex == nil, let primitive {
                return try capture.trace(primitive: primitive, invocation: invocation?.position.x ?? 0, instance: instance ?? 0, of: draw, in: frame,
                                         limit: limit, on: session.device(device))
            }
            guard let fragment else {
                return try capture.trace(vertex: vertex ?? 0, instance: instance ?? 0, of: draw, in: frame, limit: limit, on: session.device(device))
            }
            return try capture.trace(x: fragment.x, y: fragment.y, of: draw, in: frame,
                                     choosing: FragmentChoice(primitive: primitive, instance: instance, sample: sample),
                                     limit: limit, on: session.device(device))
        }
    }

    private func tellNotes(_ trace: ShaderTrace, _ session: Session) {
        for other in trace.others.prefix(8) { session.note("note: the shader ran for \(other) as well; choose it with --primitive, --instance or --sample") }
        if trace.others.count > 8 { session.note("note: the shader ran for \(counted(trace.others.count - 8, "more fragment")) there") }
        switch trace.end {
        case .cutOff: session.note("note: the trace ends after \(counted(limit, "instruction")) or as many texels, but the shader continues; raise --limit, or end its loops")
        case .endless: session.note("note: the shader was stopped in a loop that does not end")
        case .returned, .discarded: break
        }
        for contradiction in trace.contradictions { session.note("WARNING: \(contradiction). Do not trust this trace. Please report it with the capture.") }
    }
}

extension String {
    /// The part of a name before the first point or bracket, such as `lights` for `lights[2].color`.
    fileprivate var baseName: String { String(prefix { $0 != "." && $0 != "[" }) }
}
