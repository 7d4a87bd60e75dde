// Session: the things that questions share: open captures, devices that draw, remarks, and the place of written files. The command line
// asks one question in a session, `framescope serve` many.

import Foundation
import FrameCapture
import Raster

final class Session {
    enum Place {
        /// Files have the paths that they are given; remarks go to standard error.
        case commandLine
        /// Files go to one folder.
        case server(OutputFolder)
    }
    let place: Place
    /// Remarks that are told with the answer.
    private(set) var notes: [String] = []
    private var captures: [String: Capture] = [:]
    /// The package around the working folder: where the program that drew belongs to this package, call sites are told by the paths of its files.
    private let sources = PackageSources(around: FileManager.default.currentDirectoryPath)
    private var devices: [Device.Kind: Device] = [:]

    init(place: Place) { self.place = place }
    /// Another question: remarks belong to one alone.
    func begin() { notes = [] }

    /// A remark that belongs to the answer.
    func note(_ text: String) {
        notes.append(text)
        if case .commandLine = place { Framescope.note(text) }
    }
    /// Long work tells that it goes on.
    func progress(_ text: String) {
        if case .commandLine = place { Framescope.note(text) }
    }

    /// Opens the file, or takes the file that is open already, and tells which parts of it are lost.
    /// - Parameter remark: The text before each loss.
    func capture(_ path: String, remark: String = "note: ") throws -> Capture {
        let capture = try captures[path] ?? Capture(contentsOf: path, sources: sources)
        captures[path] = capture
        for line in capture.damage { note(remark + line) }
        return capture
    }
    /// The capture and the frame that are meant.
    func open(_ input: CaptureArguments) throws -> (Capture, CapturedFrame) {
        let capture = try capture(input.file)
        return (capture, try capture.frame(input.frame ?? capture.frames.first?.number ?? 0))
    }
    func device(_ choice: DeviceArguments) -> Device { device(choice.kind) }
    func device(_ kind: Device.Kind) -> Device {
        let device = devices[kind] ?? Device(kind)
        devices[kind] = device
        return device
    }

    /// The path to which an output is written.
    func path(of output: String) throws -> String {
        switch place {
        case .commandLine: output
        case .server(let folder): try folder.path(of: output)
        }
    }
}

/// The folder of the files that a server writes. The program that asks may have been misled by the texts of a capture, so it can write nowhere else.
final class OutputFolder {
    private let given: String?
    private var made: String?

    /// - Parameter given: A folder that stays; nil for a folder that goes when the server ends.
    init(given: String?) { self.given = given }
    deinit {
        if given == nil, let made { try? FileManager.default.removeItem(atPath: made) }
    }
    func path(of name: String) throws -> String {
        // "-" is the standard output, on which a server answers.
        guard !name.isEmpty, !name.hasPrefix("."), name != PictureOutput.standardOutput, !name.contains("/"), !name.utf8.contains(0), name.utf8.count <= 200 else {
            throw RasterError(.invalidArgument, "output '\(name)'", "is no plain name of a file", remedy: "give a name without folders; files are written to the server's folder")
        }
        let folder = try made ?? make()
        made = folder
        return folder + "/" + name
    }
    private func make() throws -> String {
        let folder = given ?? FileManager.default.temporaryDirectory.appendingPathComponent("framescope-\(UUID().uuidString)").path
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch { throw RasterError(.fileNotWritable, "folder '\(folder)'", "cannot be made: \(error.localizedDescription)", remedy: "name another with --folder") }
        return folder
    }
}
