// Runs the executable as a user does, and checks output, files and exit codes.

import DemoKit
import Effects
import Foundation
import FrameCapture
import Raster
import TestSupport
import Testing

/// Runs the built executable, which is in the folder of the tests, without a display and in a separate folder.
func run(_ arguments: [String], in folder: URL? = nil, setting variables: [String: String] = [:]) throws -> ProgramRun {
    var environment = ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"] { environment[name] = nil }
    return try ProgramRun([RunningProgram.path(ofBuilt: "demos")] + arguments, environment: environment.merging(variables) { $1 }, folder: folder)
}

func demos(_ arguments: String..., in folder: URL? = nil) throws -> ProgramRun { try run(arguments, in: folder) }

func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("demos-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}

/// The demos by theme, in the order of the list.
private let themes: [(theme: String, demos: [String])] = [
    ("The pipeline", ["triangles", "textured", "materials"]),
    ("Your own files", ["shader", "model"]),
    ("Light and pictures", ["lit", "fluid", "filters", "frames"]),
    ("Between screens", ["swipe3d", "segues", "transition"]),
    ("Drawn on the canvas", ["rope", "drop-shapes", "vine", "picker", "graphs", "arrow", "emitter", "fractal"]),
]

@Test("list prints every demo under its theme, each on its own line")
func list() throws {
    let result = try demos("list")
    #expect(result.status == 0)
    let parts = result.output.split(separator: "\n\n").map { $0.split(separator: "\n") }
    #expect(parts.map { String($0[0]) } == themes.map(\.theme))
    #expect(parts.map { $0.dropFirst().map { $0.dropFirst(2).prefix { $0 != " " } } } == themes.map { $0.demos.map { Substring($0) } })
}

@Test("every subcommand has a help text", arguments: themes.flatMap(\.demos))
func help(name: String) throws {
    let result = try demos(name, "--help"), asked = try demos("help", name), common = try demos(name, "--help-common"),
        hidden = try demos(name, "--help-hidden")
    #expect(result.status == 0 && common.status == 0 && asked.output == result.output)
    // The help names the option --help-common. Only the option --help-common explains the common options of all demos.
    #expect(result.output.contains("'demos \(name) --help-common' explains") && !result.output.contains("Render without a window"))
    #expect(result.output.split(separator: "\n").count < hidden.output.split(separator: "\n").count - 30)
    let own = result.output.components(separatedBy: "\nOPTIONS OF ALL DEMOS")[0]
    #expect(common.output.contains("  --png <file>            Render without a window") && common.output.contains("Missing folders are made."))
    for line in own.split(separator: "\n") where line.hasPrefix("  --") {
        #expect(!common.output.contains(line) && hidden.output.contains(line), "\(line)")
    }
    for option in ["--png", "--size", "--time", "--frames", "--fps", "--range", "--resume", "--seed", "--device", "--threads", "--lanes", "--panel", "--json",
                   "--bench", "--capture", "--version", "--help"] {
        #expect(result.output.contains(option))
    }
}

@Test("the help of filters lists every filter with its parameters, ranges and defaults")
func filtersHelp() throws {
    let result = try demos("filters", "--help")
    for line in ["sepia: Tints the picture brown", "amount: 0 to 1 [1]", "radius: 0 to 100 [4]", "color: #rrggbb or #rrggbbaa [#ffffff]",
                 "red: 4 numbers in brackets [[1 0 0 0]]", "table: the name of a picture:"] {
        #expect(result.output.contains(line), "\(line)")
    }
    for filter in Filter.definitions { #expect(result.output.contains("  \(filter.name): ")) }
}

@Test("without a display the picture is written to the current folder, and its path is printed")
func headlessFallback() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try demos("triangles", "--size", "32x18", in: folder)
    #expect(result.status == 0)
    #expect(result.errors.contains("no display"))
    let path = result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(path.hasSuffix("/triangles.png"))
    let image = try Image.read(from: path)
    #expect(image.width == 32 && image.height == 18)
}

@Test("frames are numbered from one, at the given rate")
func numberedFrames() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try demos("triangles", "--size", "32x18", "--png", "box.png", "--frames", "3", "--fps", "2", "--time", "1", in: folder).status == 0)
    #expect(try demos("triangles", "--size", "32x18", "--png", "late.png", "--time", "2", in: folder).status == 0)
    func bytes(_ name: String) throws -> [UInt8] { try Image.read(from: folder.appendingPathComponent(name).path).bytes }
    #expect(try bytes("box-0003.png") == bytes("late.png"))
    #expect(try bytes("box-0001.png") != bytes("late.png"))
}

@Test("bad options are usage errors", arguments: [
    ["swipe3d", "--size", "0x10"], ["swipe3d", "--size", "wide"], ["swipe3d", "--size", "99999x9"], ["triangles", "--time", "nan"],
    ["triangles", "--time", "-1"], ["triangles", "--frames", "3"], ["triangles", "--mode", "square"], ["triangles", "--png", ""],
    ["triangles", "--png", "x.png", "--frames", "0"], ["triangles", "--samples", "3"], ["swipe3d", "--cube-size", "0"], ["swipe3d", "--yaw", "inf"],
    ["materials", "--shape", "cow"], ["materials", "--preset", "cheese"],
    ["triangles", "--fps", "0"], ["triangles", "--png", "out/"], ["triangles", "--png", "box.gif"], ["triangles", "--png", "-", "--frames", "2"],
    ["triangles", "--png", "-", "--json"], ["triangles", "--json"], ["triangles", "--bench", "--png", "x.png"], ["swipe3d", "--pitch", "-1e9"],
    ["shader", "plasma", "--define", "1=2"], ["model", "x.obj", "--pitch", "90"], ["model", "x.obj", "--zoom", "0"], ["nothing"],
    ["lit", "--ambient", "1.5"], ["lit", "--reach", "nan"], ["lit", "--lamps", "65"], ["lit", "--lamp", "nothing"],
    ["lit", "--lamps", "1", "--lamp", "red", "--lamp", "blue"], ["frames", "--files", "1..2"], ["frames", "walk", "--files", "-1..2"],
    ["frames", "walk", "--files", "3..1"], ["frames", "--rate", "0"], ["frames", "walk", "--padding", "21"], ["frames", "walk", "--type", "gif"],
])
func badOptions(arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == 64)
    #expect(result.errors.contains("Error:") || result.errors.contains("Usage"))
}

@Test("missing or bad files end the program with a message and a failure status")
func badFiles() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = { (name: String) in folder.appendingPathComponent(name) }
    try "void mainImage(out vec4 c, in vec2 p) {\n    c = vec4(p, 1.0);\n}\n".write(to: file("bad.frag"), atomically: true, encoding: .utf8)
    try "#version 330\nout vec4 c;\nvoid main() {\n    for (;;) c += 1.0;\n}\n".write(to: file("endless.frag"), atomically: true, encoding: .utf8)
    try "not a model".write(to: file("bad.glb"), atomically: true, encoding: .utf8)
    try "not a picture".write(to: file("bad.png"), atomically: true, encoding: .utf8)
    func expectFailure(_ arguments: [String], _ words: String...) throws {
        let result = try run(arguments + ["--png", "out.png", "--size", "16x8"], in: folder)
        #expect(result.status == 1, "\(arguments)")
        for word in words { #expect(result.errors.contains(word), "\(arguments): \(result.errors)") }
    }
    try expectFailure(["shader", "missing.frag"], "missing.frag")
    try expectFailure(["shader", "bad.frag"], "bad.frag:2: error:", "c = vec4(p, 1.0);")
    try expectFailure(["shader", "endless.frag"], "endless.frag:4")
    try expectFailure(["shader", "plasma", "--texture", "bad.png"], "bad.png")
    try expectFailure(["shader", "plasma", "--texture", "iChannel0=missing.png"], "missing.png")
    try expectFailure(["model", "missing.obj"], "missing.obj")
    try expectFailure(["model", "bad.glb"], "bad.glb")
    try expectFailure(["model", "bad.png"], "bad.png")
    try "sepia\n  | blur(200)\n".write(to: file("looks.txt"), atomically: true, encoding: .utf8)
    try expectFailure(["filters", "bad.png"], "bad.png")
    try expectFailure(["filters", "duness"], "did you mean 'dunes'?")
    try expectFailure(["filters", "--chain", "sepia | vignete"], "--chain:1:9: filter 'vignete' is not known; did you mean 'vignette'?")
    try expectFailure(["filters", "--chain", "@looks.txt"], "looks.txt:2:10: radius of blur is 200; use 0 to 100")
    try expectFailure(["filters", "--chain", "@missing.txt"], "missing.txt")
    try expectFailure(["filters", "--chain", "addition(\"missing.png\")"], "missing.png")
    try expectFailure(["filters", "--chain", "lookupTable(brick)"], "table of lookupTable is 512×512 pixels")
    try expectFailure(["frames", "bad.png"], "bad.png")
    try expectFailure(["frames", "walk", "--files", "1..3", "--padding", "2"], "walk01.png")
    #expect(!FileManager.default.fileExists(atPath: file("out.png").path))
}

@Test("a process ends soon after its picture is written, even if code is still being compiled")
func endsWithItsPicture() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // Each function calls the previous function four times, so that optimising the functions takes more than ten times as long as
    // drawing the first picture.
    var text = "float f0(vec3 p) { return sin(dot(p, vec3(1.3, 7.1, 3.7))) * fract(p.x * p.y + 0.3); }\n"
    for i in 1...5 { text += "float f\(i)(vec3 p) { return f\(i - 1)(p + f\(i - 1)(p.yzx * 1.1)) + f\(i - 1)(p.zxy - 2.0) * f\(i - 1)(p * 0.7); }\n" }
    text += "void mainImage(out vec4 c, in vec2 p) { c = vec4(f5(vec3(p * 0.01, 1.0))); }\n"
    try text.write(to: folder.appendingPathComponent("deep.frag"), atomically: true, encoding: .utf8)
    struct Report: Decodable {
        struct Picture: Decodable { let drawing: Double }
        let pictures: [Picture]
    }
    let start = Date()
    let result = try run(["shader", "deep.frag", "--size", "32x18", "--png", "deep.png", "--json"], in: folder,
                         setting: ["RASTER_CODE_CACHE": folder.appendingPathComponent("cache").path])
    let took = Date().timeIntervalSince(start)
    #expect(result.status == 0, "\(result.errors)")
    let drawing = try JSONDecoder().decode(Report.self, from: result.data).pictures[0].drawing / 1000
    #expect(took - drawing < 2 * drawing + 2, "\(took) s, of which \(drawing) s for the picture")
}

@Test("processes that fill one cache of compiled code at the same time, and a process that finds it full, draw the same picture")
func sharedCodeCache() async throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let cache = folder.appendingPathComponent("kernels")
    @Sendable func draw(_ name: String) throws -> Data {
        let result = try run(["triangles", "--size", "64x36", "--png", "\(name).png"], in: folder, setting: ["RASTER_CODE_CACHE": cache.path])
        #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
        return try Data(contentsOf: folder.appendingPathComponent("\(name).png"))
    }
    async let first = draw("first"), second = draw("second"), third = draw("third")
    let pictures = try await [first, second, third]
    func files() throws -> Set<String> { Set(try FileManager.default.contentsOfDirectory(atPath: cache.path)) }
    var kept = try files(), compiles = true
    #expect(!kept.isEmpty && kept.allSatisfy { $0.hasSuffix(".kernel") })
    // If a process ends before all its kernels are optimised, the next process optimises the remaining kernels.
    for _ in 0 ..< 12 where compiles {
        let later = try draw("later"), now = try files()
        #expect(pictures.allSatisfy { $0 == later })
        #expect(now.isSuperset(of: kept))
        compiles = now != kept
        kept = now
    }
    #expect(!compiles, "each process compiled something")
}

@Test("a fast build prints nothing, a failing build prints everything and keeps its status")
func quietBuild() throws {
    func build(_ command: String...) throws -> (status: Int32, said: String) {
        let result = try ProgramRun([packageFolder.appendingPathComponent("scripts/build-demos").path] + command)
        return (result.status, result.output + result.errors)
    }
    #expect(try build("/bin/echo", "hello") == (0, ""))
    let failure = try build("/bin/sh", "-c", "echo \"it broke: $0 $1\"; exit 3")
    #expect(failure == (3, "it broke: --product demos\n"))
}

/// Runs scripts/install-demos, and returns its exit status.
private func installDemos(_ arguments: String...) throws -> Int32 {
    try ProgramRun([packageFolder.appendingPathComponent("scripts/install-demos").path] + arguments).status
}

@Test("the installation has completions, and a manual page for each demo with its summary; removing it leaves nothing",
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/help2man"), "help2man is not installed: the manual pages are not made"))
func installation() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("demos").path
    #expect(try installDemos(program, folder.path) == 0)
    func text(_ name: String) throws -> String { try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) }
    let summaries = try Dictionary(uniqueKeysWithValues: demos("list").output.split(separator: "\n").filter { $0.hasPrefix("  ") }.map { line in
        let name = line.dropFirst(2).prefix { $0 != " " }
        return (String(name), line.dropFirst(2 + name.count).trimmingCharacters(in: .whitespaces))
    })
    #expect(Set(summaries.keys) == Set(themes.flatMap(\.demos)))
    for (name, summary) in summaries {
        let page = try text("share/man/man1/demos-\(name).1").replacingOccurrences(of: "\\-",
                                                                                   with: "-").replacingOccurrences(of: "\\(aq", with: "'")
                                                                                       .replacingOccurrences(of: "\\&", with: "")
        #expect(page.contains(summary.prefix(24)) && page.contains("--png"), "\(name): \(summary)\n\(page.prefix(400))")
    }
    let main = try text("share/man/man1/demos.1")
    #expect(main.contains(".SH EXAMPLES\n.IP\n.nf\ndemos swipe3d\n") && main.contains(".fi\n.PP\n.SH USAGE\ndemos <subcommand>\n")
                && !main.contains("OVERVIEW"), "\(main.prefix(1200))")
    for (shell, path) in [("bash", "bash-completion/completions/demos"), ("zsh", "zsh/site-functions/_demos"),
                          ("fish", "fish/vendor_completions.d/demos.fish")] {
        #expect(try text("share/\(path)").contains("swipe3d"), "\(shell)")
    }
    #expect(try installDemos("--remove", folder.path) == 0)
    let left = FileManager.default.enumerator(at: folder,
                                              includingPropertiesForKeys: [.isRegularFileKey])?.compactMap { $0 as? URL }.filter { !$0.hasDirectoryPath } ?? []
    #expect(left == [])
}

@Test("the version is the newest in the changelog")
func version() throws {
    let changelog = try String(contentsOf: packageFolder.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(changelog.firstMatch(of: /\n## ([0-9.]+)/)).1
    let result = try demos("--version")
    #expect(result.status == 0 && result.output == newest + "\n")
}

@Test("for a misspelt demo or file the message suggests the nearest name")
func suggestions() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try "x".write(to: folder.appendingPathComponent("chair.obj"), atomically: true, encoding: .utf8)
    let misspelt = try demos("swip3d")
    #expect(misspelt.status == 64)
    #expect(misspelt.errors == "Error: there is no demo 'swip3d'; did you mean 'swipe3d'? 'demos list' lists all demos.\n")
    #expect(try demos("swipe").errors.contains("did you mean 'swipe3d'?"), "the beginning of a name is enough")
    let unknown = try demos("teapot")
    #expect(unknown.status == 64)
    #expect(unknown.errors == "Error: there is no demo 'teapot'. 'demos list' lists all demos.\n")
    let shader = try demos("shader", "plasm", "--png", "x.png", in: folder)
    #expect(shader.status == 1)
    #expect(shader.errors == "error: file 'plasm' cannot be opened: No such file or directory; did you mean 'plasma'? [fileNotReadable]\n")
    let model = try demos("model", "char.obj", "--png", "x.png", in: folder)
    #expect(model.status == 1 && model.errors.contains("did you mean 'chair.obj'?"))
}

@Test("the extension of a picture's name sets its format, and missing folders are created")
func pictureFormats() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func draw(_ name: String) throws -> [UInt8] {
        let result = try demos("triangles", "--size", "32x18", "--png", name, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }
    #expect(try draw("new/folder/a.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(try draw("a.jpg").starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(try draw("b.JPEG").starts(with: [0xFF, 0xD8, 0xFF]))
    #expect(try draw("plain").starts(with: [0x89, 0x50, 0x4E, 0x47]))
    // The parent folder of the picture is a file, so the picture cannot be written.
    let refused = try demos("triangles", "--size", "32x18", "--png", "plain/a.png", in: folder)
    #expect(refused.status == 1 && refused.errors.contains("file 'plain/a.png' cannot be created"))
}

@Test("the remarks of a picture's reader are written to standard error, with the name of the file")
func remarks() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let image = Image(width: 4, height: 4, format: .rgb8)
    try Data(WebPWriter.animation(width: 4, height: 4, [.init(image), .init(image)])).write(to: folder.appendingPathComponent("walk.webp"))
    let filters = try demos("filters", "walk.webp", "--chain", "", "--size", "32x18", "--png", "a.png", in: folder)
    #expect(filters.status == 0 && filters.errors == "walk.webp: it is an animation of 2 frames; only the first is read\n")
    let frames = try demos("frames", "walk.webp", "--size", "32x18", "--png", "b.png", in: folder)
    #expect(frames.status == 0 && frames.errors.isEmpty)
}

@Test("a dash writes the picture to standard output and nothing else")
func standardOutput() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try demos("triangles", "--size", "32x18", "--png", "a.png", in: folder)
    let result = try run(["triangles", "--size", "32x18", "--png", "-"], in: folder)
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.data == (try Data(contentsOf: folder.appendingPathComponent("a.png"))))
}

@Test("angles below zero are numbers, not options")
func negativeAngles() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let result = try demos("swipe3d", "--size", "32x18", "--cube-size", "16", "--yaw", "-30", "--pitch", "-5", "--png", "a.png", in: folder)
    #expect(result.status == 0, "\(result.errors)")
}

@Test("the error of a number outside of an option's range has the range", arguments: [
    ("lit", "--lamps", "0 and 64"), ("lit", "--intensity", "0 and 4"), ("lit", "--ambient", "0 and 1"), ("lit", "--reach", "1 and 2000"),
    ("frames", "--padding", "0 and 20"),
    ("frames", "--rate", "0.001 and 1000"), ("swipe3d", "--cube-size", "1 and 4096"), ("triangles", "--frames", "1 and 99999"),
    ("triangles", "--fps", "above 0"), ("triangles", "--threads", "1 and 256"), ("triangles", "--lanes", "4, 8 or 16"), ("triangles", "--samples", "8 or 16"),
    ("triangles", "--scale", "1 and 64"), ("triangles", "--frame", "0 or more"), ("triangles", "--seed", "0 to 18446744073709551615"),
    ("triangles", "--size", "1x1 to"),
])
func belowRange(demo: String, option: String, range: String) throws {
    let result = try demos(demo, option, "-5")
    #expect(result.status == 64 && result.errors.contains(range) && result.errors.contains("-5") && result.errors.contains(option), "\(result.errors)")
}

@Test("--json prints files, times and hashes that are equal on both renderers, and --bench the speed")
func json() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    func report(_ arguments: String...) throws -> DemoReport {
        let result = try run(["triangles", "--size", "32x18", "--json"] + arguments, in: folder)
        // Only `--bench` may write to standard error: the measurement takes so long that a line of progress may be printed.
        #expect(result.status == 0 && (result.errors.isEmpty || arguments == ["--bench"]), "\(result.errors)")
        return try JSONDecoder().decode(DemoReport.self, from: result.data)
    }
    let jit = try report("--png", "a.png", "--frames", "2", "--fps", "4", "--time", "1"),
        reference = try report("--png", "b.jpg", "--time", "1.25", "--device", "reference")
    let pictures = try #require(jit.pictures)
    #expect(pictures.map(\.time) == [1, 1.25])
    #expect(pictures.map(\.file) == ["a-0001.png", "a-0002.png"].map { folder.resolvingSymlinksInPath().appendingPathComponent($0).path })
    #expect(try Image.read(from: pictures[0].file).digest == pictures[0].sha256)
    #expect(reference.pictures?.map(\.sha256) == [pictures[1].sha256])
    #expect(jit.width == 32 && jit.height == 18 && jit.samples == 4 && jit.demo == "triangles" && reference.renderer == "reference")
    let speed = try #require(try report("--bench").speed)
    #expect(speed.frames >= 2 && speed.fastest <= speed.median && speed.median <= speed.slowest && speed.framesPerSecond > 0)
}

@Test("RASTER_CAPTURE captures a demo without its cooperation, and --capture the frame that it names")
func captures() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = folder.appendingPathComponent("first.rcap").path, third = folder.appendingPathComponent("third.rcap").path
    let drawing = ["triangles", "--size", "32x18", "--device", "reference", "--png", "-"]
    let plain = try run(drawing, in: folder), captured = try run(drawing, in: folder, setting: ["RASTER_CAPTURE": first])
    #expect(captured.status == 0 && captured.data == plain.data && captured.errors == plain.errors)
    let capture = try Capture(contentsOf: first), frame = try #require(capture.frames.first)
    #expect(capture.isComplete && capture.program.hasSuffix("demos") && capture.frames.count == 1 && !frame.draws.isEmpty)
    let replayer = try Replayer(frame, of: capture, on: Device(.reference))
    try replayer.run()
    #expect(try replayer.result() == Image.read(bytes: [UInt8](plain.data)))

    let named = try demos("triangles", "--size", "32x18", "--device", "reference", "--png", "a.png", "--frames", "3", "--capture", third, "--frame", "2",
                          in: folder)
    #expect(named.status == 0)
    #expect(try Capture(contentsOf: third).frames.map(\.label) == ["frame 2"])
    #expect(try demos("triangles", "--png", "a.png", "--frame", "2", in: folder).status == 64)
    #expect(try demos("triangles", "--png", "a.png", "--capture", third, "--frames", "1", "--frame", "1", in: folder).status == 64)
    // Without a number of frames, the frames before the captured frame are drawn but not written.
    let only = try demos("triangles", "--size", "32x18", "--device", "reference", "--png", "only.png", "--capture", third, "--frame", "2", in: folder)
    #expect(try only.status == 0 && Capture(contentsOf: third).frames.map(\.label) == ["frame 2"])
    #expect(try Data(contentsOf: folder.appendingPathComponent("only.png")) == Data(contentsOf: folder.appendingPathComponent("a-0003.png")))

    let refused = try run(drawing, in: folder, setting: ["RASTER_CAPTURE": "/absent/folder/x.rcap"])
    #expect(refused.status == 0 && refused.data == plain.data && refused.errors.contains("captures no further frames"))
    #expect(try run(drawing, in: folder, setting: ["RASTER_CAPTURE": "x:frame=y"]).errors.contains("captures nothing"))
}
