// VideoPipe: sends raw frames to ffmpeg, which makes an MP4 or WebM file. ffmpeg must be installed.

import Foundation
import Raster

struct VideoPipe {
    private let file: PartialFile
    private let process = Process()
    private let input = Pipe()
    private let output: Pipe

    /// Throws `systemUnavailable` if ffmpeg is not installed.
    init(_ path: String, format: PictureFile.Format, width: Int, height: Int, framesPerSecond: Double) throws {
        let program = try VideoPipe.requireProgram(for: format)
        file = try PartialFile(path, opens: false)
        output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        // Players expect the colour channels (chroma) at half the width and half the height of the picture. If the picture's width or
        // height is odd, the colour channels have full size instead.
        let pixels = width % 2 == 0 && height % 2 == 0 ? "yuv420p" : "yuv444p"
        let codec = format == .webm ? ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-f", "webm"]
            : ["-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4"]
        process.arguments = ["-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(width)x\(height)", "-r",
                             "\(framesPerSecond)", "-i", "-", "-an",
                             "-pix_fmt", pixels] + codec + [file.partialPath]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = output
        // If ffmpeg has ended early, a write to the pipe must give an error. By default, the signal SIGPIPE would end this process.
        signal(SIGPIPE, SIG_IGN)
        do { try process.run() } catch {
            throw RasterError(.systemUnavailable, "'\(program)'", "cannot be started: \(error.localizedDescription)", remedy: "reinstall ffmpeg")
        }
    }
    /// Returns the path of the first ffmpeg in the search path. Throws `systemUnavailable` if ffmpeg is not found.
    @discardableResult static func requireProgram(for format: PictureFile.Format) throws -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        if let program = folders.map({ "\($0)/ffmpeg" }).first(where: { FileManager.default.isExecutableFile(atPath: $0) }) { return program }
        throw RasterError(.systemUnavailable, "ffmpeg, which makes \(format.rawValue) files,", "is not installed",
                          remedy: "install the Debian package ffmpeg, or write .apng or numbered .png files")
    }

    /// Adds a frame's pixels, as RGBA of 8 bits, top row first.
    func add(_ pixels: [UInt8]) throws {
        do { try input.fileHandleForWriting.write(contentsOf: pixels) } catch { throw failure() }
    }
    func finish() throws {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else { throw failure() }
        try file.finish()
    }
    /// Returns an error that contains ffmpeg's last message.
    private func failure() -> RasterError {
        try? input.fileHandleForWriting.close()
        process.terminate()
        let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile().prefix(2000), as: UTF8.self).split(whereSeparator: \.isNewline).last
            ?? "it gave no reason"
        return RasterError(.fileNotWritable, "video '\(file.path)'", "was rejected by ffmpeg: \(words)",
                           remedy: "try another size or format, or write numbered .png files")
    }
}
