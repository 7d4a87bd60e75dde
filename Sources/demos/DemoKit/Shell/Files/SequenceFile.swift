// SequenceFile: the destination of a sequence's frames: numbered pictures, one animated PNG, or a video.
//
// A sequence that can be interrupted and resumed is always drawn as numbered pictures. The frames of an animation or video are kept
// in a folder next to the file until all frames are complete.

import ArgumentParser
import Foundation
import Raster
import Synchronization

/// A range of frames, written A..B. The range includes A and B. The first frame of a sequence has the number 1, as in the file names.
package struct FrameRange: ExpressibleByArgument, Equatable, Sendable, CustomStringConvertible {
    package var first: Int
    package var last: Int
    package init(first: Int, last: Int) { self.first = first; self.last = last }
    package init?(argument: String) {
        guard let dots = argument.range(of: ".."), let first = Int(argument[..<dots.lowerBound]),
              let last = Int(argument[dots.upperBound...]) else { return nil }
        self.first = first; self.last = last
    }
    package var description: String { "\(first)..\(last)" }
}

struct SequenceFile {
    private enum Output {
        case pictures
        case animation(AnimatedPNG)
        case video(VideoPipe)
    }
    /// An encoded frame, ready for writing.
    private enum EncodedFrame: Sendable {
        /// The bytes of the separate file that contains only this frame.
        case file([UInt8], path: String)
        case png([UInt8])
        case pixels([UInt8])
    }
    /// The state that the writing threads share. While the writing threads run, no other thread uses this state.
    private final class Destination: Sendable {
        /// The animation or video that receives the frames directly; nil if frames are kept in separate files.
        let output = Mutex<Output?>(nil)
        let pictures = Mutex<[DemoReport.Picture]>([])

        func open(_ file: PictureFile, frameCount: Int, size: (width: Int, height: Int), framesPerSecond: Double) throws {
            try output.withLock { output in
                output = switch file.format {
                case .png, .jpeg: .pictures
                case .apng: .animation(try AnimatedPNG(file.path, frameCount: frameCount, framesPerSecond: framesPerSecond))
                case .mp4, .webm:
                    .video(try VideoPipe(file.path, format: file.format, width: size.width, height: size.height, framesPerSecond: framesPerSecond))
                }
            }
        }
        func add(_ frame: EncodedFrame) throws {
            try output.withLock { output in
                switch (output, frame) {
                case (_, .file(let bytes, let path)): try PartialFile.write(bytes, to: path)
                case (.animation(var animation), .png(let bytes)):
                    try animation.add(bytes)
                    output = .animation(animation)
                case (.video(let pipe), .pixels(let bytes)): try pipe.add(bytes)
                default: break
                }
            }
        }
        func finish() throws {
            try output.withLock { output in
                switch output {
                case nil, .pictures: break
                case .animation(var animation): try animation.finish()
                case .video(let pipe): try pipe.finish()
                }
            }
        }
    }
    private let file: PictureFile
    private let range: FrameRange
    private let size: (width: Int, height: Int)
    private let framesPerSecond: Double
    /// The pattern of the paths of numbered pictures; nil if the frames are written directly into one file. After an interruption, complete
    /// pictures need not be drawn again.
    private let pictures: PictureFile?
    /// The note with the command that draws the waiting frames of an animation; nil if no frames wait for an animation.
    private let note: FrameNote?
    private let destination = Destination()
    private let queue: EncodingQueue

    /// - Parameters:
    ///   - resumes: True to keep existing frames, and to keep the frames of an interrupted run for the next run.
    ///   - command: The arguments that determine the frames' pixels.
    /// - Throws: `RasterError` with `invalidArgument` if frames of another command wait.
    init(_ file: PictureFile, range: FrameRange, size: (width: Int, height: Int), framesPerSecond: Double, resumes: Bool, command: String = "") throws {
        self.file = file; self.range = range; self.size = size; self.framesPerSecond = framesPerSecond
        // One job per core and one job for writing can run at the same time. There are at most eight jobs, and the pictures of all jobs
        // together take at most 256 MiB.
        queue = EncodingQueue(limit: max(1, min(8, ProcessInfo.processInfo.activeProcessorCount + 1, (256 << 20) / max(1, 4 * size.width * size.height))))
        if file.format.isVideo { try VideoPipe.requireProgram(for: file.format) }
        pictures = !resumes ? nil : file.format.isAnimation ? try PictureFile("\(file.path).frames/frame.png") : file
        note = resumes && file.format.isAnimation ? FrameNote(in: "\(file.path).frames") : nil
        try pictures?.prepareFolder()
        try note?.claim(for: command)
        Interruption.say("Interrupted: " + SequenceFile.remainder(of: file, resumes: resumes))
        if pictures == nil { try openOutput() }
    }
    /// Returns a sentence that says which frames an interrupted run keeps, and how the user can continue.
    private static func remainder(of file: PictureFile, resumes: Bool) -> String {
        if !file.format.isAnimation { return "written pictures are kept; the same command\(resumes ? "" : " with --resume") draws the others." }
        // When the file is complete, it is renamed to its final path. Until the rename, an older file at the final path is kept, and the
        // frames that wait for `--resume` are kept.
        let path = file.path, frames = "\(path).frames"
        let old: String? = FileManager.default.fileExists(atPath: path) ? "\(path) is still the old file" : nil
        if resumes { return "\(old ?? "there is no \(path) yet"); drawn frames are kept in \(frames), and the same command continues with them." }
        let wait = (try? FileManager.default.contentsOfDirectory(atPath: frames))?.contains { $0 != "command" } == true
        return "\(old ?? "nothing of \(path) is kept"); "
            + (wait ? "frames of an earlier run are kept in \(frames), and the same command with --resume continues with them."
                : "with --resume from the start, drawn frames would be kept for the next run.")
    }
    private func openOutput() throws {
        try destination.open(file, frameCount: range.last - range.first + 1, size: size, framesPerSecond: framesPerSecond)
    }

    /// Returns whether a complete file of the frame exists, with the size of the sequence's frames. A resumed sequence does not draw a
    /// frame again if a complete file of the frame exists.
    func hasFrame(_ number: Int) -> Bool {
        guard let pictures, let image = try? Image.read(from: pictures.numbered(number)) else { return false }
        return image.width == size.width && image.height == size.height
    }
    /// Encodes and writes a frame while the caller continues. The first frame has the number 1. Throws the error of an earlier
    /// frame if writing that frame failed.
    /// - Parameters:
    ///   - time: The frame's time in seconds since the demo's start.
    ///   - drawing: How long the drawing took, in milliseconds.
    func add(_ image: Image, number: Int, time: Double, drawing: Double) throws {
        let file = file, pictures = pictures, destination = destination, clock = ContinuousClock()
        let path = file.format.isAnimation ? file.path : file.numbered(number)
        try queue.add {
            let begin = clock.now, frame = try SequenceFile.encode(image, into: pictures ?? file, number: number)
            return (frame, DemoReport.Picture(file: HeadlessDriver.absolute(path), time: time, drawing: drawing,
                                              writing: (clock.now - begin) / .milliseconds(1), sha256: image.digest))
        } deliver: { (frame, picture) in
            var picture = picture
            let begin = clock.now
            try destination.add(frame)
            picture.writing += (clock.now - begin) / .milliseconds(1)
            destination.pictures.withLock { $0.append(picture) }
        }
    }
    /// Returns the encoded frame without writing its file. The files are written later in the order of the frames, so that an interrupted
    /// run leaves no gap.
    private static func encode(_ image: Image, into file: PictureFile, number: Int) throws -> EncodedFrame {
        switch file.format {
        case .png, .jpeg: return .file(try file.encoded(image), path: file.numbered(number))
        case .apng: return .png(try image.pngData())
        case .mp4, .webm: return .pixels(image.converted(to: .rgba8).bytes)
        }
    }
    /// Waits for all frames and completes the file. Returns the written pictures.
    func finish() throws -> [DemoReport.Picture] {
        try queue.finish()
        if let pictures, file.format.isAnimation {
            try openOutput()
            let file = file, destination = destination
            for number in range.first...range.last {
                try queue.add {
                    try SequenceFile.encode(try Image.read(from: pictures.numbered(number)), into: file, number: number)
                } deliver: { try destination.add($0) }
            }
            try queue.finish()
        }
        try destination.finish()
        Interruption.say("")
        if let pictures, file.format.isAnimation {
            for number in range.first...range.last { try? FileManager.default.removeItem(atPath: pictures.numbered(number)) }
            // The note and the folder stay while the folder contains frames of other parts of the sequence.
            note?.removeIfLast()
        }
        return destination.pictures.withLock { $0 }
    }
    /// Waits until no frame is being written. If the process ended while a frame is being written, an incomplete file would remain.
    func drain() { queue.drain() }
}
