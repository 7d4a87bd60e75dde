// Session: the state that questions share: open captures, devices, remarks, and the folder for written files. The command line asks
// one question in a session; `framescope serve` asks many questions in a session.

import Foundation
import FrameCapture
import Raster

final class Session {
    enum Place {
        /// The session of a command line: files are written to the given paths, and remarks to standard error.
        case commandLine
        /// The session of a server: all files are written into one folder.
        case server(OutputFolder)
    }
    let place: Place
    /// The remarks to the current answer.
    private(set) var notes: [String] = []
    private var captures: [String: Capture] = [:]
    /// The Swift package that contains the working folder. If the captured application's sources belong to this package, answers give the
    /// paths of the source files; otherwise answers give only the files' names.
    private let sources = PackageSources(around: FileManager.default.currentDirectoryPath)
    private var devices: [Device.Kind: Device] = [:]

    init(place: Place) { self.place = place }
    /// Begins the next question: removes the remarks to the previous question.
    func begin() { notes = [] }

    /// Adds a remark to the answer.
    func note(_ text: String) {
        notes.append(text)
        if case .commandLine = place { Framescope.note(text) }
    }
    /// Shows the progress of work that takes a long time.
    func progress(_ text: String) {
        if case .commandLine = place { Framescope.note(text) }
    }

    /// Opens the file, unless the session has already opened the file, and adds remarks about lost parts.
    /// - Parameter remark: The text that precedes the description of each lost part.
    func capture(_ path: String, remark: String = "note: ") throws -> Capture {
        let capture = try captures[path] ?? Capture(contentsOf: path, sources: sources)
        captures[path] = capture
        for line in capture.damage { note(remark + line) }
        return capture
    }
    /// Returns the capture and the frame that the arguments name.
    func open(_ input: CaptureArguments) throws -> (Capture, CapturedFrame) {
        let capture = try capture(input.file)
        capture.vocabulary = input.words ?? capture.ownVocabulary
        return (capture, try capture.frame(input.frame ?? capture.frames.first?.number ?? 0))
    }
    func device(_ choice: DeviceArguments) -> Device { device(choice.kind) }
    func device(_ kind: Device.Kind) -> Device {
        let device = devices[kind] ?? Device(kind)
        devices[kind] = device
        return device
    }

    /// Returns the path of the file to write for an output argument.
    func path(of output: String) throws -> String {
        switch place {
        case .commandLine: output
        case .server(let folder): try folder.path(of: output)
        }
    }
}

/// The folder into which a server writes files. The server writes to no other folder, because a text in a capture could mislead the calling
/// application into overwriting other files through the server.
final class OutputFolder {
    private let given: String?
    private var made: String?

    /// - Parameter given: The folder for the files, which remains after the server ends. If `given` is nil, the files go to a temporary
    ///   folder, which is removed when the server ends.
    init(given: String?) { self.given = given }
    deinit {
        if given == nil, let made { try? FileManager.default.removeItem(atPath: made) }
    }
    func path(of name: String) throws -> String {
        // "-" would mean standard output, but the server writes its answers to standard output.
        guard !name.isEmpty, !name.hasPrefix("."), name != PictureOutput.standardOutput, !name.contains("/"), !name.utf8.contains(0),
              name.utf8.count <= 200 else {
            throw RasterError(.invalidArgument, "output '\(name)'", "is not a plain file name", remedy: "give a name without folders; files are written to the server's folder")
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
