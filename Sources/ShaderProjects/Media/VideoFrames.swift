// VideoFrames: the frames of a video file by ffmpeg, or of numbered picture files, at 30 frames per second.

import Foundation
import Raster

/// A source of frames by number. After the last frame, the frames begin again.
final class VideoFrames {
    static let framesPerSecond = 30.0
    private let path: String
    /// The paths of numbered pictures; nil for a video file.
    private let pictures: [String]?
    private var stream: Stream?
    /// `next`: the number of the frame that `stream` returns next. `count`: the number of frames; nil until the end has been
    /// reached.
    private var next = 0, count: Int?
    /// The newest frames. Filters with a history read the same frames several times.
    private var recent: [(number: Int, image: Image)] = []
    private static let recentCount = 8

    /// - Throws: `RasterError` with `systemUnavailable` if the file needs ffmpeg and ffmpeg is not installed.
    init(_ path: String) throws(RasterError) {
        self.path = path
        pictures = VideoFrames.numbered(path)
        if pictures == nil { _ = try VideoFrames.program() }
    }

    /// Returns the paths of the numbered pictures that begin with `path`: `name-0001.png`, `name-0002.png` and so on. If the name has no
    /// number, returns only `path`. Returns nil if the file is neither PNG nor JPEG.
    private static func numbered(_ path: String) -> [String]? {
        guard ["png", "jpg", "jpeg"].contains(path.fileExtension) else { return nil }
        let stem = path.stem, digits = stem.reversed().prefix { $0.isNumber }.count
        guard digits > 0, let first = Int(stem.suffix(digits)) else { return [path] }
        let head = path.folderName + stem.dropLast(digits), ending = path.dropFirst(path.folderName.count + stem.count)
        var found: [String] = []
        while found.count < 100_000 {
            let text = String(first + found.count), name = head + String(repeating: "0", count: max(0, digits - text.count)) + text + ending
            guard FileManager.default.fileExists(atPath: name) else { break }
            found.append(name)
        }
        return found.isEmpty ? [path] : found
    }
    private static func program() throws(RasterError) -> String {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        if let program = folders.map({ "\($0)/ffmpeg" }).first(where: { FileManager.default.isExecutableFile(atPath: $0) }) { return program }
        throw RasterError(.systemUnavailable, "ffmpeg, which reads videos,", "is not installed",
                          remedy: "install the Debian package ffmpeg, or name the first of numbered .png files")
    }

    /// Returns the frame at a time in seconds.
    /// - Throws: `RasterError` if the file is no video, or a picture cannot be read.
    func frame(at time: Double) throws(RasterError) -> Image {
        var number = Int(min(max(time * VideoFrames.framesPerSecond + 1e-6, 0), 1e9))
        if let pictures { number %= pictures.count } else if let count, count > 0 { number %= count }
        if let known = recent.first(where: { $0.number == number }) { return known.image }
        let image: Image
        if let pictures { image = try Image(contentsOf: pictures[number]) } else { image = try decoded(number) }
        recent = recent.suffix(VideoFrames.recentCount - 1) + [(number, image)]
        return image
    }

    private func decoded(_ wanted: Int) throws(RasterError) -> Image {
        var number = wanted
        if stream == nil || next > number {
            stream = try Stream(path, program: try VideoFrames.program())
            next = 0
        }
        var image: Image?
        while next <= number {
            guard let read = try stream?.read() else {
                guard next > 0 else { throw RasterError(.invalidImage, "video '\(path)'", "has no frames that ffmpeg can read", remedy: "name a video file") }
                // The video has ended, so the frames begin again.
                count = next
                number = wanted % next
                stream = try Stream(path, program: try VideoFrames.program())
                next = 0
                continue
            }
            image = read
            next += 1
        }
        return image ?? Image(width: 1, height: 1)
    }

    /// A running ffmpeg that writes frames as portable pixmaps.
    private final class Stream {
        private let process = Process()
        private let output = Pipe()
        private let path: String

        init(_ path: String, program: String) throws(RasterError) {
            self.path = path
            process.executableURL = URL(fileURLWithPath: program)
            // A path that begins with a dash must not be read as an option.
            let file = path.hasPrefix("-") ? "./" + path : path
            // A playlist in the file must not make ffmpeg open network addresses.
            process.arguments = ["-hide_banner", "-loglevel", "error", "-nostdin", "-protocol_whitelist", "file,pipe", "-i", "file:" + file, "-an", "-r",
                                 "\(Int(VideoFrames.framesPerSecond))",
                                 "-vf", "scale='min(1280,iw)':-2", "-f", "image2pipe", "-c:v", "ppm", "-"]
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            do { try process.run() } catch {
                throw RasterError(.systemUnavailable, "'\(program)'", "cannot be started: \(error.localizedDescription)", remedy: "reinstall ffmpeg")
            }
        }
        deinit { if process.isRunning { process.terminate() } }

        /// Reads a frame; nil at the end.
        func read() throws(RasterError) -> Image? {
            var numbers: [Int] = [], word = ""
            // The head: P6, width, height, 255, each followed by white space.
            while numbers.count < 3 {
                guard let byte = bytes(1).first else { return nil }
                if byte > 32 { word.append(Character(UnicodeScalar(byte))); guard word.count < 16 else { return nil }; continue }
                if let number = Int(word) { numbers.append(number) } else if word != "P6" { return nil }
                word = ""
            }
            let (width, height) = (numbers[0], numbers[1])
            guard (1...Device.maximumTextureSize).contains(width), (1...Device.maximumTextureSize).contains(height) else { return nil }
            let pixels = bytes(width * height * 3)
            guard pixels.count == width * height * 3 else { return nil }
            var image = Image(width: width, height: height)
            for pixel in 0..<width * height {
                for k in 0..<3 { image.bytes[4 * pixel + k] = pixels[3 * pixel + k] }
                image.bytes[4 * pixel + 3] = 255
            }
            return image
        }
        private func bytes(_ count: Int) -> [UInt8] {
            var result: [UInt8] = []
            while result.count < count, let part = try? output.fileHandleForReading.read(upToCount: count - result.count), !part.isEmpty { result += part }
            return result
        }
    }
}
