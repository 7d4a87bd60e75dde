// PictureFile: the destination and the format of a picture. The name after `--png` determines the destination and the format.

import ArgumentParser
import Foundation
import Raster

package struct PictureFile: Equatable, Sendable {
    package enum Format: String, Sendable {
        case png, jpeg
        /// An animated PNG.
        case apng
        case mp4, webm
        /// Whether one file contains all frames of a sequence.
        var isAnimation: Bool { self == .apng || isVideo }
        var isVideo: Bool { self == .mp4 || self == .webm }
    }

    /// The path of the file; `-` for the standard output.
    package let path: String
    package let format: Format
    package var isStandardOutput: Bool { path == "-" }

    /// Reads the file's format from the extension of its name: .jpg and .jpeg are JPEG, .png and no extension are PNG, .apng is an
    /// animated PNG, .mp4 and .webm are videos. The name `-` means PNG on the standard output. Throws `ValidationError` for other names.
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
        case let ending?:
            guard let animation = Format(rawValue: ending), animation.isAnimation else {
                throw ValidationError("--png writes .png, .jpg, .apng, .mp4 and .webm files, not .\(ending) files: '\(name)'.")
            }
            format = animation
        }
    }

    /// Returns the path of a numbered picture: `out/wave-0007.png` for the path `out/wave.png` and the number 7.
    package func numbered(_ number: Int) -> String {
        let digits = String(number), suffix = "-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let nameStart = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path.lastIndex(of: "."), dot > nameStart else { return path + suffix + ".png" }
        return path[..<dot] + suffix + path[dot...]
    }

    /// Creates missing folders and checks that the file can be created. `prepareFolder` is called before the work starts. Throws
    /// `fileNotWritable` if the file cannot be created.
    func prepareFolder() throws {
        guard !isStandardOutput else { return }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        func refuse(_ reason: String) -> RasterError {
            RasterError(.fileNotWritable, "file '\(path)'", "cannot be created: \(reason)", remedy: "name a folder that you may write to")
        }
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw refuse("the folder '\(folder)' cannot be made")
        }
        guard access(folder, W_OK) == 0 else { throw refuse(String(cString: strerror(errno))) }
    }

    /// Returns the bytes of a picture in the file's format. A frame of an animation or a video is a PNG.
    func encoded(_ image: Image) throws -> [UInt8] {
        switch format {
        case .jpeg: try image.jpegData()
        case .png, .apng, .mp4, .webm: try image.pngData()
        }
    }
    /// Writes the picture to the path of this file.
    func write(_ image: Image) throws {
        let bytes = try encoded(image)
        guard isStandardOutput else { return try PartialFile.write(bytes, to: path) }
        do { try FileHandle.standardOutput.write(contentsOf: bytes) } catch {
            throw RasterError(.fileNotWritable, "standard output", "cannot be written: \(error.localizedDescription)", remedy: "keep the program that reads the output running")
        }
    }
}
