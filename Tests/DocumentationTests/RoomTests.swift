// A room is a folder of Sources/Raster. ARCHITECTURE.md lists the rooms in order: a room may use only the rooms above it in the
// list. The tests read the sources, find uses in the forbidden direction, and make the graph on the page.
//
// Swift sees all files of a target at once, so the compiler does not separate rooms. This test compares names. If only one room declares
// a type, function or constant at the top level of a file, the name of the declaration belongs to this room. If only extensions in one
// room declare a member, and the extended types belong to other rooms, the name of the member belongs to this room. A file that contains
// a name uses the room to which the name belongs.

import Foundation
import TestSupport
import Testing

private struct Rooms {
    static let page = packageFolder.appendingPathComponent("ARCHITECTURE.md")
    static let folder = packageFolder.appendingPathComponent("Sources/Raster")

    /// The rooms in the order of the page's table, the lowest first. "." is the folder Sources/Raster itself.
    let order: [String]
    /// The rooms that the folder has.
    let folders: Set<String>
    /// For each room, the rooms that it uses. For each used room, its names that occur in the using room, each with a file that contains
    /// the name.
    let uses: [String: [String: Set<String>]]

    /// The rooms of this package. The sources are read once, because the rooms are the same for all tests.
    static let shared = Result { try Rooms() }

    private init() throws {
        let text = try String(contentsOf: Rooms.page, encoding: .utf8)
        let table = try #require(text.components(separatedBy: "<!-- rooms -->").dropFirst().first, "ARCHITECTURE.md has no table of rooms")
        order = table.matches(of: /\n\| `([\w\/.]+)` \|/).map { String($0.1) }
        var sources: [(room: String, file: String, text: String)] = []
        for case let url as URL in try #require(FileManager.default.enumerator(at: Rooms.folder,
                                                                               includingPropertiesForKeys: nil)) where url.pathExtension == "swift" {
            let path = url.deletingLastPathComponent().standardizedFileURL.path, root = Rooms.folder.standardizedFileURL.path
            let room = path == root ? "." : String(path.dropFirst(root.count + 1))
            sources.append((room, url.lastPathComponent, SwiftSources.withoutComments(try String(contentsOf: url, encoding: .utf8))))
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
            for name in Set(SwiftSources.words(of: source.text)) {
                if let rooms = declared[name] {
                    guard rooms.count == 1, let room = rooms.first, room != source.room else { continue }
                    // If the file itself has a member or a label of this name, the name in this file does not mean the declaration of
                    // another room.
                    let other = try Regex("(?:let|var|func|case|\\.)\\s*\(name)\\b|\\b\(name):")
                    if name.first!.isLowercase && source.text.contains(other) { continue }
                    uses[source.room, default: [:]][room, default: []].insert("\(name) (\(source.file))")
                } else if let room = members[name], room != source.room {
                    // If the file has a label or a tuple element of this name, the name does not mean another room's member.
                    guard !source.text.contains(try Regex("\\b\(name):")) else { continue }
                    uses[source.room, default: [:]][room, default: []].insert("\(name) (\(source.file))")
                }
            }
        }
        self.uses = uses
        self.folders = Set(sources.map(\.room))
    }

    /// Returns the members that only extensions in one room declare: name → room.
    private static func members(of sources: [(room: String, file: String, text: String)], _ declared: [Substring: Set<String>]) throws -> [Substring: String] {
        var owners: [Substring: Set<String>] = [:], all: [Substring: Set<String>] = [:]
        for source in sources {
            for match in source.text.matches(of: /\b(?:struct|class|enum|protocol|typealias|func|let|var|case) (\w+)/) {
                all[match.1, default: []].insert(source.room)
            }
            for match in source.text.matches(of: /(?m)^(?:(?:public|package) )?extension (\w+)[^{\n]*\{((?s:.*?))^\}/) {
                // An extension in the room of its type adds no member to another room's type.
                guard declared[match.1] != [source.room] else { continue }
                for member in match.2.matches(of: /(?m)^ {4}(?:@\S+ )*(?:(?:public|package|static|mutating|consuming|borrowing|nonisolated) )*(?:func|var|let|struct|enum) (\w+)/) {
                    owners[member.1, default: []].insert(source.room)
                }
            }
        }
        // If a module below Raster has a member of the same name, the name is ambiguous, so the name does not show the use of a room.
        let below = try ["Host", "Memory", "Kernel", "Shading", "ShadingKernel"].flatMap { try swiftFiles("Sources/\($0)") }.map {
            SwiftSources.withoutComments(try String(contentsOf: $0, encoding: .utf8))
        }
        let taken = Set(below.flatMap { $0.matches(of: /\b(?:func|let|var|case) (\w+)/).map { String($0.1) } })
        return owners.compactMapValues { $0.count == 1 ? $0.first : nil }.filter { name, room in all[name] == [room] && !taken.contains(String(name)) }
    }

    static func swiftFiles(_ path: String) throws -> [URL] {
        let root = packageFolder.appendingPathComponent(path)
        return try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }.map { root.appendingPathComponent($0) }
    }

    /// The graph in Mermaid's language. An arrow is omitted if a path of other arrows joins the same rooms.
    var graph: String {
        let place = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        // Follows only uses of lower rooms, so the search ends even if rooms form a cycle. Another test reports cycles.
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
    @Test("no folder of Raster uses a folder that is below it in the list of ARCHITECTURE.md")
    func upward() throws {
        let rooms = try Rooms.shared.get()
        #expect(rooms.order.count > 10 && rooms.uses.count > 10)
        for room in rooms.folders { #expect(rooms.order.contains(room), "ARCHITECTURE.md does not list \(room)") }
        for (room, used) in rooms.uses {
            guard let own = rooms.order.firstIndex(of: room) else { continue }
            for (target, names) in used where (rooms.order.firstIndex(of: target) ?? 0) > own {
                Issue.record("\(room) uses \(target): \(names.sorted().joined(separator: ", "))")
            }
        }
    }

    @Test("only the file that selects a device's renderer uses both renderers")
    func renderers() throws {
        let rooms = try Rooms.shared.get()
        #expect(rooms.uses.filter { $0.value["Reference"] != nil && $0.value["Tile"] != nil }.map(\.key) == ["."])
        #expect(!rooms.uses.contains { $0.key.hasPrefix("Tile") && $0.value["Reference"] != nil })
        #expect(!(rooms.uses["Reference"] ?? [:]).keys.contains { $0.hasPrefix("Tile") })
    }

    /// The tests of a room are in the folder of the same name, so that they are easy to find.
    @Test("the tests of each room of Raster are in a folder with the name of the room")
    func tests() throws {
        let rooms = Set(try Rooms.shared.get().order), root = packageFolder.appendingPathComponent("Tests/RasterTests").standardizedFileURL.path
        var tested: Set<String> = []
        for url in try FileManager.default.subpathsOfDirectory(atPath: root).map({ URL(fileURLWithPath: "\(root)/\($0)") }) where url.pathExtension == "swift" {
            let folder = url.deletingLastPathComponent().standardizedFileURL.path
            // Files that contain no tests, and that the tests of several rooms share, are in the folder RasterTests itself.
            guard try folder != root || String(contentsOf: url, encoding: .utf8).contains("@Test") else { continue }
            let room = String(folder.dropFirst(root.count + 1))
            #expect(rooms.contains(room), "\(url.lastPathComponent) lies in '\(room)', which is no room of ARCHITECTURE.md")
            tested.insert(room)
        }
        for room in ["Tile", "Tile/Draw", "Tile/Kernels", "Tile/Run", "Stages/Sampling", "Stages/Setup", "Stages/Coverage", "Stages/Fragment"] {
            #expect(tested.contains(room), "\(room) has no tests")
        }
    }

    /// The table names folders of Sources from the lowest layer to the highest. A row may name several folders.
    @Test("each target of the package uses only targets that are before it in the list of ARCHITECTURE.md")
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

    /// A thread that is started in another way would receive signals of the host, and another kind of lock would fail after a fork().
    @Test("below the window, all threads and locks come from Host")
    func guests() throws {
        let folders = ["CaptureFile", "Memory", "Kernel", "Shading", "ShadingKernel", "Raster", "FrameCapture", "Effects", "Models", "ShaderProjects",
                       "Canvas", "Panels", "SystemGL", "GLState", "GLEntries", "EGLDriver", "GLXDriver"]
        var checked = 0
        for folder in folders {
            for url in try Rooms.swiftFiles("Sources/\(folder)") {
                checked += 1
                let code = SwiftSources.withoutComments(try String(contentsOf: url, encoding: .utf8))
                // Only a few files have one of these words; searching all files with the expression below would take seconds.
                let beginnings = ["Mutex", "DispatchQueue", "DispatchGroup", "DispatchSemaphore", "DispatchWorkItem", "DispatchSource", "pthread_create",
                                  "Thread", "Task"]
                guard SwiftSources.words(of: code).contains(where: { word in beginnings.contains { word.hasPrefix($0) } }) else { continue }
                for word in code.matches(of: /\bMutex[<(]|\bDispatch(?:Queue|Group|Semaphore|WorkItem|Source)\w*|\bpthread_create\b|\bThread(?:\.detach| *\{|\()|\bTask(?:\.detached| *\{)/) {
                    Issue.record("\(url.lastPathComponent) uses \(word.output); use Lock, LibraryThread, WorkThread or ParallelLoop")
                }
            }
        }
        #expect(checked > 300)
    }

    /// After a process has ended, a thread of swift-testing runs without a pause until the process's test asks for the exit status.
    /// `promptly` makes the test ask at once. Without `promptly`, thousands of other tests run before the test asks, and meanwhile the
    /// thread takes a core from these tests.
    @Test("every test that runs in a separate process waits for the process promptly")
    func promptProcesses() throws {
        let macro = "#expect(processExitsWith:"
        var checked = 0
        for url in try Rooms.swiftFiles("Tests") where url.lastPathComponent != "RoomTests.swift" {
            guard try Data(contentsOf: url).range(of: Data(macro.utf8)) != nil else { continue }
            let text = try String(contentsOf: url, encoding: .utf8)
            for use in text.ranges(of: macro) {
                checked += 1
                let words = text[..<use.lowerBound].split(whereSeparator: \.isWhitespace)
                #expect(words.suffix(3) == ["promptly", "{", "await"], "\(url.lastPathComponent) waits for a process without promptly")
            }
        }
        #expect(checked > 8, "the test does not find the tests that start processes")
    }

    @Test("the graph in ARCHITECTURE.md equals the graph made from the sources")
    func picture() throws {
        let rooms = try Rooms.shared.get(), text = try String(contentsOf: Rooms.page, encoding: .utf8)
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
