// The words of sentences and tables: numbers, colours, names, places in the source.

import Foundation
import FrameCapture
import Raster
import Shading
import TestSupport
import Testing

@Suite("Words of framescope") struct WordsTests {
    @Test("singular nouns have no s, and enumeration cases are not shown by their source names")
    func plurals() {
        #expect(counted(0, "draw") == "0 draws" && counted(1, "draw") == "1 draw" && counted(2, "draw") == "2 draws"
                && counted(1, "vertex", "vertices") == "1 vertex")
        let kinds = PrimitiveType.allCases.map { [$0.counted(1), $0.counted(2)] }
        #expect(kinds == [["1 point", "2 points"], ["1 line", "2 lines"], ["1 line in a strip", "2 lines in a strip"],
                          ["1 line in a loop", "2 lines in a loop"],
                          ["1 triangle", "2 triangles"], ["1 triangle in a strip", "2 triangles in a strip"], ["1 triangle in a fan", "2 triangles in a fan"],
                          ["1 line with adjacency", "2 lines with adjacency"],
                          ["1 line in a strip with adjacency", "2 lines in a strip with adjacency"],
                          ["1 triangle with adjacency", "2 triangles with adjacency"],
                          ["1 triangle in a strip with adjacency", "2 triangles in a strip with adjacency"]])
        for loss in PipelineLoss.allCases {
            let title = PixelFate.lost(loss).title
            #expect(title == title.lowercased() && !title.isEmpty && title == DrawLoss.pipeline(loss).title)
        }
        #expect(PixelFate.lost(.depthFailed).title == "depth failed" && DrawLoss.notShown.title == "not shown")
        #expect(drawRanges([3, 1, 2, 9, 7, 7, 8, 20]) == "@1–@3, @7–@9, @20" && drawRanges([4, 5]) == "@4, @5" && drawRanges([]) == "")
    }

    @Test("every NaN is shown as nan, also a negative one")
    func nan() {
        let negative = Float(bitPattern: 0xFFC0_0000)
        #expect(negative.shown == "nan" && (-Double.nan).shown == "nan" && Float(-1.5).shown == "-1.5" && (-Float.infinity).shown == "-inf")
        #expect(StateValue.numbers([negative, 1]).description == "nan 1.0"
                && StateValue.matrices([negative, 1, 2, 3], columns: 2, rows: 2).lines == ["nan  2.0", "1.0  3.0"])
        #expect(TracedValue(name: "v", type: .vector(.float, 2), words: [0xFFC0_0000, 0x3F80_0000]).text == "vec2(nan, 1.0)")
    }

    @Test("matrices are shown row by row, arrays of matrices one below the other")
    func matrices() {
        let value = StateValue.matrices((0..<16).map { Float($0) }, columns: 4, rows: 4)
        #expect(value.lines == ["0.0  4.0   8.0  12.0", "1.0  5.0   9.0  13.0", "2.0  6.0  10.0  14.0", "3.0  7.0  11.0  15.0"])
        #expect(value.description == "0.0 4.0 8.0 12.0 / 1.0 5.0 9.0 13.0 / 2.0 6.0 10.0 14.0 / 3.0 7.0 11.0 15.0")
        #expect(StateValue.matrices((0..<12).map { Float($0) }, columns: 2, rows: 3).lines.count == 6)
        #expect(StateValue.matrices([], columns: 4, rows: 4).lines.isEmpty && StateValue.numbers([1, 2]).lines == ["1.0 2.0"])
    }

    @Test("an 8-bit colour is shown as the bytes of the image, sRGB or not, with alpha if it is not 1")
    func colours() {
        let words = PixelText(), loud = PixelText(isVerbose: true)
        #expect(words.stored(.numbers([1, 0.5, 0, 1]), .rgba8) == "#FF8000" && words.stored(.numbers([1, 0.5, 0, 0.4]), .rgba8) == "#FF800066")
        // Linear 0.21586 is 0.5 in sRGB encoding.
        #expect(words.stored(.numbers([0.21586, 1, 0, 0.5]), .srgb8Alpha8) == "#80FF0080" && words.stored(.numbers([0.21586, 1, 0, 1]), .srgb8) == "#80FF00")
        #expect(words.stored(.numbers([0.2, 0, 0, 1]), .r8) == "#330000" && loud.stored(.numbers([1, 0.5, 0, 1]), .rgba8) == "1.0 0.5 0.0 1.0")
        // A value that bytes cannot represent is shown as numbers.
        #expect(words.output(.numbers([1.5, 0, 0, 1]), .rgba8) == "1.5 0.0 0.0 1.0"
                && words.output(.numbers([-Float.nan, 0, 0, 1]), .rgba8) == "nan 0.0 0.0 1.0")
        #expect(words.output(.numbers([0.2, 0.4, 0.6, 1]), .rgba16Float) == "0.2 0.4 0.6 1.0" && words.output(.integers([1, 2, 3, 4]), .rgba8Uint) == "1 2 3 4")
    }

    @Test("every operation of a trace is named in GLSL's words")
    func operations() throws {
        let fixture = try TracedFixture("""
            #version 330
            uniform vec3 tint;
            uniform int number;
            out vec4 pixel;
            void main() {
                float root = sqrt(tint.x) + inversesqrt(tint.y) - abs(tint.z) * floor(tint.x) / max(tint.y, 0.25);
                int whole = (number << 2 | 1) % 5;
                bool isLarge = root < 2.0;
                pixel = vec4(isLarge ? root : float(whole), fract(root), mod(root, 2.0), 1.0);
            }
            """) {
            $1.setUniform("tint", SIMD3<Float>(4, 0.25, -3))
            $1.setUniform("number", Int32(3))
            $1.draw(count: 3)
        }
        let trace = try fixture.trace(1, 1), texts = trace.operations.map { "\(trace.operation($0))" }
        for wanted in ["sqrt(4.0) = 2.0", "tint.x = 4.0", "abs(-3.0) = 3.0", "3 << 2 = 12", "13 % 5 = 3"] {
            #expect(texts.contains(wanted), "\(wanted) in \(texts)")
        }
        // Checks that no operation is shown with its internal name. An internal name begins with the letter of a type.
        let raw = Opcode.allCases.map { "\($0)" }.filter { name in
            ["f", "i"].contains { name.hasPrefix($0) } && !["input", "ifBegin", "floatToInt", "floatToUint", "intToFloat", "findLSB"].contains(name)
        }
        for text in texts { for name in raw where name != "fma" { #expect(!text.contains("\(name)("), "\(text)") } }
        let rows = try run(["trace", fixture.file.path, "@0", "--fragment", "1,1", "--operations"]).output
        #expect(rows.contains("sqrt(4.0) = 2.0") && !rows.contains("fsqrt"), "\(rows)")
    }

    @Test("state and trace show matrices in rows, JSON still column by column")
    func matrixCommands() throws {
        let fixture = try TracedFixture("uniform mat4 camera; out vec4 pixel; void main() { mat4 copy = camera * 2.0; pixel = copy * vec4(1.0); }") {
            $1.setUniform("camera", Matrix4(SIMD4(1, 2, 3, 4), SIMD4(5, 6, 7, 8), SIMD4(9, 10, 11, 12), SIMD4(13, 14, 15, 16)))
            $1.draw(count: 3)
        }
        func lines(_ text: String, after start: String) -> [String] {
            text.components(separatedBy: "\n").drop { !$0.hasPrefix(start) }.prefix(4).map { $0.split(separator: " ").suffix(4).joined(separator: " ") }
        }
        let rows = ["1.0 5.0 9.0 13.0", "2.0 6.0 10.0 14.0", "3.0 7.0 11.0 15.0", "4.0 8.0 12.0 16.0"]
        let state = try run(["state", fixture.file.path, "@0"]).output, trace = try run(["trace", fixture.file.path, "@0", "--fragment", "1,1"]).output
        #expect(lines(state, after: "uniform.camera") == rows, "\(state)")
        #expect(lines(trace, after: "uniform ") == rows && trace.contains("mat4 camera = "), "\(trace)")
        let json = try #require(run(["state", fixture.file.path, "@0", "--json"]).members["state"] as? [String: Any])
        #expect((json["uniform.camera"] as? [[String: Any]])?.map { $0["value"] as? Double } == (1...16).map { Double($0) })
    }

    @Test("state shows an array of vectors one per line, JSON as one list")
    func vectorArrays() throws {
        let fixture = try TracedFixture("uniform vec3 places[3]; out vec4 pixel; void main() { pixel = vec4(places[0] + places[2], 1.0); }") {
            $1.setUniform("places", [SIMD3<Float>(1, 2, 3), SIMD3(-4, 5, 6), SIMD3(7, 0.5, 9)])
            $1.draw(count: 3)
        }
        let state = try run(["state", fixture.file.path, "@0"]).output.components(separatedBy: "\n").drop { !$0.hasPrefix("uniform.places") }.prefix(3)
        #expect(state.map { $0.split(separator: " ").suffix(3).joined(separator: " ") } == ["1.0 2.0 3.0", "-4.0 5.0 6.0", "7.0 0.5 9.0"], "\(state)")
        #expect(state.dropFirst().allSatisfy { $0.hasPrefix(" ") }, "the name stands once")
        let json = try #require(run(["state", fixture.file.path, "@0", "--json"]).members["state"] as? [String: Any])
        #expect((json["uniform.places"] as? [[String: Any]])?.map { $0["value"] as? Double } == [1, 2, 3, -4, 5, 6, 7, 0.5, 9])
        #expect(StateValue.vectors([1, 2, 3, 4], size: 2).description == "1.0 2.0, 3.0 4.0")
    }
}

@Suite("Places in the source") struct PackageSourcesTests {
    /// Makes a package on disk, and returns its folder.
    private func package(_ manifest: String, files: [String]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("package-\(UUID().uuidString)")
        for file in files {
            let path = folder.appendingPathComponent(file)
            try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: path)
        }
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("Package.swift"))
        return folder
    }

    @Test("a call site shows the file's path if the package is known, otherwise only the file's name")
    func paths() throws {
        let folder = try package("""
            let package = Package(name: "App", targets: [
                .target(name: "Kit", dependencies: ["Other", .product(name: "Args", package: "args", condition: .when(platforms: [.linux]))], path: "Code/kit"),
                .target(name: "Plain"), .testTarget(name: "PlainTests", dependencies: [.target(name: "Plain")]),
                .target(name: "Odd", exclude: ["path: \\"no\\""], path: "Code/odd)"),
            ])
            """, files: ["Code/kit/Deep/Scene.swift", "Sources/Plain/Scene.swift", "Tests/PlainTests/Some/PlainTests.swift", "Code/odd)/Odd.swift", "Sources/Plain/.hidden.swift"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let sources = try #require(PackageSources(around: folder.path))
        #expect(sources.path(of: "Kit/Scene.swift") == "Code/kit/Deep/Scene.swift" && sources.path(of: "Plain/Scene.swift") == "Sources/Plain/Scene.swift")
        #expect(sources.path(of: "PlainTests/PlainTests.swift") == "Tests/PlainTests/Some/PlainTests.swift"
                && sources.path(of: "Odd/Odd.swift") == "Code/odd)/Odd.swift")
        for absent in ["Kit/Other.swift", "Other/Scene.swift", "Scene.swift", "", "/", "Kit/", "../Kit/Scene.swift", "Kit/../Package.swift", "../../etc/passwd",
                       "Plain/.hidden.swift", "Kit/Deep/Scene.swift"] {
            #expect(sources.path(of: absent) == nil, "\(absent)")
        }
        // If the current folder is inside of the package, files in this folder have relative paths, and other files have absolute
        // paths.
        let inside = try #require(PackageSources(around: folder.appendingPathComponent("Code").path))
        #expect(inside.path(of: "Kit/Scene.swift") == "kit/Deep/Scene.swift"
                && inside.path(of: "Plain/Scene.swift")?.hasSuffix("/Sources/Plain/Scene.swift") == true)
        #expect(PackageSources(around: "/") == nil && PackageSources(around: "/absent") == nil)
    }

    @Test("truncated or invalid manifests give their readable parts",
          arguments: ["", ".target(", ".target(name: \"A", ".target(name: \"A\", path: \"B", "((((", "arget(arget(arget(", "\\"])
    func damaged(manifest: String) throws {
        let folder = try package(manifest, files: ["Sources/A/A.swift"])
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try #require(PackageSources(around: folder.path)).path(of: "A/A.swift")
    }

    @Test("sentences and tables name only folders that exist")
    func sites() throws {
        let fixture = try TracedFixture("out vec4 pixel; void main() { pixel = vec4(1.0); }"), path = fixture.file.path
        #expect(fixture.frame.draws[0].site.hasPrefix("TracedFixture.swift:") && fixture.frame.draws[0].file == "FrameCaptureTests/TracedFixture.swift")
        let known = try Capture(contentsOf: path, sources: PackageSources(around: packageFolder.path))
        #expect(known.frames[0].draws[0].site.hasPrefix("Tests/FrameCaptureTests/TracedFixture.swift:"))
        // If the package is not found, the folder of the source file is not known.
        for arguments in [["why", path, "1", "1"], ["why", path, "@0"], ["draws", path], ["state", path, "@0"], ["pixel", path, "1", "1"]] {
            let text = try run(arguments).output
            #expect(!text.contains(" FrameCaptureTests/") && !text.contains("(FrameCaptureTests/"), "\(text)")
        }
    }
}
