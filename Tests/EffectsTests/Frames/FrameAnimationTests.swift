// Playing frames: the frame at a time, completion, memory, other threads, errors.

import Effects
import Foundation
import Raster
import TestSupport
import Testing

private func picture(_ number: Int, width: Int = 6, height: Int = 4) -> Image {
    Image(width: width, height: height, format: .rgb8, bytes: (0..<width * height).flatMap { _ in [UInt8(number), UInt8(255 - number), 7] })
}

@Suite("Frame animation") struct FrameAnimationTests {
    private func animation(_ count: Int = 5, fps: Double = 10, repeat: Bool = false, completion: (() -> Void)? = nil) throws -> FrameAnimation {
        let animation = FrameAnimation(device: Device(.reference))
        try animation.play(FrameSequence(bytes: (0..<count).map { try picture($0).pngData() }), fps: fps, repeat: `repeat`, completion: completion)
        return animation
    }
    private func red(_ animation: FrameAnimation) throws -> UInt8? { try animation.currentTexture?.readImage()[0, 0].x }

    @Test("each update shows the frame of its time, also backwards and with frames skipped")
    func frames() throws {
        let animation = try animation(repeat: true)
        #expect(animation.currentFrameIndex == nil && animation.currentTexture == nil && animation.isPlaying)
        for (time, frame) in [(0, 0), (0.05, 0), (0.1, 1), (0.35, 3), (0.2, 2), (0.5, 0), (3.4, 4), (-1, 0)] as [(Double, Int)] {
            try animation.update(at: time)
            #expect(try animation.currentFrameIndex == frame && red(animation) == UInt8(frame) && animation.frameIndex(at: time) == frame)
        }
    }

    @Test("the last frame stays on screen, and completion is called once, when its time is over")
    func completion() throws {
        var completions = 0
        let animation = try animation(3) { completions += 1 }
        for time in [0, 0.1, 0.2, 0.29] { try animation.update(at: time) }
        #expect(completions == 0 && animation.isPlaying)
        for time in [0.3, 0.4, 9, 0] { try animation.update(at: time) }
        #expect(completions == 1 && !animation.isPlaying)
        #expect(try animation.currentFrameIndex == 2 && red(animation) == 2)
        // The animation also ends if no update falls into the time of the last frame.
        let late = try self.animation(3) { completions += 1 }
        try late.update(at: 77)
        #expect(try completions == 2 && red(late) == 2)
        let stopped = try self.animation(3) { completions += 1 }
        try stopped.update(at: 0.1)
        stopped.stop()
        try stopped.update(at: 5)
        #expect(try completions == 2 && red(stopped) == 1)
    }

    @Test("a completion may start the animation again")
    func chained() throws {
        let animation = FrameAnimation(device: Device(.reference)), sequence = try FrameSequence(bytes: [picture(1).pngData(), picture(2).pngData()])
        try animation.play(sequence, fps: 10) { [unowned animation] in try? animation.play(sequence, fps: 10, repeat: true, start: 0.2) }
        try animation.update(at: 0.25)
        #expect(animation.isPlaying)
        try animation.update(at: 0.31)
        #expect(animation.currentFrameIndex == 1)
    }

    @Test("at most two decoded frames are in memory; each frame is decoded once per round, and its bytes stay compressed")
    func memory() throws {
        let count = 40, animation = try animation(count, repeat: true)
        for k in 0..<count {
            try animation.update(at: Double(k) / 10)
            #expect(animation.heldFrameCount <= 2)
        }
        #expect(animation.decodedFrameCount >= count && animation.decodedFrameCount <= count + 1)
        #expect(try animation.sequence?.compressedByteCount == (0..<count).reduce(0) { try $0 + picture($1).pngData().count })
        let first = animation.currentTexture
        try animation.update(at: 4.1)
        #expect(animation.currentTexture === first, "one texture for all frames")
    }

    @Test("after a wait for a frame, an update that does not wait shows it, and the frame is decoded only once")
    func waitingBefore() throws {
        let animation = try animation(repeat: true)
        for (number, time) in [0, 0.1, 0.2, 0.4, 0.1, 0.5].enumerated() {
            animation.waitForFrame(at: time)
            try animation.update(at: time, waits: false)
            #expect(try animation.currentFrameIndex == animation.frameIndex(at: time) && red(animation) == UInt8(animation.frameIndex(at: time)),
                    "update \(number)")
            let decoded = animation.decodedFrameCount
            animation.waitForFrame(at: time)
            #expect(animation.decodedFrameCount <= decoded + 1, "only what comes next is decoded")
        }
        animation.stop()
        animation.waitForFrame(at: 0.3)
        FrameAnimation(device: Device(.reference)).waitForFrame(at: .nan)
    }

    @Test("without waiting, the previous frame stays until the next one is decoded")
    func withoutWaiting() throws {
        let animation = try animation(repeat: true)
        var tries = 0
        while animation.currentFrameIndex != 3, tries < 20_000 {
            try animation.update(at: 0.3, waits: false)
            tries += 1
            usleep(100)
        }
        #expect(try animation.currentFrameIndex == 3 && red(animation) == 3)
    }

    @Test("numbered PNG and JPEG files are found by name, number and padding")
    func numberedFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("frames-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = folder.appendingPathComponent("walk").path
        for number in 8...11 {
            try picture(number).writePNG(to: name + (number < 10 ? "00" : "0") + "\(number).png")
            try picture(number * 10, width: 16, height: 16).writeJPEG(to: name + "-\(number).jpg", quality: 100)
        }
        let animation = FrameAnimation(device: Device(.reference))
        try animation.play(name: name, range: 8...11, numberPadding: 3, type: .png, fps: 4, repeat: false)
        try animation.update(at: 0.5)
        #expect(try animation.currentFrameIndex == 2 && red(animation) == 10)
        try animation.play(name: name + "-", range: 9...11, type: .jpeg, fps: 4, repeat: true)
        try animation.update(at: 1)
        #expect(try abs(Int(red(animation) ?? 0) - 100) <= 4)
        let missing = RasterError.thrown { try animation.play(name: name, range: 8...12, numberPadding: 3) }
        #expect(missing?.code == .fileNotReadable && missing?.subject == "file '\(name)012.png'")
        try animation.update(at: 1.3)
        #expect(animation.currentFrameIndex == 2, "what was played goes on")
    }

    @Test("colours are premultiplied by alpha")
    func premultiplied() throws {
        let animation = FrameAnimation(device: Device(.reference))
        try animation.play(FrameSequence(bytes: [Image(width: 1, height: 1, bytes: [200, 100, 0, 128]).pngData()]))
        try animation.update(at: 0)
        #expect(try animation.currentTexture?.readImage()[0, 0] == [100, 50, 0, 128])
    }

    @Test("animations that cannot be played are errors that name them")
    func refusals() throws {
        let good = try picture(1).pngData(), name = "walk"
        func error(_ body: () throws -> Void) -> String { RasterError.thrown(by: body)?.description ?? "none" }
        #expect(error { _ = try FrameSequence(bytes: []) } == "an animation has no frames; give at least one [invalidArgument]")
        #expect(error { _ = try FrameSequence(paths: []) }.contains("has no frames"))
        #expect(error {
            _ = try FrameSequence(name: name, range: -1...3)
        } == "range of frames 'walk' is -1 to 3; begin at 0 or more, with at most 65536 frames [invalidArgument]")
        #expect(error { _ = try FrameSequence(name: name, range: 0...Int.max - 1) }.contains("at most 65536"))
        #expect(error { _ = try FrameSequence(name: name, range: 0...1, numberPadding: 21) }.hasPrefix("numberPadding of frames 'walk' is 21"))
        #expect(error { _ = try FrameSequence(bytes: [[1, 2, 3]], name: name) } == "walk 0 is neither PNG, JPEG, WebP nor Radiance HDR; give a PNG, JPEG, WebP or Radiance HDR file [invalidImage]")
        let animation = FrameAnimation(device: Device(.reference)),
            sequence = try FrameSequence(bytes: [good, Array(good.prefix(60)), picture(1, width: 7).pngData(), good])
        for fps in [0, -3, .nan] { #expect(error { try animation.play(sequence, fps: fps) }.hasPrefix("fps of a frame animation is")) }
        #expect(error { try animation.play(sequence, start: .nan) }.hasPrefix("start of a frame animation"))
        #expect(!animation.isPlaying)
        // When a damaged frame is due, the update throws an error. The frames after the damaged frame are shown.
        try animation.play(sequence, fps: 10, repeat: true)
        try animation.update(at: 0)
        #expect(error { try animation.update(at: 0.1) }.hasPrefix("frame 1 is truncated"))
        #expect(animation.currentFrameIndex == 0)
        #expect(error { try animation.update(at: 0.2) } == "frame 2 is 7×4 pixels, not 6×4 like the first frame; make all frames of one size [invalidSize]")
        try animation.update(at: 0.3)
        #expect(animation.currentFrameIndex == 3)
    }
}
