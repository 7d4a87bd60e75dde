// The rooms of Raster are the folders of Sources/Raster. ARCHITECTURE.md lists them; each may use only the rooms above it. This
// test reads the sources, finds uses in the wrong direction, and makes the graph on the page.
//
// Swift sees all files of a target at once, so only such a test keeps the rooms apart. The test compares names: a type, function or
// constant that only one room declares at the top level of a file belongs to that room, and code with this name uses the room.

import Foundation
import TestSupport
import Testing

private struct Rooms {
    static let page = packageFolder.appendingPathComponent("ARCHITECTURE.md")
    static let folder = packageFolder.appendingPathComponent("Sources/Raster")

    /// The rooms in the order of the page's table, the lowest first. "." is the folder itself.
    let order: [String]
    /// room → rooms that it uses → names by which, each with a file
    let uses: [String: [String: Set<String>]]

    init() throws {
        let text = try String(contentsOf: Rooms.page, encoding: .utf8)
        let table = try #require(text.components(separatedBy: "<!-- rooms -->").dropFirst().first, "ARCHITECTURE.md has no table of rooms")
        order = table.matches(of: /\n\| `([\w\/.]+)` \|/).map { String($0.1) }
        var sources: [(room: String, file: String, text: String)] = []
        for case let url as URL in try #require(FileManager.default.enumerator(at: Rooms.folder, includingPropertiesForKeys: nil)) where url.pathExtension == "swift" {
            let path = url.deletingLastPathComponent().standardizedFileURL.path, root = Rooms.folder.standardizedFileURL.path
            let room = path == root ? "." : String(path.dropFirst(root.count + 1))
            sources.append((room, url.lastPathComponent, Rooms.withoutComments(try String(contentsOf: url, encoding: .utf8))))
        }
        var declared: [Substring: Set<String>] = [:]
        for source in sources {
            for match in source.text.matches(of: /(?m)^(?:(?:public|package|final|indirect) )*(?:struct|class|enum|protocol|typealias|func|let|var) (\w+)/) {
                declared[match.1, default: []].insert(source.room)
            }
        }
        var uses: [String: [String: Set<String>]] = [:]
        for source in sources {
            for name in Set(source.text.matches(of: /[A-Za-z_]\w*/).map(\.output)) {
                guard let rooms = declared[name], rooms.count == 1, let room = rooms.first, room != source.room else { continue }
                // A member or a label of the same name does not count.
                let other = try Regex("(?:let|var|func|case|\\.)\\s*\(name)\\b|\\b\(name):")
                if name.first!.isLowercase && source.text.contains(other) { continue }
                uses[source.room, default: [:]][room, default: []].insert("\(name) (\(source.file))")
            }
        }
        self.uses = uses
        for room in Set(sources.map(\.room)) { #expect(order.contains(room), "ARCHITECTURE.md does not list \(room)") }
    }

    /// Returns the code without comments and without the contents of strings.
    static func withoutComments(_ text: String) -> String {
        text.replacing(/\/\/[^\n]*/, with: "").replacing(/"""(?s:.*?)"""/, with: "\"\"").replacing(/"(?:\\.|[^"\\\n])*"/, with: "\"\"")
    }

    /// The graph in Mermaid's language, without arrows that follow from others.
    var graph: String {
        let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        // Only downward uses are followed: this ends even if rooms use each other in a cycle, which another test reports.
        func reaches(_ from: String, _ to: String) -> Bool {
            (uses[from] ?? [:]).keys.contains { $0 == to || place[$0, default: 0] < place[from, default: 0] && reaches($0, to) }
        }
        var lines = ["```mermaid", "graph TD"]
        for room in order.reversed() {
            let used = order.filter { uses[room]?[$0] != nil }
            for target in used where !used.contains(where: { $0 != target && reaches($0, target) }) {
                lines.append("    \(Rooms.node(room)) --> \(Rooms.node(target))")
            }
        }
        return (lines + ["```"]).joined(separator: "\n")
    }
    private static func node(_ room: String) -> String {
        room == "." ? "Device[\"Device+Renderers\"]" : "\(room.replacing("/", with: "_"))[\"\(room)\"]"
    }
}

@Suite("Rooms") struct RoomTests {
    @Test("no folder of Raster uses one that is below it in ARCHITECTURE.md")
    func upward() throws {
        let rooms = try Rooms()
        #expect(rooms.order.count > 10 && rooms.uses.count > 10)
        for (room, used) in rooms.uses {
            guard let own = rooms.order.firstIndex(of: room) else { continue }
            for (target, names) in used where (rooms.order.firstIndex(of: target) ?? 0) > own {
                Issue.record("\(room) uses \(target): \(names.sorted().joined(separator: ", "))")
            }
        }
    }

    @Test("only the file that chooses a device's renderer uses both renderers")
    func renderers() throws {
        let rooms = try Rooms()
        #expect(rooms.uses.filter { $0.value["Reference"] != nil && $0.value["Tile"] != nil }.map(\.key) == ["."])
        #expect(!rooms.uses.contains { $0.key.hasPrefix("Tile") && $0.value["Reference"] != nil })
        #expect(!(rooms.uses["Reference"] ?? [:]).keys.contains { $0.hasPrefix("Tile") })
    }

    /// The tests of a room are in the folder with the same name.
    @Test("the tests of Raster are in folders with the names of the rooms")
    func tests() throws {
        let rooms = Set(try Rooms().order), root = packageFolder.appendingPathComponent("Tests/RasterTests").standardizedFileURL.path
        var tested: Set<String> = []
        for url in try FileManager.default.subpathsOfDirectory(atPath: root).map({ URL(fileURLWithPath: "\(root)/\($0)") }) where url.pathExtension == "swift" {
            let folder = url.deletingLastPathComponent().standardizedFileURL.path
            // Code shared by the tests of several rooms is outside of the rooms' folders.
            guard try folder != root || String(contentsOf: url, encoding: .utf8).contains("@Test") else { continue }
            let room = String(folder.dropFirst(root.count + 1))
            #expect(rooms.contains(room), "\(url.lastPathComponent) lies in '\(room)', which is no room of ARCHITECTURE.md")
            tested.insert(room)
        }
        for room in ["Tile", "Tile/Draw", "Tile/Kernels", "Tile/Run", "Tile/Emit/Sampling"] { #expect(tested.contains(room), "\(room) has no tests") }
    }

    @Test("the graph in ARCHITECTURE.md equals the graph of the sources")
    func picture() throws {
        let rooms = try Rooms(), text = try String(contentsOf: Rooms.page, encoding: .utf8)
        var parts = text.components(separatedBy: "<!-- graph -->")
        try #require(parts.count == 3, "ARCHITECTURE.md has no place for the graph")
        let drawn = "\n\(rooms.graph)\n"
        if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil {
            parts[1] = drawn
            try parts.joined(separator: "<!-- graph -->").write(to: Rooms.page, atomically: true, encoding: .utf8)
        }
        #expect(parts[1] == drawn, "scripts/make-doc-pictures draws it anew")
    }
}
