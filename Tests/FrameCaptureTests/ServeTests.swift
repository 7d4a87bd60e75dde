// Runs framescope serve as an assistant does: the test writes requests to the command, and reads the command's answers.

import Foundation
import FrameCapture
import Raster
import TestSupport
import Testing

@Suite("framescope serve") struct ServeTests {
    private let file = TemporaryFile()
    private let picture: Image

    init() throws {
        let fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record().encoder)
        picture = try fixture.picture.readImage()
    }
    private func serve(_ text: String, _ arguments: String...) throws -> (run: ProgramRun, answers: [[String: Any]]) {
        try serve(bytes: Array(text.utf8), arguments)
    }
    private func serve(bytes: [UInt8], _ arguments: [String] = []) throws -> (run: ProgramRun, answers: [[String: Any]]) {
        let run = try ProgramRun([RunningProgram.path(ofBuilt: "framescope"), "serve", file.path, "--stdio"] + arguments, input: bytes)
        let answers = run.output.split(separator: "\n").map { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any] ?? [:] }
        return (run, answers)
    }
    private static func call(_ id: Int, _ tool: String, _ arguments: String = "{}") -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"# + "\n"
    }
    private static func initialize(_ revision: String) -> String {
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(revision)","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#
            + "\n" + #"{"jsonrpc":"2.0","method":"notifications/initialized"}"# + "\n"
    }
    private static func code(_ answer: [String: Any]) -> Int? { (answer["error"] as? [String: Any])?["code"] as? Int }
    private static func content(_ answer: [String: Any]) -> [[String: Any]] { (answer["result"] as? [String: Any])?["content"] as? [[String: Any]] ?? [] }
    private static func structure(_ answer: [String: Any]) -> [String: Any]? { (answer["result"] as? [String: Any])?["structuredContent"] as? [String: Any] }

    @Test("a session starts with a revision of the protocol that both sides know, answers ping, and ends when its input ends", arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
    ])
    func session(wanted: String, settled: String) throws {
        let (run, answers) = try serve(Self.initialize(wanted) + #"{"jsonrpc":"2.0","id":"p","method":"ping"}"#)
        #expect(run.status == 0 && run.errors.isEmpty && answers.count == 2, "\(run)")
        let result = try #require(answers[0]["result"] as? [String: Any])
        #expect(result["protocolVersion"] as? String == settled && (result["serverInfo"] as? [String: Any])?["name"] as? String == "framescope")
        #expect((result["capabilities"] as? [String: Any])?["tools"] != nil && (result["instructions"] as? String)?.contains(file.path) == true)
        #expect(answers[1]["id"] as? String == "p" && (answers[1]["result"] as? [String: Any])?.isEmpty == true)
    }

    @Test("since 2026-07-28 each request names its revision, and no session is needed")
    func named() throws {
        func meta(_ revision: String) -> String {
            #""_meta":{"io.modelcontextprotocol/protocolVersion":"\#(revision)","io.modelcontextprotocol/clientCapabilities":{}}"#
        }
        let (run, answers) = try serve([
            #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(meta("2026-07-28"))}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{\#(meta("2026-07-28"))}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"draws",\#(meta("2026-07-28"))}}"#,
            #"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{\#(meta("2031-01-01"))}}"#,
        ].joined(separator: "\n"))
        try #require(run.status == 0 && answers.count == 4, "\(run)")
        let results = answers.map { $0["result"] as? [String: Any] ?? [:] }
        #expect(results[0]["supportedVersions"] as? [String] == ["2026-07-28"]
                && results[..<3].allSatisfy { $0["resultType"] as? String == "complete" && ($0["_meta"] as? [String: Any])?.count == 1 })
        #expect(results[..<2].allSatisfy { $0["ttlMs"] is Int && $0["cacheScope"] as? String == "private" } && results[2]["ttlMs"] == nil)
        let error = try #require(answers[3]["error"] as? [String: Any]), data = try #require(error["data"] as? [String: Any])
        #expect(error["code"] as? Int == -32022 && data["requested"] as? String == "2031-01-01" && data["supported"] as? [String] == ["2026-07-28"])
    }

    @Test("every subcommand that reads a capture is a tool with its arguments, without the file and --json")
    func tools() throws {
        let (_, answers) = try serve(Self.initialize("2025-11-25") + #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        let tools = try #require((answers[1]["result"] as? [String: Any])?["tools"] as? [[String: Any]])
        let schemas = try #require(framescope("schema", "--json").members["schemas"] as? [String: Any])
        #expect(Set(tools.compactMap { $0["name"] as? String }) == Set(schemas.keys.map { $0.replacing(" ", with: "_") }).subtracting(["schema", "error"]))
        for tool in tools {
            let name = tool["name"] as? String ?? "", input = try #require(tool["inputSchema"] as? [String: Any]),
                properties = try #require(input["properties"] as? [String: [String: Any]])
            #expect(input["type"] as? String == "object" && (tool["description"] as? String)?.contains("framescope \(name) frame.rcap") == false, "\(name)")
            #expect(["json", "file", "help", "png"].allSatisfy { properties[$0] == nil }
                    && properties.allSatisfy { !($0.value["description"] as? String ?? "").isEmpty && $0.value["type"] != nil }, "\(name): \(properties)")
            #expect((tool["outputSchema"] as? NSDictionary) == schemas[name.replacing("_", with: " ")] as? NSDictionary, "\(name)")
        }
        func properties(_ name: String) -> [String: [String: Any]] {
            (tools.first { $0["name"] as? String == name }?["inputSchema"] as? [String: Any])?["properties"] as? [String: [String: Any]] ?? [:]
        }
        #expect(properties("pixel")["x"]?["type"] as? String == "integer" && properties("draws")["samples"]?["type"] as? String == "boolean"
                && properties("draws")["sort"]?["enum"] as? [String] == ["order", "time", "samples", "cost"])
        #expect(properties("why")["subject"]?["type"] as? String == "array" && properties("image")["output"] != nil && properties("view")["output"] != nil)
    }

    @Test("a tool's result is the subcommand's output, as text and as a structure")
    func answers() throws {
        let (run, answers) = try serve(Self.initialize("2025-06-18") + Self.call(1, "draws", #"{"grep":"wall","samples":true}"#)
            + Self.call(2, "why", #"{"subject":["24","16"]}"#)
            + Self.call(3, "why", #"{"subject":"@1"}"#) + Self.call(4, "state", #"{"draw":1,"filter":"depth"}"#)
            + Self.call(5, "assert_pixel", ##"{"x":24,"y":16,"color":"#010203"}"##)
            + Self.call(6, "pixel", #"{"x":24,"y":"16","frame":null}"#))
        try #require(run.status == 0 && answers.count == 7, "\(run)")
        let asked = [["draws", file.path, "--grep", "wall", "--samples"], ["why", file.path, "24", "16"], ["why", file.path, "@1"],
                     ["state", file.path, "@1", "--filter", "depth"], ["assert", "pixel", file.path, "24", "16", "#010203"], ["pixel", file.path, "24", "16"]]
        for (answer, words) in zip(answers.dropFirst(), asked) {
            let expected = try #require(try printed(words)), structure = try #require(Self.structure(answer))
            #expect(structure as NSDictionary == expected as NSDictionary, "\(words)")
            let text = try #require(Self.content(answer).first?["text"] as? String)
            #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary == expected as NSDictionary
                    && (answer["result"] as? [String: Any])?["isError"] as? Bool == false)
        }
        // Older revisions of the protocol have no structured content, so the result is only text.
        let (_, old) = try serve(Self.initialize("2024-11-05") + Self.call(1, "info"))
        #expect(Self.structure(old[1]) == nil && (Self.content(old[1]).first?["text"] as? String)?.contains("\"draws\":3") == true)
    }
    private func printed(_ words: [String]) throws -> [String: Any]? { try run(words + ["--json"]).json as? [String: Any] }

    @Test("pictures come as PNG, and files are written to the server's folder only")
    func pictures() throws {
        let folder = try TemporaryFolder()
        let (run, answers) = try serve(Self.initialize("2025-11-25") + Self.call(1, "replay")
            + Self.call(2, "image", #"{"subject":"@1","attachment":"depth","output":"depth.png"}"#)
            + Self.call(3, "image", #"{"subject":"each"}"#) + Self.call(4, "mesh", #"{"draw":"@1","stage":"in"}"#)
            + Self.call(5, "view", #"{"size":"640x400"}"#)
            + Self.call(6, "replay", #"{"output":"../up.png"}"#) + Self.call(7, "replay", #"{"output":"/tmp/up.png"}"#)
            + Self.call(8, "image", #"{"subject":"@1","output":"-"}"#), "--folder", folder.url.path)
        try #require(run.status == 0 && answers.count == 9, "\(run)")
        let image = try #require(Self.content(answers[1]).last), data = try #require(Data(base64Encoded: image["data"] as? String ?? ""))
        #expect(image["type"] as? String == "image" && image["mimeType"] as? String == "image/png"
                && Self.structure(answers[1])?["file"] as? String == folder.path("replay-1.png"))
        #expect(try Image.read(from: folder.path("replay-1.png")) == picture && data == Data(contentsOf: URL(fileURLWithPath: folder.path("replay-1.png"))))
        #expect(Self.structure(answers[2])?["file"] as? String == folder.path("depth.png") && Self.content(answers[3]).count == 4)
        #expect((Self.structure(answers[4])?["file"] as? String)?.hasSuffix(".obj") == true && Self.content(answers[5]).last?["type"] as? String == "image")
        for refused in answers[6...] {
            #expect((refused["result"] as? [String: Any])?["isError"] as? Bool == true
                    && (Self.content(refused).first?["text"] as? String)?.contains("is not a plain file name") == true)
        }
        // If the server has no folder, the server's files are deleted when the server ends.
        let (_, temporary) = try serve(Self.call(1, "replay"))
        let path = try #require(Self.structure(temporary[0])?["file"] as? String)
        #expect(!FileManager.default.fileExists(atPath: path) && Self.content(temporary[0]).count == 2)
    }

    @Test("a question without an answer is a result with an error, and a request that is not understood is a protocol error")
    func refusals() throws {
        let (run, answers) = try serve(Self.initialize("2025-11-25") + Self.call(1, "state", #"{"draw":"@99"}"#) + Self.call(2, "nonsense")
            + Self.call(3, "darws") + Self.call(4, "draws", #"{"sampels":true}"#)
            + Self.call(5, "draws", #"{"samples":"yes"}"#) + Self.call(6, "draws", "[1]") + Self.call(7, "pixel", #"{"x":1}"#)
            + Self.call(8, "draws", #"{"grep":"("}"#) + Self.call(9, "draws", #"{"sort":"size"}"#)
            + Self.call(10, "pixel", #"{"x":-5,"y":99999999999}"#) + Self.call(11, "trace", #"{"draw":"@1"}"#) + Self.call(12, "draws", #"{"grep":{"a":1}}"#)
            + #"{"jsonrpc":"2.0","id":13,"method":"resources/list"}"# + "\n"
            + #"{"jsonrpc":"2.0","id":14,"method":"tools/list","params":{"cursor":"2"}}"# + "\n"
            + #"{"jsonrpc":"2.0","id":15,"method":"tools/call","params":[1]}"# + "\n" + #"{"jsonrpc":"2.0","id":16,"method":"tools/call"}"# + "\n"
            + #"{"jsonrpc":"2.0","id":17,"method":"initialize"}"# + "\n" + Self.call(18, "info"))
        try #require(run.status == 0 && answers.count == 19, "\(run)")
        #expect((answers[1]["result"] as? [String: Any])?["isError"] as? Bool == true
                && (Self.content(answers[1]).first?["text"] as? String)?.contains("draw @99") == true && Self.structure(answers[1]) == nil)
        #expect((answers[10]["result"] as? [String: Any])?["isError"] as? Bool == true)
        for number in [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 14, 15, 16, 17] { #expect(Self.code(answers[number]) == -32602, "\(number): \(answers[number])") }
        for (number, name) in [(3, "draws"), (4, "samples")] {
            let message = (answers[number]["error"] as? [String: Any])?["message"] as? String
            #expect(message?.contains("Did you mean '\(name)'?") == true, "\(message ?? "")")
        }
        #expect(Self.code(answers[13]) == -32601 && Self.structure(answers[18])?["command"] as? String == "info")
    }

    @Test("lines that are no messages are answered with an error, and the next line works as usual")
    func hostile() throws {
        let deep = String(repeating: "[", count: 100_000), ping = #"{"jsonrpc":"2.0","id":7,"method":"ping"}"#
        for (line, code) in [
            ("nonsense", -32700), (#"{"jsonrpc":"2.0","id":1,"met"#, -32700), (deep, -32700), ("\"\u{0}\"", -32700), ("1e999999", -32700), ("5", -32600),
            ("null", -32600), ("\"text\"", -32600), ("[]", -32600),
            ("[\(ping)]", -32600), ("{}", -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":5}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"\#(String(repeating: "x", count: 100_000))"}"#, -32601),
            (String(repeating: "x", count: 5 << 20), -32700),
        ] {
            let (run, answers) = try serve(Self.initialize("2025-11-25") + line + "\n\n  \r\n" + ping)
            try #require(run.status == 0 && answers.count == 3, "\(line.prefix(100)): \(run.status) \(run.output.prefix(500))")
            #expect(Self.code(answers[1]) == code && answers[2]["id"] as? Int == 7 && answers[2]["result"] != nil, "\(line.prefix(100)): \(answers[1])")
        }
        let (run, answers) = try serve(bytes: [0xFF, 0xFE, 0x22, 0x0A] + Array(ping.utf8))
        #expect(run.status == 0 && answers.count == 2 && Self.code(answers[0]) == -32700 && answers[1]["id"] as? Int == 7)
        // Responses, notifications of any kind, and empty input get no answer.
        for text in ["", "\n\n", #"{"jsonrpc":"2.0","id":1,"result":{}}"#, #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#,
                     #"{"jsonrpc":"2.0","method":"nonsense"}"#] {
            let (run, answers) = try serve(text)
            #expect(run.status == 0 && answers.isEmpty && run.errors.isEmpty, "\(text): \(run)")
        }
    }

    @Test("batches are answered together if the revision has them")
    func batches() throws {
        let batch =
            #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/cancelled"},5,{"jsonrpc":"2.0","id":2,"method":"nonsense"}]"#
        let (run, _) = try serve(Self.initialize("2025-03-26") + batch + "\n[]\n" + #"[{"jsonrpc":"2.0","method":"x"}]"#)
        let lines = run.output.split(separator: "\n").map { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
        let list = try #require(lines[1] as? [[String: Any]])
        #expect(run.status == 0 && lines.count == 3 && list.map { $0["id"] as? Int } == [1, nil, 2] && list.map(Self.code) == [nil, -32600, -32601])
        #expect(Self.code(lines[2] as? [String: Any] ?? [:]) == -32600)
    }

    @Test("a server that cannot start prints the reason")
    func start() throws {
        let absent = try framescope("serve", "/absent.rcap", "--stdio"), way = try framescope("serve", file.path)
        #expect(absent.status == 2 && absent.errors.contains("/absent.rcap") && way.status == 2 && way.errors.contains("--stdio"))
    }
}
