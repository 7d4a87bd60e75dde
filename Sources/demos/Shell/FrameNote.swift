// FrameNote: a file beside frames that wait for `--resume`, which says what command draws them. A frame has a number and a size, which frames of
// another demo have as well: without the note a film could be put together of two.

import Foundation
import Raster

struct FrameNote {
    private let path: String
    private let folder: String

    /// - Parameter folder: Where the frames wait.
    init(in folder: String) {
        self.folder = folder
        path = folder + "/command"
    }

    /// Writes down what draws the frames, where nothing says so yet.
    /// - Throws: `RasterError` with `invalidArgument` where frames of another command wait, and with `fileNotWritable`.
    func claim(for command: String) throws {
        if let other = try? String(contentsOfFile: path, encoding: .utf8) {
            guard other != command else { return }
            throw RasterError(.invalidArgument, "'\(folder)'", "holds frames of another command, 'demos \(other)'", remedy: "go on with that command, or remove the folder")
        }
        try PartialFile.write(Array(command.utf8), to: path)
    }
    /// Removes the note, and the folder, once no frames are left.
    func removeIfLast() {
        guard (try? FileManager.default.contentsOfDirectory(atPath: folder)) == ["command"] else { return }
        try? FileManager.default.removeItem(atPath: path)
        rmdir(folder)
    }

    /// The arguments of a command line that decide about a frame's pixels. Arguments that choose frames, files or threads are left out.
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
