// For every subcommand, the output of --json matches the schema and the documentation, also if the answer is an error.

import Foundation
import FrameCapture
import Raster
import TestSupport
import Testing

@Suite("Answers for programs") struct AnswerTests {
    private let file = TemporaryFile(), computeFile = TemporaryFile(), geometryFile = TemporaryFile()

    init() throws {
        _ = try ComputeFixture.capture(computeFile)
        _ = try GeometryShaderCaptureTests.capture(GeometryShaderCaptureTests.quads, to: geometryFile)
        let fixture = try Fixture(Device(.reference))
        try fixture.device.startCapture(to: file.path)
        for number in 0..<2 { try fixture.device.submit(fixture.record(time: Float(number)).encoder) }
        try fixture.device.stopCapture()
    }

    /// Command lines that together produce every member of the answers, except the members that only damaged captures have.
    private static let questions: [(command: String, arguments: [String])] = [
        ("info", ["FILE"]), ("verify", ["FILE", "--dry", "--on", "reference"]), ("draws", ["FILE"]), ("draws", ["FILE", "--samples", "--time"]),
        ("draws", ["FILE", "--sort", "cost"]),
        ("state", ["FILE"]), ("state", ["FILE", "@1"]), ("state", ["FILE", "@2", "--diff", "@1"]), ("state", ["FILE", "@1", "--vertices", "0..2"]),
        ("state", ["COMPUTE"]), ("state", ["COMPUTE", "dispatch:0"]), ("draws", ["COMPUTE"]), ("memory", ["COMPUTE", "dispatch:0"]),
        ("memory", ["COMPUTE", "@0", "-o", "FOLDER/memory"]), ("pixel", ["COMPUTE", "3", "2", "--image", "checks"]), ("why", ["COMPUTE", "3", "2"]),
        ("trace", ["COMPUTE", "dispatch:0", "--invocation", "9", "--step", "0"]), ("shader", ["COMPUTE", "0", "--stage", "compute"]),
        ("diff", ["COMPUTE", "FILE", "--dry"]),
        ("image", ["FILE", "@1", "-o", "FOLDER/a.png"]), ("image", ["FILE", "@1", "--overlay", "overdraw", "-o", "FOLDER/a.csv"]),
        ("image", ["FILE", "@1", "--overlay", "depth", "-o", "FOLDER/a.csv"]), ("image", ["FILE", "each", "-o", "FOLDER/each"]),
        ("image", ["FILE", "texture:checks", "-o", "FOLDER/a.png"]),
        ("mesh", ["FILE", "@1", "--stage", "out", "-o", "FOLDER/a.obj"]), ("replay", ["FILE", "--on", "reference", "--compare", "-o", "FOLDER/a.png"]),
        ("pixel", ["FILE", "10", "20", "--frame", "1"]), ("why", ["FILE", "10", "20"]), ("why", ["FILE", "@0"]),
        ("trace", ["FILE", "@1", "--fragment", "24,16"]), ("trace", ["FILE", "@1", "--fragment", "24,16", "--step", "0"]),
        ("trace", ["FILE", "@1", "--vertex", "1", "--operations"]),
        ("profile", ["FILE"]), ("profile", ["FILE", "--by", "shader"]), ("profile", ["FILE", "--by", "line", "--folded"]), ("shader", ["FILE"]),
        ("shader", ["FILE", "1"]), ("shader", ["GEOMETRY"]), ("trace", ["GEOMETRY", "@0", "--primitive", "0"]),
        ("pixel", ["GEOMETRY", "5", "5"]), ("shader", ["GEOMETRY", "0", "--stage", "geometry"]),
        ("shader", ["FILE", "1", "--include", "tint.glsl"]), ("advise", ["FILE", "--limits"]), ("diff", ["FILE", "FILE", "--other-frame", "1"]),
        ("minimize", ["FILE", "--keep", "draws > 0", "-o", "FOLDER/small.rcap"]), ("assert pixel", ["FILE", "24", "16", "#010203"]),
        ("assert state", ["FILE", "@1", "depth.compare", "less"]),
        ("assert image", ["FILE", "FOLDER/a.png"]), ("assert count", ["FILE", "draws == 3"]), ("report", ["FILE", "--no-overlays", "-o", "FOLDER/a.html"]),
        ("view", ["FILE", "@1", "--png", "FOLDER/view.png"]), ("schema", ["draws"]),
    ]
    @Test("every answer matches its schema, and each member of the schemas occurs in an answer")
    func schemas() throws {
        let folder = try TemporaryFolder()
        let all = try #require(framescope("schema", "--json").members["schemas"] as? [String: [String: Any]])
        var schemas = all.mapValues { JSONSchema($0) }
        for (command, arguments) in Self.questions {
            let words = command.split(separator: " ").map(String.init)
                + arguments.map { $0.replacing("FILE", with: file.path).replacing("COMPUTE", with: computeFile.path)
                    .replacing("GEOMETRY", with: geometryFile.path).replacing("FOLDER", with: folder.url.path) } + ["--json"]
            let result = try run(words)
            let answer = try #require(result.json as? [String: Any], "\(words): \(result)")
            let problems = schemas[command]?.problems(of: answer)
            #expect(problems == [], "\(words)")
            #expect(answer["command"] as? String == command && answer["status"] as? Int == Int(result.status) && result.status < 2
                    && answer["version"] as? Int == 1, "\(words): \(result.errors)")
        }
        #expect(Set(all.keys) == Set(Self.questions.map(\.command)).union(["error"]))
        for (command, schema) in schemas.sorted(by: { $0.key < $1.key }) where command != "error" {
            // Only the members at the top of each schema must have been seen, because deeper members depend on the captured frame.
            let unseen = schema.places.subtracting(schema.seen).filter { !$0.dropFirst().contains(".") && !$0.contains("[") }
            #expect(unseen.isEmpty, "\(command): \(unseen.sorted())")
        }
    }

    @Test("no object of an answer has two members with the same name")
    func names() throws {
        let all = try #require(framescope("schema", "--json").members["schemas"] as? [String: [String: Any]])
        #expect(!all.isEmpty)
        for (command, schema) in all.sorted(by: { $0.key < $1.key }) { #expect(JSONSchema(schema).repeated == [], "\(command)") }
    }

    @Test("an error is also an answer, with its parts and status 2; without --json standard output stays empty")
    func errors() throws {
        let all = try #require(framescope("schema", "--json").members["schemas"] as? [String: [String: Any]])
        var schema = try JSONSchema(#require(all["error"]))
        let shader = TemporaryFile(".frag")
        try shader.write(Array("#version 330\nvoid main() { nonsense }".utf8))
        for (arguments, command, code) in [
            (["draws", "/absent.rcap"], "draws", "fileNotReadable"), (["state", file.path, "@99"], "state", "invalidArgument"),
            (["pixel", file.path, "999", "1"], "pixel", "invalidArgument"),
            (["draws"], "draws", "usage"), (["draws", file.path, "--nonsense"], "draws", "usage"), (["wyh", file.path], "", "usage"),
            (["assert", "count", file.path, "draws <"], "assert count", "invalidArgument"),
            (["trace", file.path, "@1"], "trace", "usage"), (["draws", file.path, "--grep", "("], "draws", "usage"), (["view", file.path], "view", "usage"),
            (["replay", file.path, "--shader", "0=\(shader.path)", "-o", "/tmp/x.png"], "replay", "shader"), (["schema", "nonsense"], "schema", "usage"),
        ] {
            let result = try run(arguments + ["--json"]), error = result.members["error"] as? [String: Any]
            let problems = schema.problems(of: result.members)
            #expect(result.status == 2 && !result.errors.isEmpty && problems == [], "\(arguments): \(result)")
            #expect(result.members["command"] as? String == command && error?["code"] as? String == code, "\(arguments): \(result)")
            if command != "view" { #expect(try run(arguments).output.isEmpty, "\(arguments)") }
        }
        let refused = try framescope("state", file.path, "@99", "--json").members["error"] as? [String: Any]
        #expect(refused?["subject"] as? String == "draw @99" && refused?["remedy"] as? String == "use @0 to @2")
        let compiled = try framescope("replay", file.path, "--shader", "0=\(shader.path)", "-o", "/tmp/x.png", "--json").members["error"] as? [String: Any]
        #expect((compiled?["diagnostics"] as? [[String: Any]])?.first?["line"] as? Int == 2)
    }

    @Test("the documentation page matches the tables of the subcommands")
    func page() throws {
        let path = packageFolder.appendingPathComponent("Sources/FrameCapture/FrameCapture.docc/AnswersForPrograms.md"), page = try framescope("schema", "--page").output
        if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try Data(page.utf8).write(to: path) }
        #expect(try String(contentsOf: path, encoding: .utf8) == page, "scripts/make-doc-pictures writes it anew")
        for question in Self.questions { #expect(page.contains("\n## framescope \(question.command)\n")) }
    }

    @Test("the version is printed, and for a mistyped subcommand or option the message suggests the intended one")
    func mistakes() throws {
        #expect(try framescope("--version").output.hasPrefix("framescope 0."))
        for (words, told) in [(["wyh"], "Did you mean 'why'?"), (["darws", file.path], "Did you mean 'draws'?"),
                              (["assert", "pixle", file.path], "Did you mean 'pixel'?"), (["help", "tarce"], "Did you mean 'trace'?"),
                              (["prof"], "Did you mean 'profile'?"), (["draws", file.path, "--sampels"], "Did you mean '--samples'?"),
                              (["qqqqqqqq"], "'framescope --help' lists all subcommands")] {
            let result = try run(words)
            #expect(result.status == 2 && result.errors.contains(told) && result.output.isEmpty, "\(words): \(result)")
        }
        #expect(try !framescope("qqqqqqqq").errors.contains("Did you mean"))
        for words in [["help"], ["help", "why"], ["assert", "--help"], ["--help"]] { #expect(try run(words).status == 0, "\(words)") }
    }

    @Test("every argument and option of every subcommand has a sentence in its help")
    func help() throws {
        func check(_ command: [String: Any], _ path: String) {
            let name = command["commandName"] as? String ?? ""
            if name == "help" { return }
            #expect((command["abstract"] as? String ?? "").hasSuffix("."), "\(path) \(name)")
            if command["subcommands"] == nil {
                #expect((command["discussion"] as? String ?? "").contains("framescope \(path.isEmpty ? "" : path + " ")\(name) "), "\(path) \(name) has no example")
            }
            for argument in command["arguments"] as? [[String: Any]] ?? [] {
                let text = argument["abstract"] as? String ?? ""
                #expect(text.count > 10 && text.first?.isLowercase == false || text.hasPrefix("#"), "\(path) \(name): \(argument["valueName"] ?? "") has no sentence: '\(text)'")
            }
            for subcommand in command["subcommands"] as? [[String: Any]] ?? [] {
                check(subcommand, path.isEmpty && name == "framescope" ? "" : (path + " " + name).trimmingCharacters(in: .whitespaces))
            }
        }
        let all = try #require(framescope("--experimental-dump-help").members["command"] as? [String: Any])
        check(all, "")
    }

    @Test("draws are found by a regular expression, and sorted by cost")
    func search() throws {
        func numbers(_ arguments: String...) throws -> [Int] {
            (try run(["draws", file.path, "--json"] + arguments).members["draws"] as? [[String: Any]] ?? []).compactMap { $0["draw"] as? Int }
        }
        #expect(try numbers("--grep", "^small|wall$") == [0, 1] && numbers("--grep", "checks") == [1] && numbers("--grep", "tint.d") == [1]
                && numbers("--grep", #"Fixture\.swift:\d+$"#) == [0, 1, 2])
        #expect(try numbers("--grep", "main", "--filter", "blend") == [2] && numbers("--grep", "nowhere") == [])
        let counted = try #require(framescope("draws", file.path, "--sort", "samples", "--json").members["draws"] as? [[String: Any]])
        let samples = counted.compactMap { $0["samples"] as? Int }
        #expect(samples.count == 3 && samples == samples.sorted(by: >) && counted.map { $0["draw"] as? Int } != [0, 1, 2])
        // The cost counts the same operations as a profile.
        let costs = try #require(framescope("draws", file.path, "--sort", "cost", "--json").members["draws"] as? [[String: Any]])
        let profile = try #require(framescope("profile", file.path, "--json").members["entries"] as? [[String: Any]])
        for cost in costs {
            let entry = profile.first { $0["draw"] as? Int == cost["draw"] as? Int }
            #expect(cost["operations"] as? Int == (entry?["operations"] as? Int ?? 0) + (entry?["helperOperations"] as? Int ?? 0), "\(cost)")
        }
        #expect(try framescope("draws", file.path, "--sort", "time").output.split(separator: "\n").count == 3)
        let timed = try framescope("draws", file.path, "--time")
        #expect(timed.output.contains(" ms") && timed.errors.contains("estimated: medians of"), "\(timed)")
    }
}
