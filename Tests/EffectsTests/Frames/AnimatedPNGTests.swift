// Animated PNGs: every blend and dispose operation is compared with a scalar canvas, and damaged files are refused.

import Effects
import Raster
import SeededRandom
import TestSupport
import Testing

private func noise(_ width: Int, _ height: Int, _ random: inout SeededGenerator) -> Image {
    var image = Image(width: width, height: height)
    for i in image.bytes.indices {
        image.bytes[i] = i % 4 == 3 ? [0, 255, UInt8(truncatingIfNeeded: random.next())][Int(random.next() % 3)] : UInt8(truncatingIfNeeded: random.next())
    }
    return image
}

/// Composes frames as the specification says, channel by channel in double precision. Colours are not premultiplied, and are in
/// 0…1.
private struct ScalarCanvas {
    var pixels: [SIMD4<Double>]
    let width: Int, height: Int
    init(_ width: Int, _ height: Int) { self.width = width; self.height = height; pixels = Array(repeating: .zero, count: width * height) }

    static func pictures(_ writer: AnimatedPNGWriter) -> [ScalarCanvas] {
        var canvas = ScalarCanvas(writer.width, writer.height), result: [ScalarCanvas] = []
        for frame in writer.frames {
            let before = canvas
            for y in 0..<frame.image.height {
                for x in 0..<frame.image.width {
                    let new = SIMD4<Double>(frame.image[x, y]) / 255, at = (frame.y + y) * canvas.width + frame.x + x, old = canvas.pixels[at]
                    if frame.blend == 0 { canvas.pixels[at] = new; continue }
                    let alpha = new.w + old.w * (1 - new.w)
                    var mixed = alpha == 0 ? old : (new * new.w + old * old.w * (1 - new.w)) / alpha
                    mixed.w = alpha
                    if new.w > 0 { canvas.pixels[at] = mixed }
                }
            }
            result.append(canvas)
            switch frame.disposal {
            case 1: for y in 0..<frame.image.height { for x in 0..<frame.image.width { canvas.pixels[(frame.y + y) * canvas.width + frame.x + x] = .zero } }
            case 2: canvas = before
            default: break
            }
        }
        return result
    }
    /// Returns the largest difference of a premultiplied channel.
    func difference(from image: Image) -> Double {
        var largest = 0.0
        for y in 0..<height {
            for x in 0..<width {
                var expected = pixels[y * width + x]
                let alpha = expected.w
                expected *= alpha
                expected.w = alpha
                let actual = SIMD4<Double>(image[x, y])
                for i in 0..<4 { largest = max(largest, abs(expected[i] * 255 - actual[i])) }
            }
        }
        return largest
    }
}

/// Shows all frames in the given order, and returns their pictures.
private func shown(_ bytes: [UInt8], order: [Int]) throws -> [Int: Image] {
    let device = Device(.reference), animation = FrameAnimation(device: device)
    try animation.play(FrameSequence(bytes: [bytes]), fps: 10, repeat: true)
    var result: [Int: Image] = [:]
    for index in order {
        try animation.update(at: (Double(index) + 0.5) / 10)
        #expect(animation.currentFrameIndex == index)
        result[index] = try animation.currentTexture?.readImage()
    }
    return result
}

@Suite("Animated PNG") struct AnimatedPNGTests {
    private func random(_ seed: UInt64, frames count: Int = 8) -> AnimatedPNGWriter {
        var random = SeededGenerator(state: seed)
        let frames = (0..<count).map { i -> AnimatedPNGWriter.Frame in
            let width = i == 0 ? 9 : 1 + Int(random.next() % 9), height = i == 0 ? 7 : 1 + Int(random.next() % 7)
            return AnimatedPNGWriter.Frame(image: noise(width, height, &random), x: Int(random.next() % UInt64(10 - width)),
                                           y: Int(random.next() % UInt64(8 - height)),
                                           disposal: UInt8(random.next() % 3), blend: UInt8(random.next() % 2))
        }
        return AnimatedPNGWriter(width: 9, height: 7, frames: frames, chunkLength: seed % 2 == 0 ? 20 : .max)
    }

    @Test("frames are blended and disposed of as the specification says, within rounding, in any order of display", arguments: 1...12)
    func composition(seed: Int) throws {
        var writer = random(UInt64(seed))
        if seed % 3 == 0 { writer.separateImage = writer.frames[0].image }
        let expected = ScalarCanvas.pictures(writer), bytes = try writer.data()
        let forward = try shown(bytes, order: Array(0..<8)), mixed = try shown(bytes, order: [5, 2, 7, 0, 3, 1, 4, 6])
        for i in 0..<8 {
            // The tolerance allows a fraction of 1/255 for each earlier frame, and 1/255 for the multiplication by alpha.
            #expect(expected[i].difference(from: try #require(forward[i])) <= 2.5, "frame \(i)")
            #expect(mixed[i] == forward[i])
        }
    }

    @Test("a picture outside of the animation is not shown")
    func separateImage() throws {
        var writer = random(3, frames: 2)
        let with = { (image: Image?) throws in writer.separateImage = image; return try shown(writer.data(), order: [0, 1]) }
        #expect(try with(Image(width: 9, height: 7)) == with(nil))
    }

    @Test("a plain PNG is one frame; grey, palette and 16-bit frames are read as in plain PNGs")
    func plain() throws {
        var gray = Image(width: 5, height: 4, format: .gray16)
        for i in gray.bytes.indices { gray.bytes[i] = UInt8(i * 6) }
        let sequence = try FrameSequence(bytes: [gray.pngData()])
        #expect(sequence.count == 1 && sequence.timing == nil)
        let frames = [AnimatedPNGWriter.Frame(image: gray), AnimatedPNGWriter.Frame(image: gray)]
        #expect(try shown(AnimatedPNGWriter(width: 5, height: 4, frames: frames).data(), order: [1])[1] == gray.converted(to: .rgba8))
    }

    @Test("truncated files and files with a changed byte are refused or shown, and never trap")
    func damaged() throws {
        let bytes = try random(2, frames: 3).data()
        var refused = 0
        for end in stride(from: 8, to: bytes.count, by: 5) {
            do { _ = try FrameSequence(bytes: [Array(bytes[..<end])]) } catch {
                #expect(error.code == .invalidImage || error.code == .invalidSize)
                refused += 1
            }
        }
        #expect(refused == (bytes.count - 8 + 4) / 5, "a cut file is never whole")
        for place in stride(from: 8, to: bytes.count, by: 3) {
            var changed = bytes
            changed[place] ^= 0x81
            guard let sequence = try? FrameSequence(bytes: [changed]) else { continue }
            let animation = FrameAnimation(device: Device(.reference))
            try animation.play(sequence, fps: 10, repeat: true)
            for i in 0..<sequence.count {
                do { try animation.update(at: Double(i) / 10) } catch { #expect((error as? RasterError)?.code == .invalidImage, "\(error)") }
            }
        }
    }

    @Test("contradictions in a file are warnings that name the contradicting part, and the still picture is shown")
    func contradictions() throws {
        func warning(_ change: (inout AnimatedPNGWriter) -> Void) throws -> String? {
            var writer = random(5, frames: 3)
            let still = writer.frames[0].image
            writer.separateImage = still
            change(&writer)
            let sequence = try FrameSequence(bytes: [writer.data()], name: "walk")
            if sequence.warnings.isEmpty { return nil }
            #expect(sequence.count == 1 && sequence.timing == nil && sequence.width == still.width)
            return sequence.warnings.joined(separator: "|")
        }
        #expect(try warning { _ in } == nil)
        #expect(try warning { $0.promisedFrames = 4 } == "it is a damaged animated PNG: it announces 4 frames, but has 3; its still picture is shown")
        #expect(try warning { $0.promisedFrames = 0 }?.contains("announces 0 frames") == true)
        #expect(try warning { $0.frames[1].x = 1 << 30 }?.contains("frame 1 is") == true)
        #expect(try warning { $0.frames[2].disposal = 3 }?.contains("unknown disposal") == true)
        #expect(try warning { $0.separateImage = nil; $0.frames[0].x = 1 }?.contains("frame 0 is") == true)
    }

    @Test("a frame control before acTL counts; after the image, acTL has no meaning")
    func order() throws {
        let writer = random(7, frames: 3), bytes = try writer.data(), control = try #require(range(of: "acTL", in: bytes))
        func moved(to place: Int) -> [UInt8] {
            var file = bytes
            file.removeSubrange(control)
            file.insert(contentsOf: bytes[control], at: place - control.count)
            return file
        }
        let image = try #require(range(of: "IDAT", in: bytes))
        #expect(try shown(moved(to: image.lowerBound), order: [0, 1, 2]) == shown(bytes, order: [0, 1, 2]))
        let late = try FrameSequence(bytes: [moved(to: image.upperBound)])
        #expect(late.count == 1 && late.warnings == ["it is a damaged animated PNG: no chunk acTL precedes its image; its still picture is shown"])
    }

    /// Returns the first chunk with this name, as a range of the file; nil if the file has no such chunk.
    private func range(of type: String, in bytes: [UInt8]) -> Range<Int>? {
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            if bytes[place + 4..<place + 8].elementsEqual(type.utf8) { return place..<place + 12 + length }
            place += 12 + length
        }
        return nil
    }
}
