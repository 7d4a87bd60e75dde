// ShaderDiagnostic: messages of a compiler or linker about a shader, as data.

/// One message about a shader: stage, file, line, text and source line.
public struct ShaderDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The severity of a message.
    public enum Severity: String, Sendable, Hashable {
        /// The shader is rejected.
        case error
        /// The shader is valid, but may not do what its author meant.
        case warning
    }
    /// The step that found the problem.
    public enum Phase: String, Sendable, Hashable {
        /// Reading the text: directives, macros, includes.
        case preprocess
        /// Compiling one stage.
        case compile
        /// Linking the stages of a program.
        case link
    }
    /// The severity.
    public var severity: Severity
    /// The step that found the problem.
    public var phase: Phase
    /// The stage that the message is about; nil if the message is about several stages.
    public var stage: ShaderStage?
    /// The label of the program; empty if the program has no label.
    public var program = ""
    /// The name of the source or of the included file.
    public var file: String
    /// The line number, 1-based; 0 if the message has no line.
    public var line: Int
    /// The message, without place and severity.
    public var message: String
    /// The text of the source line; empty if the message has no line.
    public var sourceLine: String
    /// The limit of `ShaderCompileOptions` that the shader exceeds; nil if the message has another reason.
    public var exceeded: ShaderLimits.Excess?

    /// Creates a message.
    public init(severity: Severity, phase: Phase, stage: ShaderStage?, file: String, line: Int, message: String, sourceLine: String,
                exceeded: ShaderLimits.Excess? = nil) {
        self.severity = severity; self.phase = phase; self.stage = stage; self.file = file
        self.line = line; self.message = message; self.sourceLine = sourceLine; self.exceeded = exceeded
    }

    /// `scene.frag:12: error: 'colour' : undeclared identifier`, followed by the source line.
    public var description: String {
        let place = line > 0 ? "\(file):\(line): " : file.isEmpty ? "" : "\(file): "
        // If the program is named after its file, the place in the message already contains this name.
        let owner = program.isEmpty || program == file ? "" : "program '\(program)'"
        let subject = stage.map { "\($0.rawValue) shader" + (owner.isEmpty ? "" : " of \(owner)") } ?? owner
        let head = "\(place)\(severity.rawValue): \(subject.isEmpty ? "" : subject + ": ")\(message)"
        return sourceLine.isEmpty ? head : head + "\n    " + sourceLine
    }
}

/// An error for a program that does not compile or link, or uses a construct that Raster does not support. The error contains at
/// least one message with the severity `error`.
public struct ShaderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// All errors and warnings, in the order in which they were found.
    public var diagnostics: [ShaderDiagnostic]
    /// Creates an error with these messages.
    public init(diagnostics: [ShaderDiagnostic]) { self.diagnostics = diagnostics }
    /// All messages; each begins on a new line.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// The error for a shader that was stopped while it ran.
public struct ShaderExecutionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stage that ran.
    public var stage: ShaderStage
    /// The name of the source that contains the loop.
    public var file: String
    /// The line of the loop that did not end.
    public var line: Int
    /// The number of iterations after which the shader was stopped.
    public var stepLimit: Int
    /// Creates an error for the loop at this line.
    public init(stage: ShaderStage, file: String, line: Int, stepLimit: Int) {
        self.stage = stage; self.file = file; self.line = line; self.stepLimit = stepLimit
    }
    /// A sentence with the place of the loop and a remedy.
    public var description: String {
        "\(file):\(line): error: \(stage.rawValue) shader: this loop ran \(stepLimit) times without ending; "
            + "bound it, or raise the device's shaderStepLimit"
    }
}

extension ShaderExecutionError {
    /// An error for the loop whose `end` is instruction `loopEnd`.
    package init(module: ShaderModule, loopEnd: Int, stepLimit: Int) {
        let begin = Int(module.instructions[loopEnd].c)
        var file = "", line = 0
        if begin < module.instructionLocations.count {
            let location = Int(module.instructionLocations[begin])
            if module.locations.indices.contains(location) {
                line = Int(module.locations[location].line)
                let index = Int(module.locations[location].file)
                if module.files.indices.contains(index) { file = module.files[index] }
            }
        }
        self.init(stage: module.stage, file: file, line: line, stepLimit: stepLimit)
    }
}
