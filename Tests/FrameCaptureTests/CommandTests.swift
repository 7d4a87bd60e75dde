// Runs framescope as a user does, and checks output, files and exit codes.

import Foundation
import FrameCapture
import Raster
import TestSupport
import Testing

extension ProgramRun {
    var json: Any? { try? JSONSerialization.jsonObject(with: data) }
    /// The members of the printed JSON object.
    var members: [String: Any] { json as? [String: Any] ?? [:] }
}

/// Runs the built executable, which is in the same folder as the tests.
func framescope(_ arguments: String...) throws -> ProgramRun { try run(arguments) }
func run(_ arguments: [String]) throws -> ProgramRun { try ProgramRun([RunningProgram.path(ofBuilt: "framescope")] + arguments) }

@Suite("framescope") struct CommandTests {
    private let file = TemporaryFile()
    private let picture: Image

    init() throws {
        let fixture = try Fixture(Device(.reference))
        try fixture.device.startCapture(to: file.path)
        for number in 0..<2 { try fixture.device.submit(fixture.record(time: Float(number)).encoder) }
        try fixture.device.stopCapture()
        picture = try fixture.picture.readImage()
    }

    @Test("a mesh and a report are written to standard output if their file is -; a reduced capture, and files written together with JSON, need a file name")
    func standardOutput() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stdout-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let written = folder + "/mesh.obj"
        #expect(try framescope("mesh", file.path, "@1", "-o", written).output == written + "\n")
        let mesh = try framescope("mesh", file.path, "@1", "-o", "-")
        #expect(try mesh.status == 0 && mesh.output == String(contentsOfFile: written, encoding: .utf8))
        let report = try framescope("report", file.path, "--no-overlays", "-o", "-")
        #expect(report.status == 0 && report.output.hasPrefix("<!DOCTYPE html>") && report.output.hasSuffix("</html>\n"))
        #expect(try framescope("minimize", file.path, "--keep", "draws > 0", "-o", "-").errors.contains("name a file"))
        #expect(try framescope("mesh", file.path, "@1", "-o", "-", "--json").errors.contains("name a file"))
        let lost = try framescope("mesh", file.path, "@1", "-o", folder + "/none/mesh.obj")
        #expect(lost.status != 0 && lost.errors.contains("cannot be written"), "\(lost)")
    }

    @Test("every subcommand's help has an example", arguments: [
        "info", "verify", "draws", "state", "memory", "image", "mesh", "replay", "pixel", "why", "trace", "profile", "shader", "advise", "diff", "minimize",
        "report",
        "view", "serve",
    ])
    func help(name: String) throws {
        let result = try framescope(name, "--help")
        #expect(result.status == 0 && result.errors.isEmpty && result.output.contains("framescope \(name) frame.rcap"))
        #expect(try framescope("--help").output.contains(name))
    }
    @Test("the help of every kind of assertion has an example", arguments: ["pixel", "state", "image", "count"])
    func assertionHelp(name: String) throws {
        let result = try framescope("assert", name, "--help")
        #expect(result.status == 0 && result.errors.isEmpty && result.output.contains("framescope assert \(name) frame.rcap"))
        #expect(try framescope("assert", "--help").output.contains("framescope assert \(name) frame.rcap"))
    }

    @Test("a question without an answer gives status 2, and the reason on standard error only")
    func errors() throws {
        for arguments in [["draws", "/absent.rcap"], ["draws", file.path, "--frame", "7"], ["state", file.path, "@99"], ["nonsense"], ["draws"],
                          ["image", file.path, "@0", "--attachment", "color7", "-o", "/tmp/x.png"],
                          ["image", file.path, "@0", "--attachment", "colour", "-o", "/tmp/x.png"],
                          ["replay", file.path, "--shader", "0=/absent.frag", "-o", "/tmp/x.png"]] {
            let result = try run(arguments)
            #expect(result.status == 2 && result.output.isEmpty && !result.errors.isEmpty, "\(arguments): \(result)")
        }
    }

    @Test("info prints the frames, and gives status 1 for damage")
    func info() throws {
        let result = try framescope("info", file.path)
        #expect(result.status == 0 && result.output.contains("frame 1") && result.output.contains("3 draws"))
        let json = try #require(framescope("info", file.path, "--json").json as? [String: Any])
        #expect((json["frames"] as? [[String: Any]])?.count == 2 && json["isComplete"] as? Bool == true)
        let cut = TemporaryFile()
        try cut.write(Array(try file.bytes.dropLast(700)))
        let damaged = try framescope("info", cut.path)
        #expect(damaged.status == 1 && damaged.errors.contains("damaged:") && damaged.output.contains("no: the program ended before the capture was complete"))
        // A failed frame is printed with its error.
        var options = Device.Options()
        options.shaderStepLimit = 100
        let endless = try TracedFixture("uniform float x; out vec4 pixel; void main() { float y = x; while (y < 1.0) { y = y * 0.5; } pixel = vec4(y); }", deviceOptions: options, reachesEnd: false)
        let failed = try framescope("info", endless.file.path)
        #expect(failed.status == 0 && failed.output.contains("; ended with: ") && failed.output.contains("loop"), "\(failed)")
        #expect(try framescope("assert", "count", endless.file.path, "fails").status == 0 && framescope("assert", "count", file.path, "fails").status == 1)
    }

    @Test("draws prints one line per draw, filtered and counted as requested")
    func draws() throws {
        let result = try framescope("draws", file.path)
        let all = result.output.split(separator: "\n"), lines = all.filter { $0.hasPrefix("@") }
        #expect(result.status == 0 && lines.count == 3)
        // Without a filter, each draw is listed below the line of its pass.
        #expect(all.count == 5 && all[0] == "pass 0  small  16×16, 1 draw" && all[1] == lines[0] && all[2] == "pass 1  main  48×32, 2 draws"
                && all[3...] == lines[1...], "\(result)")
        #expect(lines[1].hasPrefix("@1  main/room/wall") && lines[1].contains("2 triangles") && lines[1].contains("Tests/FrameCaptureTests/Fixture.swift:"))
        #expect(lines[0].contains("  blend alpha  ") && lines[1].contains("  depth less, stencil always  ")
                && lines[2].contains("  blend alpha, scissor 20×20  "), "\(result)")
        func numbers(_ filter: String) throws -> [Int] {
            (try framescope("draws", file.path, "--json", "--filter", filter).members["draws"] as? [[String: Any]] ?? []).compactMap { $0["draw"] as? Int }
        }
        #expect(try numbers("room") == [1] && numbers("blend") == [0, 2] && numbers("blend && !scissor") == [0] && numbers("tinted") == [1])
        #expect(try numbers("vertices > 3") == [1, 2] && numbers("instances==2 && blend") == [2] && numbers("primitives <= 2 && draw != 1") == [0])
        #expect(try numbers("samples > 0") == [0, 1, 2] && numbers("samples == 0") == [])
        let unknown = try framescope("draws", file.path, "--filter", "primitves > 3")
        #expect(unknown.status == 2 && unknown.errors.contains("'primitves' is not a count of a draw; compare draw, primitives"), "\(unknown)")
        for unfinished in ["samples <", "draw = 3", "vertices>x", "", "blend &&", "!"] {
            let refused = try framescope("draws", file.path, "--filter", unfinished)
            #expect(refused.status == 2 && (refused.errors.contains("with a whole number") || refused.errors.contains("an empty condition")), "\(refused)")
        }
        let counted = try #require(framescope("draws", file.path, "--samples", "--json", "--frame", "1").members["draws"] as? [[String: Any]])
        #expect(counted.count == 3 && counted.allSatisfy { ($0["samples"] as? Int ?? 0) > 0 })
        let told = try framescope("draws", file.path, "--samples", "--frame", "1").output.split(separator: "\n").filter { $0.hasPrefix("@") }
        #expect(told.count == 3 && zip(told, counted).allSatisfy { $0.contains(" \($1["samples"] as? Int ?? 0) samples ") }, "\(told)")
    }

    @Test("state prints a table of names and values, JSON with bits, or a difference")
    func state() throws {
        let text = try framescope("state", file.path, "@1").output
        #expect(text.contains("uniform.shift") && text.contains("0.0 0.25"))
        let json = try #require(framescope("state", file.path, "1", "--json").members["state"] as? [String: Any])
        let shift = try #require(json["uniform.shift"] as? [[String: Any]])
        #expect(shift[1]["bits"] as? String == "0x3e800000" && shift[1]["value"] as? Double == 0.25)
        let changed = try framescope("state", file.path, "@2", "--diff", "@1", "--filter", "scissor")
        #expect(changed.status == 1 && changed.output.contains("scissor  none  →  4 4 20 20"))
        #expect(try framescope("state", file.path, "@2", "--diff", "@2").status == 0)
    }

    @Test("without a draw, the states of all draws are printed, one line per value")
    func states() throws {
        let table = try framescope("state", file.path, "--filter", "depth.compare")
        #expect(table.status == 0 && table.output == "@1  depth.compare  less\n", "\(table)")
        let all = try #require(framescope("state", file.path, "--json").members["draws"] as? [[String: Any]])
        #expect(all.map { $0["draw"] as? Int } == [0, 1, 2])
        for one in all {
            let number = try #require(one["draw"] as? Int), alone = try framescope("state", file.path, "@\(number)", "--json").members["state"] as? NSDictionary
            #expect(alone != nil && one["state"] as? NSDictionary == alone, "@\(number)")
        }
        for wrong in [["--diff", "@1"], ["--vertices", "0"]] { #expect(try run(["state", file.path] + wrong).status == 2, "\(wrong)") }
    }

    @Test("image each writes every draw's picture into a folder")
    func each() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("each-\(UUID().uuidString)"), output = TemporaryFile(".png")
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try framescope("image", file.path, "each", "--frame", "1", "-o", folder.path)
        #expect(result.status == 0 && result.output == (0..<3).map { "\(folder.path)/\($0).png\n" }.joined() && result.errors.isEmpty, "\(result)")
        for number in 0..<3 {
            #expect(try framescope("image", file.path, "@\(number)", "--frame", "1", "-o", output.path).status == 0)
            #expect(try Image.read(from: "\(folder.path)/\(number).png") == Image.read(from: output.path), "@\(number)")
        }
        // The first draw has no depth attachment.
        let depth = try framescope("image", file.path, "each", "--attachment", "depth", "-o", folder.path, "--json")
        #expect((depth.members["pictures"] as? [[String: Any]])?.map { $0["draw"] as? Int } == [1, 2]
                && depth.errors == "note: @0 does not have this picture\n", "\(depth)")
        #expect(try Image.read(from: "\(folder.path)/1.png").format == .gray16)
        for wrong in [["--only"], ["--overlay", "depth"], ["--after", "@1"], ["--legend"]] {
            #expect(try run(["image", file.path, "each", "-o", folder.path] + wrong).status == 2, "\(wrong)")
        }
        #expect(try framescope("image", file.path, "each", "-o", file.path).status == 2)
    }

    @Test("the JSON of a history has every field of every event, floats with their bits")
    func historyFields() throws {
        let capture = try Capture(contentsOf: file.path, sources: PackageSources(around: FileManager.default.currentDirectoryPath))
        let history = try capture.history(x: 10, y: 20, in: capture.frames[1])
        let json = try #require(framescope("pixel", file.path, "10", "20", "--frame", "1", "--json").json as? [String: Any])
        let events = try #require(json["events"] as? [[String: Any]])
        try #require(events.count == history.events.count)
        // Returns a value as text for the comparison. A float is given by its bits, and a missing value is null.
        func told(_ value: Any?) -> String {
            switch value {
            case let list as [Any]: list.map(told).joined(separator: " ")
            case let float as [String: Any]: float["bits"] as? String ?? "?"
            case let text as String: text
            case let number as NSNumber: "\(number)"
            case is NSNull: "-"
            default: "absent"
            }
        }
        func bits(_ value: Float) -> String {
            "0x" + String(repeating: "0", count: 8 - String(value.bitPattern, radix: 16).count) + String(value.bitPattern, radix: 16)
        }
        func text(_ value: StateValue?) -> String {
            switch value {
            case .numbers(let list)?: list.map(bits).joined(separator: " ")
            case let value?: value.description
            case nil: "-"
            }
        }
        func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "-" }
        func text(_ value: Bool?) -> String { value.map { $0 ? "1" : "0" } ?? "-" }
        for (event, found) in zip(history.events, events) {
            let expected = [
                "draw": text(event.draw), "name": event.name, "site": event.site, "fate": event.fate.name, "sample": text(event.sample),
                "primitive": text(event.primitive),
                "instance": text(event.instance), "vertices": event.vertices.map(String.init).joined(separator: " "),
                "barycentrics": event.barycentrics.map(bits).joined(separator: " "),
                "isFrontFacing": text(event.isFrontFacing), "testsEarly": text(event.testsEarly), "depth": event.depth.map(bits) ?? "-",
                "storedDepth": event.storedDepth.map(bits) ?? "-",
                "depthCompare": text(event.depthCompare), "stencilReference": text(event.stencilReference), "storedStencil": text(event.storedStencil),
                "stencilCompare": text(event.stencilCompare), "output": text(event.output), "before": text(event.before), "after": text(event.after),
                "blend": text(event.blend), "writeMask": text(event.writeMask),
            ]
            for (name, value) in expected { #expect(told(found[name]) == value, "\(name) of \(event.name)") }
            let changes = try #require(found["changes"] as? [[String: Any]])
            try #require(changes.count == event.changes.count)
            for (change, found) in zip(event.changes, changes) {
                #expect(told(found["attachment"]) == "\(change.attachment)" && told(found["before"]) == text(change.before)
                        && told(found["after"]) == text(change.after))
                #expect(told(found["output"]) == text(change.output) && told(found["writeMask"]) == text(change.writeMask))
                guard let blend = change.blend, let terms = found["blend"] as? [String: Any] else {
                    #expect(change.blend == nil && found["blend"] == nil)
                    continue
                }
                #expect(told(terms["equation"]) == blend.equation && told(terms["source"]) == text(blend.source)
                        && told(terms["sourceFactor"]) == text(blend.sourceFactor))
                #expect(told(terms["destination"]) == text(blend.destination) && told(terms["destinationFactor"]) == text(blend.destinationFactor))
            }
        }
        // The history of this pixel contains all cases: both instances of a blended draw, and a draw with depth and stencil.
        #expect(history.events.contains { $0.instance == 1 && $0.blend != nil } && history.events.contains { $0.depth != nil && $0.storedStencil != nil })
        let table = try framescope("pixel", file.path, "10", "20", "--frame", "1").output
        let wall = try #require(history.events.first { $0.depth != nil })
        #expect(table.split(separator: "\n").contains { $0.hasPrefix("@1 ") && $0.contains("  \(text(wall.depth))  \(text(wall.storedDepth))  ") }, "\(table)")
    }

    @Test("commands that draw a frame again warn, and give status 1, if bits differ from the recorded ones")
    func contradictions() throws {
        // Stores wrong hashes in the capture: the hashes of a frame drawn for another time.
        let capture = try Capture(contentsOf: file.path), report = try capture.verify(capture.frames[0], ways: [.reference])
        let other = TemporaryFile(), fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: other.path)
        try fixture.device.submit(fixture.record(time: 0.3).encoder)
        try Capture(contentsOf: other.path).store([report])
        let trace = try framescope("trace", other.path, "@1", "--fragment", "24,16")
        #expect(trace.status == 1 && trace.output.contains("proof    NONE: ") && trace.errors.contains("WARNING: ")
                && trace.errors.contains("Do not trust this trace"), "\(trace)")
        let profile = try framescope("profile", other.path)
        #expect(profile.status == 1 && profile.errors.contains("WARNING: the images and buffers of draw @1 (main/room/wall) have different bits than the capture recorded"), "\(profile)")
        let picture = TemporaryFile(".png"), overlay = try framescope("image", other.path, "@1", "--overlay", "overdraw", "-o", picture.path)
        #expect(overlay.status == 1 && overlay.errors.contains("WARNING: the draws left different bits"), "\(overlay)")
        // The original capture, with its own hashes, gives no warning.
        try capture.store([report])
        #expect(try framescope("trace", file.path, "@1", "--fragment", "24,16").status == 0 && framescope("profile", file.path).status == 0)
        #expect(try framescope("image", file.path, "@1", "--overlay", "overdraw", "-o", picture.path).status == 0)
    }

    @Test("vertices are decoded as the shader reads them, with indices and after updates")
    func vertices() throws {
        let table = try framescope("state", file.path, "@1", "--vertices", "2..9")
        let lines = table.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines == [["position", "index", "vertex", "position"], ["2", "2", "2", "0.0", "0.9", "0.5"], ["3", "1", "1", "0.9", "-0.8", "0.0"],
                          ["4", "3", "3", "0.9", "0.9", "-0.2"], ["5", "2", "2", "0.0", "0.9", "0.5"]], "\(table)")
        let json = try #require(framescope("state", file.path, "@0", "--vertices", "1", "--json").members["vertices"] as? [[String: Any]])
        let position = (json.first?["attributes"] as? [String: Any])?["position"] as? [[String: Any]]
        #expect(json.count == 1 && json[0]["index"] is NSNull && position?.map { $0["bits"] as? String } == ["0x3f666666", "0xbf4ccccd", "0x00000000"],
                "\(json)")
        #expect(try framescope("state", file.path, "@2", "--vertices", "0", "--instance", "1").status == 0)
        for wrong in [["--vertices", "0", "--instance", "2"], ["--vertices", "3..1"], ["--vertices", "0..99999999"], ["--vertices", "0", "--diff", "@1"]] {
            #expect(try run(["state", file.path, "@2"] + wrong).status == 2, "\(wrong)")
        }
    }

    @Test("shaders are listed, and printed as written or with all includes inserted")
    func shaders() throws {
        let list = try framescope("shader", file.path)
        #expect(list.status == 0 && list.output.contains("0  flat") && list.output.contains("1  tinted  cube.vert  cube.frag  SCALE=0.75 tint.glsl"), "\(list)")
        let text = try framescope("shader", file.path, "1", "--stage", "fragment")
        #expect(text.output == Fixture.fragment + "\n" && text.errors.isEmpty)
        let whole = try framescope("shader", file.path, "1", "--stage", "fragment", "--preprocessed")
        #expect(whole.output.contains("vec4 tint") && whole.output.contains("0.75") && !whole.output.contains("#include") && !whole.output.contains("SCALE"),
                "\(whole)")
        #expect(try framescope("shader", file.path, "1", "--include", "tint.glsl").output == "vec4 tint(vec4 c) { return c.bgra; }\n")
        // A printed shader can be used as a replacement for its original.
        let shader = TemporaryFile(".frag"), output = TemporaryFile(".png")
        try shader.write(Array(whole.output.utf8))
        #expect(try framescope("replay", file.path, "--frame", "1", "--shader", "1=\(shader.path)", "-o", output.path).status == 0)
        #expect(try Image.read(from: output.path) == picture)
        for wrong in [["7"], ["1", "--include", "absent"], ["--stage", "vertex"]] { #expect(try run(["shader", file.path] + wrong).status == 2, "\(wrong)") }
    }

    @Test("textures are written as pictures, level by level, before the frame or after a draw")
    func textures() throws {
        let output = TemporaryFile(".png")
        let json = try #require(framescope("image", file.path, "texture:checks", "-o", output.path, "--json").json as? [String: Any])
        #expect(json["width"] as? Int == 8 && json["format"] as? String == "rgba8")
        let bytes = try Image.read(from: output.path).bytes
        // Pictures have the top row first, textures the bottom row.
        #expect(Array(bytes[(7 * 32)..<(7 * 32 + 4)]) == (0..<4).map { UInt8(truncatingIfNeeded: $0 * 37) })
        #expect(try framescope("image", file.path, "texture:checks:2", "--after", "@0", "-o", output.path).status == 0)
        #expect(try Image.read(from: output.path).width == 2)
        for wrong in ["texture:absent", "texture:checks:9", "texture:checks:0:1", "texture:#99"] {
            #expect(try framescope("image", file.path, wrong, "-o", output.path).status == 2, "\(wrong)")
        }
    }

    @Test("diff prints differences with status 1, and nothing with status 0")
    func diff() throws {
        let same = try framescope("diff", file.path, file.path)
        #expect(same.status == 0 && same.output.isEmpty, "\(same)")
        let changed = try framescope("diff", file.path, file.path, "--other-frame", "1")
        #expect(changed.status == 1 && changed.output.contains("uniform.shift: 0.0 0.25 → 1.0 0.25")
                && changed.output.contains("The frames first differ at the beginning of pass small"), "\(changed)")
        let json = try #require(framescope("diff", file.path, file.path, "--other-frame", "1", "--json").json as? [String: Any])
        #expect((json["divergence"] as? [String: Any])?["pixel"] as? [Int] == [0, 0] && json["isEmpty"] as? Bool == false)
        let first = try framescope("diff", file.path, file.path, "--other-frame", "1", "--first-divergence")
        #expect(first.status == 1 && first.output.hasPrefix("The frames first differ at") && first.output.split(separator: "\n").count == 1, "\(first)")
        let dry = try framescope("diff", file.path, file.path, "--other-frame", "1", "--dry")
        #expect(dry.status == 1 && dry.output.contains("~  @1  @1") && !dry.output.contains("first differ at"), "\(dry)")
        #expect(try framescope("diff", file.path, "/absent.rcap").status == 2)
    }

    @Test("minimize writes the smallest capture for which a predicate stays true")
    func minimize() throws {
        let output = TemporaryFile()
        let result = try framescope("minimize", file.path, "--keep", "draws > 0 && samples(@0) > 0", "-o", output.path, "--json")
        let json = try #require(result.json as? [String: Any])
        #expect(json["draws"] as? Int == 1 && json["drawsBefore"] as? Int == 3, "\(result)")
        #expect(try framescope("draws", output.path).output.split(separator: "\n").count == 2)
        for wrong in ["draws > 99", "draws >"] { #expect(try framescope("minimize", file.path, "--keep", wrong, "-o", output.path).status == 2) }
    }

    @Test("assertions give status 0 if true, 1 if false, 2 if invalid")
    func assertions() throws {
        let golden = TemporaryFile(".png")
        try picture.writePNG(to: golden.path)
        let pixel = picture[24, 16], color = "#" + (0..<3).map { (pixel[$0] < 16 ? "0" : "") + String(pixel[$0], radix: 16) }.joined()
        for (status, arguments) in [
            (0, ["pixel", file.path, "24", "16", color, "--frame", "1"]), (1, ["pixel", file.path, "24", "16", "#010203", "--frame", "1"]),
            (0, ["pixel", file.path, "24", "16", "#010203", "--within", "255"]),
            (2, ["pixel", file.path, "99", "16", color]), (2, ["pixel", file.path, "1", "1", "red"]),
            (0, ["state", file.path, "@1", "stencil", "yes"]), (1, ["state", file.path, "@1", "depth.compare", "greater"]),
            (2, ["state", file.path, "@1", "nonsense", "1"]),
            (0, ["image", file.path, golden.path, "--frame", "1"]), (1, ["image", file.path, golden.path, "--after", "@0"]),
            (2, ["image", file.path, "/absent.png"]),
            (0, ["count", file.path, "draws == 3 && !differs"]), (1, ["count", file.path, "draws < 3"]), (2, ["count", file.path, "draws <"]),
        ] as [(Int32, [String])] {
            let result = try run(["assert"] + arguments)
            #expect(result.status == status && result.output.isEmpty && (status == 0) == result.errors.isEmpty, "\(arguments): \(result)")
        }
        #expect(try framescope("assert", "pixel", file.path, "24", "16", "#010203").errors.contains("because draw @"))
    }

    @Test("a depth image is compared in steps of its 16 bits, not byte by byte")
    func depthSteps() throws {
        let output = TemporaryFile(".png")
        #expect(try framescope("image", file.path, "@1", "--attachment", "depth", "--range", "0..1", "-o", output.path).status == 0)
        let depth = try Image.read(from: output.path)
        try #require(depth.format == .gray16)
        var nearer = depth, crossings = 0
        for at in stride(from: 0, to: depth.bytes.count, by: 2) {
            let value = UInt16(depth.bytes[at]) | UInt16(depth.bytes[at + 1]) << 8, next = value == 0 ? 1 : value - 1
            if value & 0xFF == 0 { crossings += 1 }
            nearer.bytes[at] = UInt8(truncatingIfNeeded: next)
            nearer.bytes[at + 1] = UInt8(next >> 8)
        }
        #expect(crossings > 0)
        try nearer.writePNG(to: output.path)
        func check(within steps: String) throws -> ProgramRun {
            try framescope("assert", "image", file.path, output.path, "--after", "@1", "--attachment", "depth", "--within", steps)
        }
        let passed = try check(within: "1"), failed = try check(within: "0")
        #expect(passed.status == 0, "\(passed)")
        #expect(failed.status == 1 && failed.errors.contains("1536 of 1536 pixels differ, by 1 step at most"), "\(failed)")
    }

    @Test("a replay on the system's OpenGL gives nearly the same picture, or an error if there is no OpenGL")
    func openGL() throws {
        let output = TemporaryFile(".png")
        let result = try framescope("replay", file.path, "--frame", "1", "--on", "opengl", "--compare", "--within", "255", "-o", output.path)
        if result.status == 2 { return #expect(result.errors.contains("OpenGL") || result.errors.contains("EGL"), "\(result)") }
        #expect(result.status == 0 && result.errors.contains("0 of 1536 pixels differ"), "\(result)")
        // OpenGL's samples are at other positions in a pixel, so pixels at edges may differ.
        let drawn = try Image.read(from: output.path),
            different = zip(drawn.bytes, picture.bytes).enumerated().filter { abs(Int($0.element.0) - Int($0.element.1)) > 3 }
        #expect(Set(different.map { $0.offset / 4 }).count < 46 && !different.isEmpty)
        let strict = try framescope("replay", file.path, "--frame", "1", "--on", "opengl", "--compare", "-o", output.path)
        #expect(strict.status == 1 && strict.errors.contains("pixels differ by more than 0"), "\(strict)")
    }

    @Test("OpenGL leaves anisotropic filters to the implementation: without such a filter a floor matches the system's OpenGL within 3 steps, with a filter it does not")
    func anisotropy() throws {
        func differing(maxAnisotropy: Float) throws -> (status: Int32, errors: String, pixels: Int) {
            let file = TemporaryFile(), output = TemporaryFile(".png"), device = Device(.reference), target = try device.makeFramebuffer(width: 128, height: 64)
            let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 64, height: 64, mipLevels: 7, label: "noise"))
            try texture.replace(bytes: (0..<(64 * 64 * 4)).map { UInt8(truncatingIfNeeded: ($0 / 4 &* 2654435761) >> 11) })
            let program = try device.makeProgram(vertex: """
                out vec2 place;
                void main() {
                    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
                    place = corner * 24.0;
                    gl_Position = vec4((corner.x * 2.0 - 1.0) * 2.0, -1.0 + corner.y * 8.0, 0.0, 1.0 + corner.y * 7.0);
                }
                """, fragment: "uniform sampler2D image; in vec2 place; out vec4 pixel; void main() { pixel = texture(image, place); }")
            let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
            try device.captureNextFrame(to: file.path)
            var frame = device.makeCommandEncoder()
            frame.generateMipmaps(texture)
            frame.render(to: target, clear: .color(0, 0, 0)) { pass in
                pass.setPipeline(pipeline)
                pass.setTexture("image", texture, Sampler(mip: .linear, wrap: .repeat, maxAnisotropy: maxAnisotropy))
                pass.draw(.triangleStrip, count: 4)
            }
            try device.submit(frame)
            let result = try framescope("replay", file.path, "--on", "opengl", "--compare", "--within", "3", "-o", output.path)
            return (result.status, result.errors, Int(result.errors.prefix { $0.isNumber }) ?? -1)
        }
        let trilinear = try differing(maxAnisotropy: 1)
        if trilinear.status == 2 { return #expect(trilinear.errors.contains("OpenGL") || trilinear.errors.contains("EGL"), "\(trilinear)") }
        let anisotropic = try differing(maxAnisotropy: 16)
        #expect((0...8).contains(trilinear.pixels), "\(trilinear)")
        #expect(anisotropic.status == 1 && anisotropic.pixels > 800, "\(anisotropic)")
    }

    @Test("for a draw, why prints how much of the draw is visible, with counts")
    func whyDraw() throws {
        let text = try framescope("why", file.path, "@1")
        #expect(text.status == 0 && text.output.hasPrefix("Draw @1 (main/room/wall") && text.output.contains("is visible:"), "\(text)")
        let capture = try Capture(contentsOf: file.path), verdict = try capture.verdict(of: capture.frames[0].draws[1], in: capture.frames[0])
        for (name, count) in [("vertices", verdict.vertices), ("primitives", verdict.primitives), ("samples covered", verdict.samples),
                              ("samples passed", verdict.passed), ("samples changed", verdict.changed), ("samples seen", verdict.seen)] {
            #expect(count > 0 && text.output.split(separator: "\n").contains { $0.hasPrefix(name + " ") && $0.hasSuffix(" \(count)") }, "\(name) of \(text)")
        }
        let json = try #require(framescope("why", file.path, "@0", "--json").json as? [String: Any])
        #expect(json["isSeen"] as? Bool == false && (json["evidence"] as? [[String: Any]])?.last?["loss"] as? String == "notShown", "\(json)")
        for wrong in [["@99"], ["@1", "2"], ["1"], ["x", "y"]] { #expect(try run(["why", file.path] + wrong).status == 2, "\(wrong)") }
    }

    @Test("pixel names images, and an option limits it to one image")
    func images() throws {
        let depth = try framescope("pixel", file.path, "24", "16", "--frame", "1", "--of", "@1", "--attachment", "depth")
        #expect(depth.status == 0 && depth.output.contains("scene") && depth.output.contains("depth failed") || depth.output.contains("written"), "\(depth)")
        let scene = try framescope("pixel", file.path, "24", "16", "--image", "picture")
        #expect(scene.status == 0 && scene.output.contains("a resolve into texture"), "\(scene)")
        for wrong in [["--image", "absent"], ["--attachment", "color3"], ["--image", "picture", "--of", "@1"]] {
            #expect(try run(["pixel", file.path, "24", "16"] + wrong).status == 2, "\(wrong)")
        }
    }

    @Test("verify draws in the chosen ways")
    func ways() throws {
        #expect(try framescope("verify", file.path, "--dry", "--on", "reference").output.split(separator: "\n").count == 2)
        let some = try framescope("verify", file.path, "--dry", "--on", "jit", "--lanes", "8", "--frame", "0")
        #expect(some.status == 0 && some.output.split(separator: "\n").count == 2 && some.output.contains("jit, 8 lanes, baseline") && some.errors.isEmpty,
                "\(some)")
        #expect(try framescope("verify", file.path, "--dry", "--tier", "optimized", "--frame", "0").output.split(separator: "\n").count == 3)
        for wrong in [["--lanes", "5"], ["--on", "reference", "--lanes", "4"]] { #expect(try run(["verify", file.path] + wrong).status == 2) }
    }

    @Test("images and replays equal the program's pictures")
    func pictures() throws {
        let output = TemporaryFile(".png")
        #expect(try framescope("replay", file.path, "--frame", "1", "-o", output.path).status == 0)
        #expect(try Image.read(from: output.path) == picture)
        #expect(try framescope("replay", file.path, "--frame", "1", "--skip", "@2", "--on", "reference", "-o", output.path).status == 0)
        #expect(try Image.read(from: output.path) != picture)
        #expect(try framescope("image", file.path, "@2", "--frame", "1", "-o", output.path).output == output.path + "\n")
        // The scene has four samples. A picture of the scene averages the samples in one more step than the resolve of the frame,
        // so the results may differ by rounding.
        let scene = try Image.read(from: output.path)
        #expect(zip(scene.bytes, picture.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
        #expect(try framescope("image", file.path, "@2", "--attachment", "depth", "-o", output.path).status == 0)
        #expect(try Image.read(from: output.path).format == .gray16)
        // Both renderers give the same bits, and the answer names the renderer.
        for renderer in ["jit", "reference"] {
            let said = try #require(framescope("replay", file.path, "--on", renderer, "-o", output.path, "--json").json as? [String: Any])
            #expect((said["renderer"] as? String)?.hasPrefix(renderer) == true && said["file"] as? String == output.path, "\(said)")
        }
        // A replay up to a draw shows the picture after this draw.
        #expect(try framescope("image", file.path, "@1", "--frame", "1", "-o", output.path).status == 0)
        let half = try Image.read(from: output.path)
        #expect(try framescope("replay", file.path, "--frame", "1", "--through", "@1", "-o", output.path).status == 0)
        #expect(try Image.read(from: output.path) == half && half != scene)
        let shader = TemporaryFile(".frag")
        try shader.write(Array("#version 330\nout vec4 pixel; void main() { pixel = vec4(0, 1, 1, 1); }".utf8))
        #expect(try framescope("replay", file.path, "--shader", "1=\(shader.path)", "--through", "@1", "-o", output.path).status == 0)
        #expect(try Image.read(from: output.path)[24, 16] == SIMD4<UInt8>(0, 255, 255, 255))
    }

    @Test("verify checks all ways, stores hashes, and prints differences with status 1")
    func verify() throws {
        let size = try file.bytes.count
        let dry = try framescope("verify", file.path, "--dry", "--frame", "0")
        #expect(try dry.status == 0 && file.bytes.count == size, "\(dry)")
        let first = try framescope("verify", file.path)
        #expect(try first.status == 0 && file.bytes.count > size && first.output.split(separator: "\n").count == 14, "\(first)")
        let second = try #require(framescope("verify", file.path, "--json", "--frame", "1").json as? [String: Any])
        #expect(second["passes"] as? Bool == true && (second["frames"] as? [[String: Any]])?.first?["hadHashes"] as? Bool == true)
        let capture = try Capture(contentsOf: file.path), report = try capture.verify(capture.frames[0], ways: [.reference])
        let other = TemporaryFile(), fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: other.path)
        try fixture.device.submit(fixture.record(time: 0.3).encoder)
        try Capture(contentsOf: other.path).store([report])
        let wrong = try framescope("verify", other.path)
        #expect(wrong.status == 1 && wrong.output.contains("differs after"))
    }

    @Test("trace prints lines, one step, one variable, instructions or JSON")
    func trace() throws {
        let arguments = ["trace", file.path, "@1", "--fragment", "24,16", "--frame", "1"]
        let text = try run(arguments)
        #expect(text.status == 0 && text.output.contains("cube.frag:8") && text.output.contains("pixel = tint(texture(image, place + shift))")
                && text.output.contains("the draw leaves the same bits"), "\(text)")
        #expect(text.output.contains("uniform  vec2 shift = vec2(1.0, 0.25)"))
        let detail = try run(arguments + ["--step", "0"])
        #expect(detail.status == 0 && detail.output.contains("module: vec4 pixel") && detail.output.contains("texel")
                && detail.output.contains("columns   1 to 86"), "\(detail)")
        #expect(try run(arguments + ["--watch", "pixel"]).output.split(separator: "\n").count == 2)
        #expect(try run(arguments + ["--operations"]).output.contains("texture("))
        let operations = try #require(run(arguments + ["--operations", "--json"]).json as? [String: Any])
        #expect((operations["operations"] as? [[String: Any]])?.contains { ($0["operation"] as? String)?.hasPrefix("texture(") == true } == true)
        let nothing = try #require(run(arguments + ["--watch", "c", "--json"]).json as? [String: Any])
        #expect((nothing["steps"] as? [[String: Any]])?.isEmpty == false)
        let json = try #require(run(arguments + ["--json"]).json as? [String: Any])
        #expect(json["isProven"] as? Bool == true && json["stage"] as? String == "fragment" && (json["steps"] as? [[String: Any]])?.isEmpty == false)
        #expect((json["steps"] as? [[String: Any]])?.contains { ($0["columns"] as? [Int])?.count == 2 } == true)
        let output = try #require((json["outputs"] as? [[String: Any]])?.first?["value"] as? [[String: Any]])
        #expect(output.count == 4 && (output[0]["bits"] as? String)?.hasPrefix("0x") == true)
        let vertex = try framescope("trace", file.path, "@1", "--vertex", "2", "--json")
        #expect(vertex.status == 0 && (vertex.json as? [String: Any])?["stage"] as? String == "vertex")
        for wrong in [["--step", "99"], ["--watch", "nonsense"], ["--vertex", "1"], ["--limit", "0"], ["--primitive", "77"]] {
            let result = try run(arguments + wrong)
            #expect(result.status == 2 && result.output.isEmpty && !result.errors.isEmpty, "\(wrong): \(result)")
        }
        #expect(try framescope("trace", file.path, "@1").status == 2 && framescope("trace", file.path, "@1", "--fragment", "3").status == 2)
    }

    @Test("profile counts by draw, shader or line, as folded stacks, or as JSON")
    func profile() throws {
        let table = try framescope("profile", file.path)
        #expect(table.status == 0 && table.output.split(separator: "\n").count == 5 && table.output.contains("@1 main/room/wall"), "\(table)")
        var totals: [Int] = []
        for grouping in ["draw", "shader", "line"] {
            let json = try #require(framescope("profile", file.path, "--by", grouping, "--json").json as? [String: Any])
            let entries = try #require(json["entries"] as? [[String: Any]]), total = try #require(json["total"] as? [String: Any])
            let sum = entries.reduce(0) { $0 + ($1["operations"] as? Int ?? 0) + ($1["helperOperations"] as? Int ?? 0) }
            #expect(try sum == #require(total["operations"] as? Int) + #require(total["helperOperations"] as? Int) && sum > 0)
            totals.append(sum)
        }
        let folded = try framescope("profile", file.path, "--folded").output.split(separator: "\n")
        #expect(folded.reduce(0) { $0 + (Int($1.split(separator: " ").last ?? "") ?? 0) } == totals[0] && Set(totals).count == 1)
        #expect(folded.contains { $0.hasPrefix("frame 0;main;room;@1 wall;fragment shader of program #") && $0.contains(";main;cube.frag:8 ") }, "\(folded)")
        #expect(try framescope("profile", file.path, "--draw", "@1", "--by", "line").output.contains("cube.frag:"))
        #expect(try framescope("profile", file.path, "--by", "nonsense").status == 2 && framescope("profile", file.path, "--draw", "@9").status == 2)
    }

    @Test("pixel prints a history, why prints a sentence")
    func pixel() throws {
        let table = try framescope("pixel", file.path, "24", "16", "--frame", "1")
        #expect(table.status == 0 && table.output.contains("written") && table.output.contains("main/room/wall"), "\(table)")
        let json = try #require(framescope("pixel", file.path, "24", "16", "--json").json as? [String: Any])
        #expect(json["isProven"] as? Bool == true && (json["events"] as? [[String: Any]])?.isEmpty == false)
        let why = try framescope("why", file.path, "24", "16")
        #expect(why.status == 0 && why.output.hasPrefix("Pixel (24, 16)") && why.output.contains("\n\ndraw  sample") && why.output.contains("main/room/wall"),
                "\(why)")
        let evidence = try #require(framescope("why", file.path, "24", "16", "--json").json as? [String: Any])
        #expect((evidence["events"] as? [[String: Any]])?.last?["fate"] as? String == "transferred", "\(evidence)")
        // Compares the events of one of the four samples with the events of all samples.
        let second = try #require(framescope("pixel", file.path, "24", "16", "--sample", "2", "--json").json as? [String: Any])
        let samples = try #require(second["events"] as? [[String: Any]]).map { $0["sample"] as? Int }
        #expect(samples.contains(2) && samples.allSatisfy { $0 == nil || $0 == 2 }, "\(samples)")
        #expect(try framescope("why", file.path, "48", "0").status == 2)
    }
}
