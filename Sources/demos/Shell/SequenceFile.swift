// SequenceFile: where the frames of a sequence go: pictures with numbers, one animated PNG, or a video.
//
// A sequence that may be interrupted and taken up again is drawn as pictures with numbers, whatever it becomes: those of one file wait in a folder
// beside it until all are there.

import ArgumentParser
import Foundation
import Raster

/// Numbers of frames, A..B, both among them. The first frame of a sequence is 1, as in the names of its files.
package struct FrameRange: ExpressibleByArgument, Equatable, Sendable, CustomStringConvertible {
    package var first: Int
    package var last: Int
    package init(first: Int, last: Int) { self.first = first; self.last = last }
    package init?(argument: String) {
        guard let dots = argument.range(of: ".."), let first = Int(argument[..<dots.lowerBound]), let last = Int(argument[dots.upperBound...]) else { return nil }
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
    private let file: PictureFile
    private let range: FrameRange
    private let size: (width: Int, height: Int)
    private let framesPerSecond: Double
    /// Frames as pictures, of which those that are there whole need not be drawn again; nil where each frame goes into the file at once.
    private let pictures: PictureFile?
    /// Set while frames go into the file at once.
    private var output: Output?

    /// - Parameter resumes: Frames that are there already stay, and an interrupted run leaves its frames to the next.
    init(_ file: PictureFile, range: FrameRange, size: (width: Int, height: Int), framesPerSecond: Double, resumes: Bool) throws {
        self.file = file; self.range = range; self.size = size; self.framesPerSecond = framesPerSecond
        if file.format.isVideo { try VideoPipe.requireProgram(for: file.format) }
        pictures = !resumes ? nil : file.format.isAnimation ? try PictureFile("\(file.path).frames/frame.png") : file
        try pictures?.prepareFolder()
        if pictures == nil { output = try openOutput() }
    }
    private func openOutput() throws -> Output {
        switch file.format {
        case .png, .jpeg: .pictures
        case .apng: .animation(try AnimatedPNG(file.path, frameCount: range.last - range.first + 1, framesPerSecond: framesPerSecond))
        case .mp4, .webm: .video(try VideoPipe(file.path, format: file.format, width: size.width, height: size.height, framesPerSecond: framesPerSecond))
        }
    }

    /// Whether a frame is there, whole and of this size: then a sequence that was interrupted need not draw it again.
    func hasFrame(_ number: Int) -> Bool {
        guard let pictures, let image = try? Image.read(from: pictures.numbered(number)) else { return false }
        return image.width == size.width && image.height == size.height
    }
    /// Writes a frame of this number, 1 for the first; gives the path of the file that it is in or will be in.
    mutating func add(_ image: Image, number: Int) throws -> String {
        if let pictures {
            let path = pictures.numbered(number)
            try pictures.write(image, as: path)
            return file.format.isAnimation ? file.path : path
        }
        return try write(image, number: number)
    }
    private mutating func write(_ image: Image, number: Int) throws -> String {
        switch output {
        case nil: return file.path
        case .pictures:
            let path = file.numbered(number)
            try file.write(image, as: path)
            return path
        case .animation(var animation):
            try animation.add(image)
            output = .animation(animation)
            return file.path
        case .video(let pipe):
            try pipe.add(image)
            return file.path
        }
    }
    mutating func finish() throws {
        if let pictures, file.format.isAnimation {
            output = try openOutput()
            for number in range.first...range.last { _ = try write(try Image.read(from: pictures.numbered(number)), number: number) }
        }
        switch output {
        case nil, .pictures: break
        case .animation(var animation): try animation.finish()
        case .video(let pipe): try pipe.finish()
        }
        guard let pictures, file.format.isAnimation else { return }
        for number in range.first...range.last { try? FileManager.default.removeItem(atPath: pictures.numbered(number)) }
        // Goes only where it is empty: the frames of other parts stay.
        rmdir("\(file.path).frames")
    }
}
