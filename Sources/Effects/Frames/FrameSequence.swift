public import Raster

/// The frames of an animation as compressed bytes: numbered picture files, or one animated PNG or WebP file. Threads may share a
/// sequence. Decoded frames are not kept.
public struct FrameSequence: Sendable {
    /// The kind of numbered files. The raw value of a kind is the extension of the file names.
    public enum FileType: String, Sendable, Hashable, CaseIterable {
        /// PNG, `.png`.
        case png
        /// JPEG, `.jpg`.
        case jpeg = "jpg"
        /// WebP, `.webp`.
        case webp
    }
    enum Contents: Sendable {
        case stills([(name: String, bytes: [UInt8])])
        case animatedPNG(AnimatedPNG)
        case animatedWebP(WebPAnimation)
    }
    let contents: Contents
    /// Warnings as sentences. Each sentence names something in the first file that the sequence does not use. If an animated PNG is
    /// damaged, the sequence is its still picture, and a warning says so. The sentences begin in lower case, so that an application can put
    /// the file's name before a sentence.
    public let warnings: [String]
    /// The lengths of the frames, if the file gives lengths; nil for separate files.
    public let timing: FrameTiming?
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// Creates a sequence of numbered files. Example: `walk007.png` is number 7 of `walk` with a padding of 3.
    /// - Parameters:
    ///   - name: The files' path up to the number.
    ///   - range: The numbers of the files, 0 or more; at most 65536 numbers.
    ///   - numberPadding: The minimum number of digits, 0…20. Numbers with fewer digits get leading zeros.
    ///   - type: The files' kind.
    /// - Throws: `invalidArgument` for a number out of its range; `fileNotReadable`, naming the file; `invalidImage` or
    ///   `invalidSize` if the first frame cannot be decoded.
    public init(name: String, range: ClosedRange<Int>, numberPadding: Int = 0, type: FileType = .png) throws(RasterError) {
        let subject = "frames '\(name)'"
        guard range.lowerBound >= 0, range.upperBound - range.lowerBound < AnimatedPNG.maximumFrameCount else {
            throw RasterError(.invalidArgument, "range of \(subject)", "is \(range.lowerBound) to \(range.upperBound)",
                              remedy: "begin at 0 or more, with at most \(AnimatedPNG.maximumFrameCount) frames")
        }
        guard (0...20).contains(numberPadding) else {
            throw RasterError(.invalidArgument, "numberPadding of \(subject)", "is \(numberPadding)", remedy: "use 0 to 20 digits")
        }
        var paths: [String] = []
        for number in range {
            let digits = String(number)
            paths.append(name + String(repeating: "0", count: max(0, numberPadding - digits.count)) + digits + "." + type.rawValue)
        }
        try self.init(paths: paths)
    }
    /// Creates a sequence from files with one frame each, in the given order, or from one file, which may be an animated PNG or WebP.
    /// - Throws: the errors of the initialiser for numbered files, and `invalidArgument` for an empty list.
    public init(paths: [String]) throws(RasterError) {
        var files: [(name: String, bytes: [UInt8])] = []
        for path in paths { files.append(("image '\(path)'", try HostFile.read(path))) }
        try self.init(files: files)
    }
    /// Creates a sequence from files in memory with one frame each, or from one animated PNG or WebP. In errors, a frame is called `name`
    /// with the frame's number.
    /// - Throws: the errors of the initialiser for paths.
    public init(bytes: [[UInt8]], name: String = "frame") throws(RasterError) {
        try self.init(files: bytes.enumerated().map { ("\(name) \($0.offset)", $0.element) })
    }

    private init(files: [(name: String, bytes: [UInt8])]) throws(RasterError) {
        guard let first = files.first else { throw RasterError(.invalidArgument, "an animation", "has no frames", remedy: "give at least one") }
        guard files.count <= AnimatedPNG.maximumFrameCount else {
            throw RasterError(.invalidArgument, "an animation", "has \(files.count) frames", remedy: "give at most \(AnimatedPNG.maximumFrameCount)")
        }
        var problem: String?
        if files.count == 1 {
            do throws(RasterError) {
                if let file = try AnimatedPNG(first.bytes, name: first.name) {
                    contents = .animatedPNG(file)
                    timing = FrameTiming(lengths: file.frames.map(\.length))
                    (width, height, warnings) = (file.width, file.height, [])
                    return
                }
            } catch {
                // According to the PNG specification, software that cannot play an animation shows the file's still picture.
                problem = "it \(error.problem); its still picture is shown"
            }
            if WebPAnimation.isAnimation(first.bytes) {
                let file = try WebPAnimation(first.bytes, name: first.name)
                contents = .animatedWebP(file)
                timing = FrameTiming(lengths: file.frameLengths)
                (width, height, warnings) = (file.width, file.height, [])
                return
            }
        }
        let still = try ImageFile(first.bytes, name: first.name, Image.DecodingLimits())
        contents = .stills(files)
        timing = nil
        (width, height, warnings) = (still.image.width, still.image.height, (problem.map { [$0] } ?? []) + still.warnings)
    }

    /// The number of frames, 1 or more.
    public var count: Int {
        switch contents {
        case .stills(let files): files.count
        case .animatedPNG(let file): file.frames.count
        case .animatedWebP(let file): file.frameLengths.count
        }
    }
    /// The number of bytes of the compressed frames.
    public var compressedByteCount: Int {
        switch contents {
        case .stills(let files): files.reduce(0) { $0 + $1.bytes.count }
        case .animatedPNG(let file): file.byteCount
        case .animatedWebP(let file): file.byteCount
        }
    }
}

/// Decodes frames in order. A frame of an animated file depends on the earlier frames.
struct FrameReader {
    private let sequence: FrameSequence
    private var canvas: AnimatedPNGCanvas?
    private var player: WebPPlayer?

    init(_ sequence: FrameSequence) {
        self.sequence = sequence
        if case .animatedPNG(let file) = sequence.contents { canvas = AnimatedPNGCanvas(file) }
    }

    /// Decodes a frame as rgba8, premultiplied. Throws the errors of `Image.read`, and `invalidSize` if the frame's size differs
    /// from the first frame's size.
    mutating func picture(_ index: Int) throws(RasterError) -> Image {
        var image: Image
        switch sequence.contents {
        case .stills(let files):
            image = try Image.read(bytes: files[index].bytes, name: files[index].name).converted(to: .rgba8)
            guard image.width == sequence.width, image.height == sequence.height else {
                throw RasterError(.invalidSize, files[index].name,
                                  "is \(image.width)×\(image.height) pixels, not \(sequence.width)×\(sequence.height) like the first frame",
                                  remedy: "make all frames of one size")
            }
        case .animatedWebP(let file):
            let current: WebPPlayer
            if let player { current = player } else { current = try file.makePlayer() }
            player = current
            image = try current.picture(index)
        case .animatedPNG(let file):
            guard var current = canvas.take() else { preconditionFailure("an animated sequence has a canvas") }
            defer { canvas = current }
            image = try current.picture(index, of: file)
        }
        TexturePicture.premultiply(&image, inLinearLight: false)
        return image
    }
}
