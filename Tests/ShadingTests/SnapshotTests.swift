// Snapshots: small shaders. Next to each shader's file is a file with the text of its module, which shows the result of lowering.
//
// If RECORD_GOLDEN=1 is in the environment, the test writes the texts instead of comparing them. Read the changes before you commit
// them.

import Foundation
import Shading
import Testing

@Suite("Snapshots") struct SnapshotTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Snapshots")
    private static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    static let shaders = files.filter { $0.hasSuffix(".frag") || $0.hasSuffix(".vert") || $0.hasSuffix(".geom") }

    /// A vertex shader that writes the inputs of all other shaders in the folder.
    private static let vertex = """
        #version 400
        out vec2 uv;
        out vec3 a, b;
        void main() {
            uv = vec2(0.0);
            a = b = vec3(0.0);
            gl_Position = vec4(0.0);
        }
        """
    private static let fragment = "#version 400\nvoid main() { }\n"

    private static func name(of file: String) -> String { String(file.prefix { $0 != "." }) }

    @Test("the module of each shader has the recorded text", arguments: shaders)
    func text(file: String) throws {
        let url = Self.folder.appendingPathComponent(file), source = ShaderSource(text: try String(contentsOf: url, encoding: .utf8), name: file)
        let isVertex = file.hasSuffix(".vert"), isGeometry = file.hasSuffix(".geom")
        let linked = try ShaderCompiler.link(vertex: isVertex ? source : ShaderSource(text: Self.vertex, name: "plain.vert"),
                                             geometry: isGeometry ? source : nil,
                                             fragment: isVertex || isGeometry ? ShaderSource(text: Self.fragment, name: "plain.frag") : source)
        let text = (linked.geometry ?? (isVertex ? linked.vertex : linked.fragment)).description
        let record = Self.folder.appendingPathComponent(Self.name(of: file) + ".txt")
        if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil { try text.write(to: record, atomically: true, encoding: .utf8) }
        let lines = text.components(separatedBy: "\n"), expected = try String(contentsOf: record, encoding: .utf8).components(separatedBy: "\n")
        let different = (0..<max(lines.count, expected.count)).first { number in
            number >= lines.count || number >= expected.count || lines[number] != expected[number]
        }
        if let different {
            func line(_ lines: [String]) -> String { different < lines.count ? lines[different] : "the end" }
            Issue.record("line \(different + 1) of \(record.lastPathComponent) is\n\(line(expected))\nand the module has\n\(line(lines))\nin\n\(text)")
        }
    }

    @Test("every recorded text belongs to a shader")
    func complete() {
        #expect(Self.shaders.count >= 10)
        let names = Self.shaders.map(Self.name)
        #expect(Set(names).count == names.count, "two shaders of one name share a text")
        #expect(Set(Self.files.filter { $0.hasSuffix(".txt") }.map(Self.name)) == Set(names))
    }
}
