// FrameNote: a file in the folder of the frames that wait for `--resume`. The note contains the command that draws the frames. Without
// the note, a resumed film could mix the frames of two commands, because the file of a waiting frame does not show which command drew the
// frame.

import Foundation
import Raster

struct FrameNote {
    private let path: String
    private let folder: String

    /// - Parameter folder: The folder of the waiting frames.
    init(in folder: String) {
        self.folder = folder
        path = folder + "/command"
    }

    /// If there is no note yet, writes the command into a new note.
    /// - Throws: `RasterError` with `invalidArgument` if the waiting frames belong to another command, and with `fileNotWritable`.
    func claim(for command: String) throws {
        if let other = try? String(contentsOfFile: path, encoding: .utf8) {
            guard other != command else { return }
            throw RasterError(.invalidArgument, "'\(folder)'", "has frames of another command, 'demos \(other)'",
                              remedy: "continue that command, or remove the folder")
        }
        try PartialFile.write(Array(command.utf8), to: path)
    }
    /// Removes the note and the folder if no waiting frames are left.
    func removeIfLast() {
        guard (try? FileManager.default.contentsOfDirectory(atPath: folder)) == ["command"] else { return }
        try? FileManager.default.removeItem(atPath: path)
        rmdir(folder)
    }

    /// Returns the arguments of a command line that determine the pixels of a frame. Arguments that choose frames, files or threads are
    /// left out.
    static func command(_ arguments: [String]) -> String {
        let flags: Set = ["--resume", "--json"], options: Set = ["--png", "--frames", "--range", "--threads"]
        var left = arguments[...], kept: [String] = []
        while let argument = left.popFirst() {
            let name = String(argument.prefix { $0 != "=" })
            if flags.contains(argument) { continue }
            if options.contains(name) {
                if name == argument { _ = left.popFirst() }
                continue
            }
            kept.append(argument)
        }
        return kept.joined(separator: " ")
    }
}
