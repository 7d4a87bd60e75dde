// Animated WebP: frames, their lengths, disposal and blending. The tests compose the expected pictures themselves.

import Effects
import Raster
import TestSupport
import Testing

@Suite("Animated WebP") struct AnimatedWebPTests {
    private func plain(_ width: Int, _ height: Int, _ color: SIMD4<UInt8>) -> Image {
        Image(width: width, height: height, bytes: (0..<width * height).flatMap { _ in (0..<4).map { color[$0] } })
    }
    /// Pastes opaque colours over a picture.
    private func pasted(_ color: SIMD4<UInt8>, _ columns: Range<Int>, _ rows: Range<Int>, over image: Image) -> Image {
        var image = image
        for y in rows { for x in columns { image[x, y] = color } }
        return image
    }
    private let red: SIMD4<UInt8> = [200, 10, 20, 255], green: SIMD4<UInt8> = [20, 180, 30, 255], blue: SIMD4<UInt8> = [5, 60, 220, 255]

    @Test("frames are placed, cover or replace what is below, and are cleared; lengths come from the file") func frames() throws {
        let file = WebPWriter.animation(width: 8, height: 6, [
            .init(plain(8, 6, red), milliseconds: 40), .init(plain(2, 2, green), x: 2, y: 4, milliseconds: 100, clears: true),
            .init(plain(4, 2, blue), x: 4, milliseconds: 20), .init(plain(8, 6, [0, 0, 0, 0]), milliseconds: 30, replaces: true),
        ])
        let sequence = try FrameSequence(bytes: [file], name: "walk")
        #expect(sequence.count == 4 && sequence.width == 8 && sequence.height == 6 && sequence.warnings.isEmpty)
        #expect(sequence.timing?.duration == 0.19 && sequence.compressedByteCount == file.count)
        let first = plain(8, 6, red), second = pasted(green, 2..<4, 4..<6, over: first)
        let third = pasted(blue, 4..<8, 0..<2, over: pasted(.zero, 2..<4, 4..<6, over: first))
        let expected = [first, second, third, plain(8, 6, .zero)]
        let animation = FrameAnimation(device: Device(.reference))
        try animation.play(sequence, repeat: true)
        for (time, frame) in [(0, 0), (0.05, 1), (0.15, 2), (0.17, 3), (0.2, 0), (0.05, 1), (0.16, 3)] as [(Double, Int)] {
            try animation.update(at: time)
            #expect(try animation.currentFrameIndex == frame && animation.currentTexture?.readImage() == expected[frame], "at \(time)")
        }
    }

    @Test("a damaged or truncated animation is a typed error; a still WebP is one frame") func damaged() throws {
        let file = WebPWriter.animation(width: 8, height: 6, [.init(plain(8, 6, red)), .init(plain(2, 2, green), x: 2, y: 4)])
        for count in stride(from: 13, to: file.count, by: 3) {
            #expect(RasterError.thrown { _ = try FrameSequence(bytes: [Array(file[..<count])]) }?.code == .invalidImage, "cut at \(count)")
        }
        let still = try FrameSequence(bytes: [WebPWriter.file(plain(3, 3, blue))])
        #expect(still.count == 1 && still.timing == nil)
        for place in 30..<file.count {
            var changed = file
            changed[place] ^= 0x55
            guard let sequence = try? FrameSequence(bytes: [changed]), sequence.width * sequence.height < 1 << 20 else { continue }
            let animation = FrameAnimation(device: Device(.reference))
            try animation.play(sequence, fps: 10, repeat: true)
            for i in 0..<min(3, sequence.count) {
                do { try animation.update(at: Double(i) / 10) } catch { #expect((error as? RasterError)?.code == .invalidImage, "\(error)") }
            }
        }
    }
}
