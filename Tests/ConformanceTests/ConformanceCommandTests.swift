// Runs the conformance executable as a user does.

import Foundation
import FrameCapture
import TestSupport
import Testing

private func conformance(_ arguments: String...) throws -> ProgramRun { try ProgramRun([RunningProgram.path(ofBuilt: "conformance")] + arguments) }

/// Calls `body` with a folder that contains three cases: the first passes, the second fails, and the third is skipped.
private func folder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("conformance-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("inner"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let vertex = "vertex \"\"#version 300 es\nvoid main() { gl_Position = vec4(0.0); }\"\"", fragment = "fragment \"\"#version 300 es\nvoid main() { }\"\""
    try "case good version 300 es expect build_successful \(vertex) \(fragment) end\ncase bad version 300 es expect compile_fail \(vertex) \(fragment) end\n"
        .write(to: folder.appendingPathComponent("inner/a.test"), atomically: true, encoding: .utf8)
    try "[require]\nGLSL >= 1.50\n[tessellation control shader]\n[test]\n".write(to: folder.appendingPathComponent("b.shader_test"), atomically: true, encoding: .utf8)
    try body(folder.path)
}

/// Runs a single case on the reference renderer.
private func referenceRun(script: String) throws -> ProgramRun {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("case-\(UUID().uuidString).shader_test")
    defer { try? FileManager.default.removeItem(at: file) }
    try script.write(to: file, atomically: true, encoding: .utf8)
    return try conformance(file.path, "--device", "reference")
}

@Suite("The conformance command")
struct ConformanceCommandTests {
    @Test("all cases of a folder are run on both renderers, and failures give status 1")
    func folders() throws {
        try folder { path in
            let result = try conformance(path)
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.output.contains("inner/a.test:4: fail: inner.a.bad on reference: compiling must fail"))
            #expect(result.output.contains("inner.a.bad on jit"))
            let sum = result.output.split(separator: "\n").filter { $0.hasPrefix("all") }.map { $0.split(separator: " ").map(String.init) }
            #expect(sum == [["all", "reference", "1", "1", "1", "0", "0", "0"], ["all", "jit", "1", "1", "1", "0", "0", "0"]])
        }
    }

    @Test("a pixel of another colour is reported with the numbers of both colours")
    func wrongPixel() throws {
        let result = try referenceRun(script: """
            [require]
            GLSL >= 1.10
            [vertex shader passthrough]
            [fragment shader]
            void main() { gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0); }
            [test]
            draw rect -1 -1 2 2
            probe all rgb 0.0 0.5 0.0
            """)
        #expect(result.output.contains("pixel (0, 0) is (1.0, 0.0, 0.0), not (0.0, 0.5, 0.0)"), "\(result)")
    }

    @Test("an error without a place in a shader is reported without a place")
    func placeless() throws {
        let result = try referenceRun(script: """
            [require]
            GLSL >= 1.30
            [vertex shader]
            #version 130
            out vec4 many[60];
            void main() { for (int i = 0; i < 60; i++) many[i] = vec4(float(i)); gl_Position = vec4(0.0); }
            [fragment shader]
            #version 130
            in vec4 many[60];
            void main() { vec4 sum = vec4(0.0); for (int i = 0; i < 60; i++) sum += many[i]; gl_FragColor = sum; }
            [test]
            draw rect -1 -1 2 2
            """)
        #expect(result.output.contains("the program does not link: ") && result.output.contains("60 vectors") && !result.output.contains(": : "), "\(result)")
    }

    @Test("the options filter, device and JSON work together")
    func json() throws {
        try folder { path in
            let result = try conformance(path, "--device", "reference", "--filter", "good", "--json", "--jobs", "1")
            #expect(result.status == 0, "\(result.errors)")
            let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            #expect((object["cases"] as? [[String: Any]])?.map { $0["name"] as? String } == ["inner.a.good"])
        }
    }

    @Test("names are listed, and no case is run")
    func list() throws {
        try folder { path in
            let result = try conformance(path, "--list")
            #expect(result.status == 0)
            #expect(result.output == "b\ninner.a.good\ninner.a.bad\n")
        }
    }

    @Test("a wrong command line, a missing path, a malformed file and a filter without matches give status 2")
    func usage() throws {
        #expect(try conformance().status == 2)
        #expect(try conformance("--nonsense").status == 2)
        #expect(try conformance("a", "--lanes", "3").status == 2)
        let missing = try conformance("/nowhere/at/all")
        #expect(missing.status == 2 && missing.errors.contains("/nowhere/at/all"))
        #expect(try conformance("--help").status == 0)
        try folder { path in
            let nothing = try conformance(path, "--filter", "nonsense")
            #expect(nothing.status == 2 && nothing.errors.contains("filter"))
            try "case a\nnonsense".write(toFile: path + "/c.test", atomically: true, encoding: .utf8)
            let malformed = try conformance(path, "--filter", "good", "--device", "reference")
            #expect(malformed.status == 2 && malformed.errors.contains("c.test:2: error: 'nonsense'"))
        }
    }

    @Test("the version is the newest in the changelog")
    func version() throws {
        let changelog = try String(contentsOf: packageFolder.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let newest = try #require(changelog.firstMatch(of: /\n## ([0-9.]+)/)).1, result = try conformance("--version")
        #expect(result.status == 0 && result.output == "conformance \(newest)\n", "\(result)")
    }

    /// Returns the names of the captures in a folder.
    private func captures(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("x.rcap") }.sorted()
    }
    private func captured(_ path: String, _ request: String, _ arguments: String...) throws -> ProgramRun {
        try ProgramRun([RunningProgram.path(ofBuilt: "conformance")] + arguments,
                       environment: ProcessInfo.processInfo.environment.merging(["RASTER_CAPTURE": "\(path)/\(request)"]) { $1 })
    }
    private static let draws = "[require]\nGLSL >= 1.30\n[vertex shader passthrough]\n[fragment shader]\nvoid main() { gl_FragColor = vec4(0, 1, 0, 1); }\n[test]\ndraw rect -1 -1 2 2\nprobe all rgba 0 1 0 1\n"

    @Test("RASTER_CAPTURE applies to every device of every worker process; each writes a separate file, which later workers do not overwrite")
    func captures() throws {
        try folder { path in
            for number in 0..<3 { try Self.draws.write(toFile: "\(path)/\(number).shader_test", atomically: true, encoding: .utf8) }
            // Captures of an earlier run do not count as captures of this run.
            try "old".write(toFile: "\(path)/x.rcap", atomically: true, encoding: .utf8)
            let result = try captured(path, "x.rcap", "\(path)/0.shader_test", "\(path)/1.shader_test", "\(path)/2.shader_test", "--jobs", "2")
            #expect(result.status == 0, "\(result)")
            let files = try captures(in: path)
            // Each worker that ran the case has one device of each kind, and each device writes a file.
            #expect((2...4).contains(files.count) && files.first == "x.rcap" && files.contains("x.rcap-2"), "\(files)")
            for file in files { #expect(FileManager.default.contents(atPath: "\(path)/\(file)")?.prefix(4) == Data([0x89, 0x52, 0x43, 0x41]), "\(file)") }
            #expect(result.errors.contains("Raster captured further devices into '\(path)/x.rcap-2'"), "\(result.errors)")
            // A second run writes its captures under the same names, beginning with the first name, so the number of files stays the
            // same.
            _ = try captured(path, "x.rcap", "\(path)/0.shader_test", "--device", "jit")
            #expect(try captures(in: path) == files)
        }
    }

    @Test("a capture of a worker names the program that was started, not a link to it")
    func programOfCapture() throws {
        try folder { path in
            try Self.draws.write(toFile: "\(path)/0.shader_test", atomically: true, encoding: .utf8)
            let result = try captured(path, "x.rcap", "\(path)/0.shader_test", "--device", "jit")
            #expect(result.status == 0, "\(result)")
            #expect(try Capture(contentsOf: "\(path)/x.rcap").program.hasSuffix("/conformance"))
        }
    }

    @Test("if a capture that RASTER_CAPTURE requests is not made, standard error says so", arguments: [
        ("x.rcap:frame=700", "--device jit", "frame 700 was requested, but device jit"),
        ("x.rcap:on-error", "--device reference", "no frame that device reference submitted ended with an error"),
        ("absent/x.rcap", "--device jit", "cannot be created"), ("x.rcap:frame=y", "--device jit", "captures nothing"),
        // The initial clear of the script and its draw are one frame, frame 0.
        ("x.rcap:frame=1", "--device jit", "submitted only frame 0"),
    ])
    func shortfalls(request: String, arguments: String, told: String) throws {
        try folder { path in
            try Self.draws.write(toFile: "\(path)/0.shader_test", atomically: true, encoding: .utf8)
            let result = try ProgramRun([RunningProgram.path(ofBuilt: "conformance"), "\(path)/0.shader_test"]
                                            + arguments.split(separator: " ").map(String.init),
                                        environment: ProcessInfo.processInfo.environment.merging(["RASTER_CAPTURE": "\(path)/\(request)"]) { $1 })
            #expect(result.status == 0 && result.errors.contains("Raster capture") && result.errors.contains(told), "\(result)")
            // The message appears only once, even if several workers cause it.
            #expect(result.errors.components(separatedBy: told).count == 2, "\(result)")
            #expect(try captures(in: path).isEmpty)
        }
    }

    @Test("a run whose workers make no device, or submit no frame, reports that nothing is captured")
    func nothing() throws {
        try folder { path in
            let skipped = try captured(path, "x.rcap", "\(path)/b.shader_test")
            #expect(skipped.errors.contains("Raster captured nothing into '\(path)/x.rcap': neither this program nor its worker processes made a device"),
                    "\(skipped)")
            let refused = try captured(path, "x.rcap", path, "--filter", "good", "--device", "jit")
            #expect(refused.errors.contains("submitted no frame") && !refused.errors.contains("neither"), "\(refused)")
        }
    }
}
