// AnimationCost plays animations of compressed frames, from short to long, and measures the memory of the process, the time of the drawing
// thread, and the time of the decoder.

import Effects
import Foundation
import Raster

struct AnimationCost {
    static let counts = [10, 20, 40, 80]

    let compressedMegabytes: Double
    /// The memory in megabytes that all decoded frames together would take.
    let decodedMegabytes: Double
    /// The largest growth of the process's resident memory in megabytes.
    let grownMegabytes: Double
    /// `drawing`: milliseconds per frame on the drawing thread. `decoding`: milliseconds that the drawing thread waits for each
    /// decoded frame.
    let drawing: Double
    let decoding: Double

    /// Plays an animation of `count` frames of 350 × 285 pixels twice. Each frame is drawn as soon as it is decoded.
    static func take(_ count: Int, on device: Device) throws -> AnimationCost {
        let frames = try (0..<count).map { try frame($0).pngData() }, before = residentMegabytes()
        let sequence = try FrameSequence(bytes: frames), animation = FrameAnimation(device: device)
        try animation.play(sequence, fps: 30, repeat: true)
        let clock = ContinuousClock()
        var largest = before, drawing = Duration.zero, decoding = Duration.zero
        for number in 0..<2 * count {
            let time = Double(number) / 30, begin = clock.now
            animation.waitForFrame(at: time)
            let decoded = clock.now
            try animation.update(at: time, waits: false)
            drawing += clock.now - decoded
            decoding += decoded - begin
            largest = max(largest, residentMegabytes())
        }
        func milliseconds(_ sum: Duration) -> Double { sum / .milliseconds(1) / Double(2 * count) }
        return AnimationCost(compressedMegabytes: Double(sequence.compressedByteCount) / 1e6,
                             decodedMegabytes: Double(count * sequence.width * sequence.height * 4) / 1e6,
                             grownMegabytes: max(0, largest - before), drawing: milliseconds(drawing), decoding: milliseconds(decoding))
    }

    /// Returns the part of the colourful picture for the frame with this number; each frame shows a different part.
    private static func frame(_ number: Int) -> Image {
        let picture = Pictures.detail(1024)
        var image = Image(width: 350, height: 285)
        for y in 0..<image.height { for x in 0..<image.width { image[x, y] = picture[x + number * 5, y + number * 3] } }
        return image
    }
    /// Returns the process's resident memory (proc(5), statm).
    private static func residentMegabytes() -> Double {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return Double(words.count > 1 ? Int(words[1]) ?? 0 : 0) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6
    }
}
