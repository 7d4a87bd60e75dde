// SequenceFile: where the frames of a sequence go: pictures with numbers, one animated PNG, or a video.

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

enum SequenceFile {
    case pictures(PictureFile)
    case animation(AnimatedPNG, path: String)
    case video(VideoPipe, path: String)

    init(_ file: PictureFile, frameCount: Int, size: (width: Int, height: Int), framesPerSecond: Double) throws {
        switch file.format {
        case .png, .jpeg: self = .pictures(file)
        case .apng: self = .animation(try AnimatedPNG(file.path, frameCount: frameCount, framesPerSecond: framesPerSecond), path: file.path)
        case .mp4, .webm:
            self = .video(try VideoPipe(file.path, format: file.format, width: size.width, height: size.height, framesPerSecond: framesPerSecond), path: file.path)
        }
    }

    /// Writes a frame of this number, 1 for the first; gives the file's path.
    mutating func add(_ image: Image, number: Int) throws -> String {
        switch self {
        case .pictures(let file):
            let path = file.numbered(number)
            try file.write(image, as: path)
            return path
        case .animation(var animation, let path):
            try animation.add(image)
            self = .animation(animation, path: path)
            return path
        case .video(let pipe, let path):
            try pipe.add(image)
            return path
        }
    }
    mutating func finish() throws {
        switch self {
        case .pictures: break
        case .animation(var animation, _): try animation.finish()
        case .video(let pipe, _): try pipe.finish()
        }
    }
}

extension PictureFile {
    /// Whether a numbered picture is there, whole and of this size: then a sequence that was interrupted need not draw it again.
    func hasNumbered(_ number: Int, width: Int, height: Int) -> Bool {
        guard let image = try? Image.read(from: numbered(number)) else { return false }
        return image.width == width && image.height == height
    }
}
