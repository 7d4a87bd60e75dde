// ShaderDiagnostic: the messages of a compiler or linker about a shader, as data.

/// One message about a shader: stage, file, line, text and the source line it speaks of.
public struct ShaderDiagnostic: Sendable, Hashable, CustomStringConvertible {
    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
        /// The shader is refused.
        case error
        /// The shader is valid, but may not do what its author meant.
        case warning
    }
    /// The step that found it.
    public enum Phase: String, Sendable, Hashable {
        /// Reading the text: directives, macros, includes.
        case preprocess
        /// Compiling one stage.
        case compile
        /// Putting both stages together.
        case link
    }
    /// How bad it is.
    public var severity: Severity
    /// The step that found it.
    public var phase: Phase
    /// The stage that it speaks of; nil for both.
    public var stage: ShaderStage?
    /// The label that the program was to have; empty for none.
    public var program = ""
    /// The name that the source was given, or that of the included file.
    public var file: String
    /// 1-based; 0 when the message belongs to no line.
    public var line: Int
    /// The sentence, without place and severity.
    public var message: String
    /// The text of that line, empty when there is none.
    public var sourceLine: String
    /// The limit of `ShaderCompileOptions` that the shader passes, where that is why it is refused.
    public var exceeded: ShaderLimits.Excess?

    /// A message.
    public init(severity: Severity, phase: Phase, stage: ShaderStage?, file: String, line: Int, message: String, sourceLine: String,
                exceeded: ShaderLimits.Excess? = nil) {
        self.severity = severity; self.phase = phase; self.stage = stage; self.file = file
        self.line = line; self.message = message; self.sourceLine = sourceLine; self.exceeded = exceeded
    }

    /// `scene.frag:12: error: 'colour' : undeclared identifier` and the source line below it.
    public var description: String {
        let place = line > 0 ? "\(file):\(line): " : file.isEmpty ? "" : "\(file): "
        // A program that is named after its file is named by the place.
        let owner = program.isEmpty || program == file ? "" : "program '\(program)'"
        let subject = stage.map { "\($0.rawValue) shader" + (owner.isEmpty ? "" : " of \(owner)") } ?? owner
        let head = "\(place)\(severity.rawValue): \(subject.isEmpty ? "" : subject + ": ")\(message)"
        return sourceLine.isEmpty ? head : head + "\n    " + sourceLine
    }
}

/// A program that does not compile or link, or uses a construct that Raster does not support. Holds at least one error.
public struct ShaderError: Error, Sendable, Hashable, CustomStringConvertible {
    /// All messages, errors and warnings, in the order in which they were found.
    public var diagnostics: [ShaderDiagnostic]
    /// An error of these messages.
    public init(diagnostics: [ShaderDiagnostic]) { self.diagnostics = diagnostics }
    /// All messages, each on lines of its own.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// A shader that had to be stopped while it ran.
public struct ShaderExecutionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stage that ran.
    public var stage: ShaderStage
    /// The name of the source that holds the loop.
    public var file: String
    /// The line of the loop that does not end.
    public var line: Int
    /// Iterations after which it was stopped.
    public var stepLimit: Int
    /// An error for the loop at this line.
    public init(stage: ShaderStage, file: String, line: Int, stepLimit: Int) {
        self.stage = stage; self.file = file; self.line = line; self.stepLimit = stepLimit
    }
    /// The place, and what can be done.
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
