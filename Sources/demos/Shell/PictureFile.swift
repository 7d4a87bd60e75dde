// PictureFile: where a picture goes, and in which format, as the name given to --png says.

import ArgumentParser
import Foundation
import Raster

package struct PictureFile: Equatable, Sendable {
    package enum Format: String, Sendable { case png, jpeg }

    /// `-` is the standard output.
    package let path: String
    package let format: Format
    package var isStandardOutput: Bool { path == "-" }

    /// Names that end in .jpg or .jpeg are JPEG, those in .png and those without an ending PNG, and `-` is PNG on the standard
    /// output. Throws `ValidationError` for every other name.
    package init(_ name: String) throws {
        guard !name.isEmpty else { throw ValidationError("--png needs a file name.") }
        path = name
        if name == "-" {
            format = .png
            return
        }
        let file = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard !file.isEmpty, file != ".", file != ".." else { throw ValidationError("--png needs a file name; '\(name)' names a folder.") }
        switch file.dropFirst().lastIndex(of: ".").map({ file[file.index(after: $0)...].lowercased() }) {
        case nil, "png": format = .png
        case "jpg", "jpeg": format = .jpeg
        case let ending?: throw ValidationError("--png writes .png and .jpg files, not .\(ending) files: '\(name)'.")
        }
    }

    /// out/wave.png, 7 → out/wave-0007.png
    package func numbered(_ number: Int) -> String {
        let digits = String(number), suffix = "-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path.lastIndex(of: "."), dot > nameStart else { return path + suffix + ".png" }
        return path[..<dot] + suffix + path[dot...]
    }

    /// Makes the folders that are missing. Found out before the work, not after it: throws `fileNotWritable` where the file
    /// cannot come to be.
    func prepareFolder() throws {
        guard !isStandardOutput else { return }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        func refuse(_ reason: String) -> RasterError {
            RasterError(.fileNotWritable, "file '\(path)'", "cannot be created: \(reason)", remedy: "name a folder in which you may write")
        }
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw refuse("the folder '\(folder)' cannot be made")
        }
        guard access(folder, W_OK) == 0 else { throw refuse(String(cString: strerror(errno))) }
    }

    /// Writes the picture under the file's own name, or under another in its format.
    func write(_ image: Image, as name: String? = nil) throws {
        let bytes = switch format {
        case .png: try image.pngData()
        case .jpeg: try image.jpegData()
        }
        guard isStandardOutput else { return try HostFile.write(bytes, to: name ?? path) }
        do { try FileHandle.standardOutput.write(contentsOf: bytes) } catch {
            throw RasterError(.fileNotWritable, "standard output", "cannot be written: \(error.localizedDescription)", remedy: "keep its reader open")
        }
    }
}
