// The rooms of Raster: which folder of Sources/Raster may use which. ARCHITECTURE.md lists them, each using only those above it;
// the test reads the sources, finds uses in the other direction, and draws the graph of the page.
//
// Swift sees all files of a target at once, so only such a test keeps the rooms apart. It looks at names. If one room alone declares a
// type, function or constant at the top level of a file, the name belongs to that room. A member belongs to a room if only
// extensions in that room declare it, of types of other rooms. A file that writes the name uses the room.

import Foundation
import TestSupport
import Testing

private struct Rooms {
    static let page = packageFolder.appendingPathComponent("ARCHITECTURE.md")
    static let folder = packageFolder.appendingPathComponent("Sources/Raster")

    /// As the page's table has them, the lowest first. "." is the folder itself.
    let order: [String]
    /// room → rooms that it uses → names by which, each with a file
    let uses: [String: [String: Set<String>]]

    init() throws {
        let text = try String(contentsOf: Rooms.page, encoding: .utf8)
        let table = try #require(text.components(separatedBy: "<!-- rooms -->").dropFirst().first, "ARCHITECTURE.md has no table of rooms")
        order = table.matches(of: /\n\| `([\w\/.]+)` \|/).map { String($0.1) }
        var sources: [(room: String, file: String, text: String)] = []
        for case let url as URL in try #require(FileManager.default.enumerator(at: Rooms.folder,
                                                                               includingPropertiesForKeys: nil)) where url.pathExtension == "swift" {
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
        let members = try Rooms.members(of: sources, declared)
        var uses: [String: [String: Set<String>]] = [:]
        for source in sources {
            for name in Set(source.text.matches(of: /[A-Za-z_]\w*/).map(\.output)) {
                if let rooms = declared[name] {
                    guard rooms.count == 1, let room = rooms.first, room != source.room else { continue }
                    // A member or a label of the same name is something else.
                    let other = try Regex("(?:let|var|func|case|\\.)\\s*\(name)\\b|\\b\(name):")
                    if name.first!.isLowercase && source.text.contains(other) { continue }
                    uses[source.room, default: [:]][room, default: []].insert("\(name) (\(source.file))")
                } else if let room = members[name], room != source.room {
                    // A label or a member of a tuple is something else.
                    guard !source.text.contains(try Regex("\\b\(name):")) else { continue }
                    uses[source.room, default: [:]][room, default: []].insert("\(name) (\(source.file))")
                }
            }
        }
        self.uses = uses
        for room in Set(sources.map(\.room)) { #expect(order.contains(room), "ARCHITECTURE.md does not list \(room)") }
    }

    /// The members that extensions in one room alone declare, and nothing else declares: name → room.
    private static func members(of sources: [(room: String, file: String, text: String)], _ declared: [Substring: Set<String>]) throws -> [Substring: String] {
        var owners: [Substring: Set<String>] = [:], all: [Substring: Set<String>] = [:]
        for source in sources {
            for match in source.text.matches(of: /\b(?:struct|class|enum|protocol|typealias|func|let|var|case) (\w+)/) {
                all[match.1, default: []].insert(source.room)
            }
            for match in source.text.matches(of: /(?m)^(?:(?:public|package) )?extension (\w+)[^{\n]*\{((?s:.*?))^\}/) {
                // An extension in its type's own room adds nothing.
                guard declared[match.1] != [source.room] else { continue }
                for member in match.2.matches(of: /(?m)^ {4}(?:@\S+ )*(?:(?:public|package|static|mutating|consuming|borrowing|nonisolated) )*(?:func|var|let|struct|enum) (\w+)/) {
                    owners[member.1, default: []].insert(source.room)
                }
            }
        }
        // A member of a module below may have the same name.
        let below = try ["Memory", "Kernel", "Shading", "ShadingKernel"].flatMap { try swiftFiles("Sources/\($0)") }.map {
            withoutComments(try String(contentsOf: $0, encoding: .utf8))
        }
        let taken = Set(below.flatMap { $0.matches(of: /\b(?:func|let|var|case) (\w+)/).map { String($0.1) } })
        return owners.compactMapValues { $0.count == 1 ? $0.first : nil }.filter { name, room in all[name] == [room] && !taken.contains(String(name)) }
    }

    private static func swiftFiles(_ path: String) throws -> [URL] {
        let root = packageFolder.appendingPathComponent(path)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }.map { root.appendingPathComponent($0) }
    }

    /// Code alone: neither comments nor the contents of strings.
    static func withoutComments(_ text: String) -> String {
        text.replacing(/\/\/[^\n]*/, with: "").replacing(/"""(?s:.*?)"""/, with: "\"\"").replacing(/"(?:\\.|[^"\\\n])*"/, with: "\"\"")
    }

    /// The graph in the words of Mermaid, without the arrows that follow from others.
    var graph: String {
        let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        // Downwards alone: where rooms use one another in a circle, which another test tells, this ends too.
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
    @Test("no folder of Raster uses one that stands below it in ARCHITECTURE.md")
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

    @Test("only the file that picks a device's renderer knows both")
    func renderers() throws {
        let rooms = try Rooms()
        #expect(rooms.uses.filter { $0.value["Reference"] != nil && $0.value["Tile"] != nil }.map(\.key) == ["."])
        #expect(!rooms.uses.contains { $0.key.hasPrefix("Tile") && $0.value["Reference"] != nil })
        #expect(!(rooms.uses["Reference"] ?? [:]).keys.contains { $0.hasPrefix("Tile") })
    }

    /// Who changes a room finds its tests in the folder of the same name.
    @Test("the tests of Raster lie in folders that are called like the rooms")
    func tests() throws {
        let rooms = Set(try Rooms().order), root = packageFolder.appendingPathComponent("Tests/RasterTests").standardizedFileURL.path
        var tested: Set<String> = []
        for url in try FileManager.default.subpathsOfDirectory(atPath: root).map({ URL(fileURLWithPath: "\(root)/\($0)") }) where url.pathExtension == "swift" {
            let folder = url.deletingLastPathComponent().standardizedFileURL.path
            // What tests of several rooms share lies in no room.
            guard try folder != root || String(contentsOf: url, encoding: .utf8).contains("@Test") else { continue }
            let room = String(folder.dropFirst(root.count + 1))
            #expect(rooms.contains(room), "\(url.lastPathComponent) lies in '\(room)', which is no room of ARCHITECTURE.md")
            tested.insert(room)
        }
        for room in ["Tile", "Tile/Draw", "Tile/Kernels", "Tile/Run", "Stages/Sampling", "Stages/Setup", "Stages/Coverage", "Stages/Fragment"] {
            #expect(tested.contains(room), "\(room) has no tests")
        }
    }

    /// The table names folders of Sources from the lowest layer to the highest, several in a row.
    @Test("each target of the package uses only targets that ARCHITECTURE.md names before it")
    func layers() throws {
        let page = try String(contentsOf: Rooms.page, encoding: .utf8),
            manifest = try String(contentsOf: packageFolder.appendingPathComponent("Package.swift"), encoding: .utf8)
        let rows = page.matches(of: /\n\| (`[^|]*) \|/).prefix { !$0.1.contains("PassBatch") }.map { $0.1.matches(of: /`([\w-]+)`/).map { String($0.1) } }
        let order = Array(rows.joined())
        let targets = manifest.matches(of: /\.(?:target|executableTarget)\(\s*name: "([\w-]+)"(?s:(.*?))(?=\.target\(|\.executableTarget\(|\.testTarget\(|\.systemLibrary\(|\z)/)
        var folders: [String: String] = [:]
        for target in targets {
            folders[String(target.1)] = target.2.firstMatch(of: /path: "(?:[\w-]+\/)*([\w-]+)"/).map { String($0.1) } ?? String(target.1)
        }
        var checked = 0
        for target in targets {
            guard let own = order.firstIndex(of: folders[String(target.1)]!),
                  let list = target.2.firstMatch(of: /dependencies: \[(?s:(.*?))\]/) else { continue }
            for dependency in list.1.matches(of: /"(\w+)"/).compactMap({ order.firstIndex(of: folders[String($0.1)] ?? "") }) {
                checked += 1
                #expect(dependency < own, "\(target.1) uses \(order[dependency]), which ARCHITECTURE.md names after it")
            }
        }
        #expect(checked > 20, "the test does not find the package's targets")
    }

    @Test("the graph in ARCHITECTURE.md is that of the sources")
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
