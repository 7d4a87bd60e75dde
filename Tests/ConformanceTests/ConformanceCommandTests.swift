// The executable as a user meets it.

import Foundation
import TestSupport
import Testing

private func conformance(_ arguments: String...) throws -> ProgramRun { try ProgramRun([RunningProgram.path(ofBuilt: "conformance")] + arguments) }

/// A folder with one case that passes, one that fails and one that is skipped.
private func folder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("conformance-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("inner"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let vertex = "vertex \"\"#version 300 es\nvoid main() { gl_Position = vec4(0.0); }\"\"", fragment = "fragment \"\"#version 300 es\nvoid main() { }\"\""
    try "case good version 300 es expect build_successful \(vertex) \(fragment) end\ncase bad version 300 es expect compile_fail \(vertex) \(fragment) end\n"
        .write(to: folder.appendingPathComponent("inner/a.test"), atomically: true, encoding: .utf8)
    try "[require]\nGLSL >= 1.50\n[geometry shader]\n[test]\n".write(to: folder.appendingPathComponent("b.shader_test"), atomically: true, encoding: .utf8)
    try body(folder.path)
}

@Suite("The conformance command")
struct ConformanceCommandTests {
    @Test("folders are run with all in them, on both renderers, and failures make status 1")
    func folders() throws {
        try folder { path in
            let result = try conformance(path)
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.output.contains("inner/a.test:4: fail: inner.a.bad on reference: compiling has to fail"))
            #expect(result.output.contains("inner.a.bad on jit"))
            let sum = result.output.split(separator: "\n").filter { $0.hasPrefix("all") }.map { $0.split(separator: " ").map(String.init) }
            #expect(sum == [["all", "reference", "1", "1", "1", "0", "0"], ["all", "jit", "1", "1", "1", "0", "0"]])
        }
    }

    @Test("a filter, one device and JSON")
    func json() throws {
        try folder { path in
            let result = try conformance(path, "--device", "reference", "--filter", "good", "--json", "--jobs", "1")
            #expect(result.status == 0, "\(result.errors)")
            let object = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
            #expect((object["cases"] as? [[String: Any]])?.map { $0["name"] as? String } == ["inner.a.good"])
        }
    }

    @Test("names are listed and nothing runs")
    func list() throws {
        try folder { path in
            let result = try conformance(path, "--list")
            #expect(result.status == 0)
            #expect(result.output == "b\ninner.a.good\ninner.a.bad\n")
        }
    }

    @Test("a wrong command line, a missing path, a malformed file and a filter that fits nothing are status 2")
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
}
