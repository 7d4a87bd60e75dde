// framescope schema: prints the JSON Schema of the answers that --json requests.

import ArgumentParser
import FrameCapture

struct SchemaCommand: Question {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Prints the JSON Schema of a subcommand's answer.",
        discussion: """
            Without a name, prints the schemas of all subcommands, and that of errors as 'error'. The page 'Answers for programs' of FrameCapture's \
            documentation describes the answers in words.

            Examples:
              framescope schema draws
              framescope schema 'assert pixel'
              framescope schema --json
            """)
    @Argument(help: ArgumentHelp("The subcommand; without it, all.", valueName: "command"))
    var name: String?
    @Flag(help: "Print the page of the documentation instead.")
    var page = false
    @OptionGroup var format: OutputArguments

    static let fields = [Field("schemas", .map(.map(.anything)), "The JSON Schema of each subcommand's answer, by the subcommand's name.")]

    func answer(in session: Session) throws -> Answer {
        let all = Framescope.questions.map { ($0.answerName, Shape.document(Answer.commonFields + $0.fields)) } + [("error", Shape.document(Failure.fields))]
        let chosen = name.map { name in all.filter { $0.0 == name } } ?? all
        guard !chosen.isEmpty else { throw ValidationError("'\(name ?? "")' is not a subcommand with an answer; they are \(all.map { "'\($0.0)'" }.joined(separator: ", "))") }
        return Answer(members: [("schemas", .object(chosen))]) {
            if page { return print(SchemaPage.text, terminator: "") }
            Output.print(chosen.count == 1 ? chosen[0].1 : .object(chosen))
        }
    }
}

/// The documentation page that describes the answers.
enum SchemaPage {
    static var text: String {
        var text = """
            # Answers for programs

            The members of the JSON that `framescope` prints.

            ## Overview

            With `--json`, every subcommand answers with one JSON object on standard output. `framescope serve` answers with the same objects as results of its
            tools, and `framescope schema` prints their JSON Schema. An answer begins with these members:

            \(table(Answer.commonFields))

            New members do not change the version; programs should ignore members that they do not know. A *float* is an object of `value` and `bits`,
            because two different floats may print alike: `{ "value": 0.25, "bits": "0x3e800000" }`. The member `value` is a string if JSON
            cannot express the number: `inf`, `-inf`, `nan`. A *value* of a draw's state is a string, an integer, a boolean, a float, or an
            array of these. Pixels are counted from the upper left. Numbers start at 0, except those of lines of source code, which start at 1.

            ## Errors

            If a question cannot be answered, the object on standard output has the error, and the exit status is 2:

            \(table(Failure.fields))


            """
        for question in Framescope.questions {
            let configuration = question.configuration
            text += "## framescope \(question.answerName)\n\n\(configuration.abstract)\n\n\(table(question.fields))\n\n"
        }
        return text + footer
    }
    private static let footer = """
        ## Questions of an assistant

        `framescope serve frame.rcap --stdio` opens a capture once, reads questions from standard input and answers on standard output: one message of JSON-RPC 2.0 per
        line, as the Model Context Protocol defines. The tools have the names of the subcommands (`assert_pixel` for `assert pixel`), their arguments the names of the
        options; a result has the answer as `structuredContent`, the same as text, and pictures as PNG. Tools write files to the folder of `--folder`, or to a temporary
        folder that is removed when the server ends.

        """
    private static func table(_ fields: [Field]) -> String {
        if fields.isEmpty { return "It has no further members." }
        return (["| Member | Type | Meaning |", "|---|---|---|"] + rows(fields, prefix: "")).joined(separator: "\n")
    }
    private static func rows(_ fields: [Field], prefix: String) -> [String] {
        fields.flatMap { field -> [String] in
            var name = prefix + field.name, shape = field.shape
            while true {
                switch shape {
                case .optional(let inner): shape = inner
                case .list(let inner): shape = inner; name += "[]"
                case .map(let inner): shape = inner; name += ".*"
                default: return ["| `\(prefix)\(field.name)` | \(field.shape.name) | \(field.meaning.replacing("|", with: "\\|")) |"] + rows(shape.fields, prefix: name + ".")
                }
            }
        }
    }
}
