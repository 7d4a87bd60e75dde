// ThumbnailsCommand: makes a small picture of each model file in folders, on all cores. If a file cannot be drawn, the other
// pictures are still made.

import ArgumentParser
import Foundation
import Kernel
import Models
import Raster
import Synchronization
import Terminal

struct ThumbnailsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnails", abstract: "Makes a small picture of each model file in folders, on all cores.",
        discussion: """
            A picture has the name of its file, and lies in a folder that has the name of the file's folder. A file that cannot be \
            shown is named on standard error, and the others are still drawn; the exit code is then 1.

            Example: demos thumbnails models -o pictures --size 256x256 --transparent
            """)

    @Argument(help: ArgumentHelp("Model files, and folders that are searched for model files.", valueName: "folder"), completion: .directory)
    var paths: [String]
    @Option(name: .shortAndLong, help: ArgumentHelp("The folder of the pictures; it is created if it is missing.", valueName: "folder"), completion: .directory)
    var output = "thumbnails"
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Size of a picture in pixels.", valueName: "WxH"))
    var size = PixelSize(width: 512, height: 512)
    @OptionGroup var look: ModelOptions
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("The number of files that are drawn at the same time. [default: one per core]", valueName: "count"))
    var jobs: Int?
    @Flag(name: .long, help: "Keep pictures that are newer than their files.")
    var update = false
    @Flag(name: .long, help: "Print JSON for programs: files, pictures, errors, warnings, times.")
    var json = false

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs must be between 1 and 256, not \(jobs).") }
    }

    func run() throws {
        do {
            let summary = try wait(for: draw)
            if json { try summary.print() } else { print(summary.description) }
            if summary.failed > 0 { throw ExitCode.failure }
        } catch let error as RasterError {
            printError("error: \(error)")
            throw ExitCode.failure
        }
    }

    /// Runs an asynchronous closure and waits for its result. The calling thread has no other work, so it may sleep.
    private func wait<Result: Sendable>(for body: @escaping @Sendable () async throws -> Result) throws -> Result {
        let isDone = DispatchSemaphore(value: 0), outcome = Mutex<Swift.Result<Result, any Error>?>(nil)
        Task {
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.withLock { $0 = result }
            isDone.signal()
        }
        isDone.wait()
        guard let result = outcome.withLock({ $0 }) else { preconditionFailure("the task has ended") }
        return try result.get()
    }

    private func draw() async throws -> ThumbnailSummary {
        let work = try ThumbnailWork.find(paths, output: output)
        let size = size, settings = look.settings
        let cores = WorkerPool.coreCount, count = min(jobs ?? cores, work.count)
        // If there are fewer files than cores, each device uses several threads.
        var options = Device.Options()
        options.threads = max(1, cores / count)
        let pool = DevicePool(count: count, options: options) { device in try HeadlessDriver(device: device, size: size, samples: 4) }
        let progress = ProgressLine(delay: .seconds(1), logInterval: .seconds(10)), clock = ContinuousClock(), start = clock.now
        var results: [(index: Int, result: ThumbnailSummary.Picture)] = []
        await withTaskGroup(of: (Int, ThumbnailSummary.Picture).self) { group in
            for (index, item) in work.enumerated() {
                group.addTask { [update] in
                    if update, item.isCurrent { return (index, item.result(state: .kept)) }
                    do {
                        return (index, try await pool.run { driver in try item.draw(with: driver, settings: settings) })
                    } catch {
                        return (index, item.result(state: .failed, error: "\(error)"))
                    }
                }
            }
            for await (index, result) in group {
                results.append((index, result))
                if let error = result.error { printError("\(result.file): \(error)") }
                progress.report("\(results.count) of \(work.count) files")
            }
        }
        progress.finish()
        return ThumbnailSummary(seconds: (clock.now - start) / .seconds(1), pictures: results.sorted { $0.index < $1.index }.map(\.result))
    }
}

/// The results of `thumbnails`, which --json prints.
struct ThumbnailSummary: Codable {
    enum State: String, Codable { case drawn, kept, failed }
    struct Picture: Codable {
        var file: String
        /// The path of the picture; nil if the picture could not be made.
        var picture: String?
        var state: State
        var error: String?
        var warnings: [String] = []
        /// The time for reading the file, drawing, and writing the picture.
        var milliseconds: Double = 0
        /// The SHA-256 of the pixels; nil if the picture was not drawn.
        var sha256: String?
    }
    /// The duration of the whole command.
    var seconds: Double
    var pictures: [Picture]

    private func count(_ state: State) -> Int { pictures.count { $0.state == state } }
    var failed: Int { count(.failed) }
    var description: String {
        let drawn = count(.drawn), kept = count(.kept)
        return "\(drawn) \(drawn == 1 ? "picture" : "pictures")" + (kept > 0 ? ", \(kept) kept" : "")
            + (failed > 0 ? ", \(failed) failed" : "") + String(format: ", %.1f s", seconds)
    }
    func print() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        Swift.print(String(decoding: try encoder.encode(self), as: UTF8.self))
    }
}

/// One model file and the path of its picture.
struct ThumbnailWork: Sendable, Equatable {
    let file: String
    let picture: String

    /// Returns the model files that `paths` name, and the model files in the folders that `paths` name; the files of each folder
    /// are in alphabetical order.
    /// - Throws: `RasterError` with `fileNotReadable` if a path does not exist, and if there is no model file.
    static func find(_ paths: [String], output: String) throws -> [ThumbnailWork] {
        var found: [ThumbnailWork] = []
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw RasterError(.fileNotReadable, "'\(path)'", "does not exist", remedy: "name a folder or a model file")
            }
            let names = isFolder.boolValue ? (FileManager.default.subpaths(atPath: path) ?? []).filter(isModel).sorted() : [""]
            for name in names {
                let inside = name.isEmpty ? (path as NSString).lastPathComponent : name
                found.append(ThumbnailWork(file: name.isEmpty ? path : "\(path)/\(name)", picture: "\(output)/\(inside).png"))
            }
        }
        guard !found.isEmpty else {
            throw RasterError(.fileNotReadable, paths.map { "'\($0)'" }.joined(separator: ", "), "contains no model file",
                              remedy: "name a folder with files that end in \(Model.fileExtensions.map { "." + $0 }.joined(separator: ", "))")
        }
        return found
    }
    private static func isModel(_ name: String) -> Bool {
        name.lastIndex(of: ".").map { Model.fileExtensions.contains(name[name.index(after: $0)...].lowercased()) } ?? false
    }

    /// Whether the picture exists and is newer than the model file.
    var isCurrent: Bool {
        func date(_ path: String) -> Date? { (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date }
        guard let drawn = date(picture), let changed = date(file) else { return false }
        return drawn > changed
    }

    func draw(with driver: HeadlessDriver, settings: ModelViewer.Settings) throws -> ThumbnailSummary.Picture {
        let clock = ContinuousClock(), start = clock.now
        let viewer = try ModelViewer(device: driver.device, model: Model(contentsOf: file), settings: settings)
        let image = try driver.render(viewer, time: 0)
        let target = try PictureFile(picture)
        try target.prepareFolder()
        try target.write(image)
        var result = result(state: .drawn)
        result.picture = picture
        result.warnings = viewer.warnings
        result.milliseconds = (clock.now - start) / .milliseconds(1)
        result.sha256 = image.digest
        return result
    }
    func result(state: ThumbnailSummary.State, error: String? = nil) -> ThumbnailSummary.Picture {
        ThumbnailSummary.Picture(file: file, picture: state == .kept ? picture : nil, state: state, error: error)
    }
}
