// Question: a subcommand that answers a question about a capture. The answer is printed as text or as JSON, or sent as a message of
// `framescope serve`; the subcommand makes the same answer for all these forms.

import ArgumentParser
import Foundation
import FrameCapture
import Raster
import Shading

protocol Question: ParsableCommand {
    /// The fields of the answer's members, without the members that all answers have.
    static var fields: [Field] { get }
    var format: OutputArguments { get }
    func answer(in session: Session) throws -> Answer
    /// The subcommand's name in answers, such as `draws` or `assert pixel`.
    static var answerName: String { get }
}

extension Question {
    static var answerName: String { configuration.commandName ?? "" }
    func run() throws {
        let session = Session(place: .commandLine), answer = try answer(in: session)
        if format.json {
            Output.print(answer.envelope(of: Self.answerName, notes: session.notes))
        } else {
            answer.tell()
        }
        if !answer.passes { throw differs }
    }
}

/// The answer of a subcommand.
struct Answer {
    /// The JSON members of the answer. `fields` describes these members.
    var members: [(String, JSON)]
    /// Whether the answer is yes. The exit status is 0 if `passes` is true, and 1 if `passes` is false.
    var passes = true
    /// The paths of the PNG files that the subcommand has written.
    var pictures: [String] = []
    /// Prints the answer as text.
    var tell: () -> Void = {}

    /// The version number of the answers' format. The number increases if a member is removed or changes its meaning, but not if a member
    /// is added.
    static let version = 1
    /// The fields of the members with which every answer begins.
    static let commonFields = [
        Field("version", .integer, "The version of the answers' form: \(version). It grows if a member is removed or changes its meaning."),
        Field("command", .text, "The subcommand that answers."),
        Field("status", .integer, "The exit status: 0 if all is well, 1 if something differs or fails."),
        Field("notes", .list(.text), "Remarks that the command also writes to standard error: damaged parts of the file, omissions of the answer."),
    ]
    func envelope(of command: String, notes: [String]) -> JSON {
        .object([("version", .int(Answer.version)), ("command", .string(command)), ("status", .int(passes ? 0 : 1)), ("notes", JSON(notes))] + members)
    }
}

/// The error that framescope prints instead of an answer if framescope cannot understand or cannot answer the question.
struct Failure {
    /// The kind of error: `shader`, `usage`, or a code of `RasterError`.
    var code: String
    /// The complete error message, for people to read.
    var message: String
    var subject: String?, place: String?, problem: String?, remedy: String?
    /// The compiler's messages if a shader does not compile; empty for other errors.
    var diagnostics: [Diagnostic] = []
    struct Diagnostic { var severity: String, file: String, line: Int, message: String }

    static let fields = [
        Field("version", .integer, "The version of the answers' form."),
        Field("command", .text, "The subcommand; empty if it was not recognised."),
        Field("status", .integer, "The exit status: 2."),
        Field("error", .object([
            Field("code", .text, "The kind of the error: a code of `RasterError`, such as `invalidArgument`; `shader` if a shader does not compile; `usage` if the command line is wrong."),
            Field("message", .text, "The whole message for people."),
            Field("subject", .optional(.text), "The argument or object with the error."),
            Field("place", .optional(.text), "The frame's command with the error."),
            Field("problem", .optional(.text), "The mistake, as the rest of a sentence that begins with the subject."),
            Field("remedy", .optional(.text), "The correction of the mistake."),
            Field("diagnostics", .list(.object([
                Field("severity", .text, "`error`, `warning` or `note`."), Field("file", .text, "The shader's file."),
                Field("line", .integer, "The line in it, from 1 on; 0 for none."),
                Field("message", .text, "What is wrong."),
            ])), "The compiler's messages if a shader does not compile, otherwise empty."),
        ]), "What went wrong."),
    ]

    init(_ error: any Error, of command: (any ParsableCommand.Type)) {
        switch error {
        case let error as RasterError:
            code = error.code.rawValue
            message = "\(error)"
            subject = error.subject; place = error.place.isEmpty ? nil : error.place; problem = error.problem; remedy = error.remedy
        case let error as ShaderError:
            code = "shader"
            message = error.description
            diagnostics = error.diagnostics.map { Diagnostic(severity: "\($0.severity)", file: $0.file, line: $0.line, message: $0.message) }
        default:
            code = "usage"
            message = command.message(for: error)
        }
    }
    init(usage message: String) {
        code = "usage"
        self.message = message
    }
    var json: JSON {
        .object([
            ("code", .string(code)), ("message", .string(message)), ("subject", JSON(subject)), ("place", JSON(place)), ("problem", JSON(problem)),
            ("remedy", JSON(remedy)),
            ("diagnostics", .list(diagnostics.map { .object([("severity", .string($0.severity)), ("file", .string($0.file)), ("line", .int($0.line)),
                                                             ("message", .string($0.message))]) })),
        ])
    }
    func envelope(of command: String) -> JSON {
        .object([("version", .int(Answer.version)), ("command", .string(command)), ("status", .int(2)), ("error", json)])
    }
}
