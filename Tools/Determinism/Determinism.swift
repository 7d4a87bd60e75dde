// determinism: draws every picture of the table, and lists the pictures that differ from the table. For each picture that differs, the
// program prints the place of the difference.
//
// The reference renderer's pictures are compared with the table. The pictures of every other configuration and of every emulated
// processor are compared with the reference renderer's pictures. The comparison with the reference renderer finds the first differing pixel.

import ArgumentParser
import Foundation
import Raster

@main
struct Determinism: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Checks that every picture is the same as on every other machine.")

    @Flag(help: "Write the table anew, for pictures that changed on purpose.")
    var update = false
    @Flag(help: "Print the table.")
    var table = false
    @Option(name: .customLong("table-file"), help: "The table to compare with.")
    var tableFile = Table.recorded.path
    @Option(help: ArgumentHelp("Draw so: reference, or lanes/threads/tiers as in 16/2/optimized.",
                               discussion: "May be given several times. [default: every way]", valueName: "way"))
    var way: [Configuration] = []
    @Option(help: "Draw only what has one of these in its name.")
    var only: [String] = []
    @Option(help: "Draw only each n-th entry, all widgets and all numbers.")
    var every = 1
    @Option(help: "Also draw each n-th entry, all widgets and all numbers on emulated processors; n is a multiple of --every's.")
    var emulateEvery: Int?
    @Option(help: "Write the pictures into this folder.")
    var pictures: String?
    @Option(help: "Compare with the pictures in this folder in place of the table.")
    var against: String?

    func validate() throws {
        guard every >= 1, (emulateEvery ?? every) >= 1, (emulateEvery ?? every) % every == 0 else {
            throw ValidationError("--every needs a number of at least 1, and --emulate-every a multiple of it.")
        }
        guard emulateEvery == nil || (only.isEmpty && against == nil) else { throw ValidationError("--emulate-every goes with neither --only nor --against.") }
        guard !update || (every == 1 && only.isEmpty && against == nil) else {
            throw ValidationError("--update writes the whole table: leave out what draws a part.")
        }
    }

    func run() throws {
        let entries = only.isEmpty ? Determinism.share(every) : Entry.all.filter { entry in only.contains { entry.name.contains($0) } }
        guard !entries.isEmpty else { throw Complaint("No entry is called so.") }
        print("processor: \(Emulation.hostProcessor)")
        let ways = way.isEmpty ? Configuration.all : way
        var complaints: [String] = []

        // Finds the expected pictures: the pictures in the folder `against` or, without this folder, the reference renderer's pictures. The
        // reference renderer's pictures are compared with the table.
        let isGiven = against != nil
        let expected: [String: Picture]
        if let against {
            expected = try read(entries, from: against)
        } else {
            expected = try draw(entries, .reference)
            complaints += try compareWithTable(expected)
        }
        for configuration in ways where isGiven || configuration.description != "reference" {
            let found = try draw(isGiven ? entries : entries.filter(\.needsDevice), configuration)
            for (name, picture) in found.sorted(by: { $0.key < $1.key }) {
                guard let wanted = expected[name] else { complaints.append("\(configuration): \(name) is not expected"); continue }
                if let difference = picture.difference(from: wanted) { complaints.append("\(configuration): \(name): \(difference)") }
            }
            print("\(found.count) pictures drawn as \(configuration)")
        }
        if let pictures { try write(expected, to: pictures) }
        if let emulateEvery { complaints += try emulate(expected, each: emulateEvery) }
        for complaint in complaints { print("DIFFERS  \(complaint)") }
        print(complaints.isEmpty ? "all are the same" : "\(complaints.count) differ")
        if !complaints.isEmpty { throw ExitCode.failure }
    }

    private static func share(_ n: Int) -> [Entry] {
        Entry.all.enumerated().filter { $0 % n == 0 || $1.isInEveryShare }.map(\.element)
    }

    private func draw(_ entries: [Entry], _ configuration: Configuration) throws -> [String: Picture] {
        let device = try configuration.makeDevice()
        var all: [String: Picture] = [:]
        for entry in entries {
            for (name, picture) in try entry.draw(device) { all[name.isEmpty ? entry.name : "\(entry.name), \(name)"] = picture }
        }
        return all
    }

    private func compareWithTable(_ drawn: [String: Picture]) throws -> [String] {
        var now = Table()
        for (name, picture) in drawn { now.marks[name] = picture.mark }
        if table { print(now.text, terminator: "") }
        if update {
            try now.text.write(to: URL(fileURLWithPath: tableFile), atomically: true, encoding: .utf8)
            print("\(now.marks.count) pictures written to \(tableFile), digest \(now.digest)")
            return []
        }
        let recorded = try Table(URL(fileURLWithPath: tableFile))
        var complaints = drawn.sorted { $0.key < $1.key }.compactMap { name, picture -> String? in
            guard let mark = recorded.marks[name] else { return "reference: \(name) is not in the table" }
            return picture.difference(fromTable: mark).map { "reference: \(name): \($0)" }
        }
        if every == 1 && only.isEmpty {
            complaints += recorded.marks.keys.filter { drawn[$0] == nil }.sorted().map { "\($0) is in the table and no longer drawn" }
        }
        print("\(drawn.count) pictures drawn as reference, compared with the table; digest \(now.digest)")
        return complaints
    }

    // MARK: other processors

    private func emulate(_ expected: [String: Picture], each n: Int) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("determinism-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(expected, to: folder.path)
        // Compiling is slow on an emulated processor, so only a few entries are drawn with compiled code, in two configurations.
        let compiled = Determinism.share(every).filter { $0.name.hasPrefix("scene/") }.enumerated()
            .filter { $0.offset % (n / every) == 0 }.flatMap { ["--only", $0.element.name] }
        let shares = [["--way", "reference", "--every", "\(n)"], ["--way", "4/2/baseline", "--way", "16/2/optimized"] + compiled]
        var complaints: [String] = []
        for processor in Emulation.processors {
            let runs = try shares.map { try Emulation.start(processor, $0 + ["--against", folder.path]) }
            for run in runs {
                // The limit is long, because drawing the pictures on an emulated processor takes hours.
                let result = try run.finish(seconds: 24 * 3600), status = result.status, text = result.output
                let lines = text.split(separator: "\n")
                complaints += lines.filter { $0.hasPrefix("DIFFERS") }.map { "emulated \(processor): \($0.dropFirst(9))" }
                for line in lines where line.contains("pictures drawn as") { print("emulated \(processor): \(line)") }
                if status != 0 && !lines.contains(where: { $0.hasPrefix("DIFFERS") }) {
                    complaints.append("emulated \(processor) ended with \(status): \(text)")
                }
            }
        }
        return complaints
    }

    // MARK: files

    private func file(_ name: String, in folder: String) -> URL {
        URL(fileURLWithPath: folder).appendingPathComponent(name.replacingOccurrences(of: "/", with: "--") + ".picture")
    }
    private func write(_ pictures: [String: Picture], to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (name, picture) in pictures { try picture.data.write(to: file(name, in: folder)) }
    }
    /// Reads the pictures of all entries that have files.
    private func read(_ entries: [Entry], from folder: String) throws -> [String: Picture] {
        var all: [String: Picture] = [:]
        for url in try FileManager.default.contentsOfDirectory(at: URL(fileURLWithPath: folder),
                                                               includingPropertiesForKeys: nil) where url.pathExtension == "picture" {
            let name = url.deletingPathExtension().lastPathComponent.replacingOccurrences(of: "--", with: "/")
            guard let picture = Picture(try Data(contentsOf: url)) else { throw Complaint("\(url.path) is no picture") }
            all[name] = picture
        }
        return all
    }
}
