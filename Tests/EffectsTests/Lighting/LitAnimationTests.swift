// Lit animations: the frame at each time, the lighting of frames, and refused arguments.

import Effects
import Raster
import TestSupport
import Testing

@Suite("Lit animation") struct LitAnimationTests {
    private let device = Device(.reference)
    /// Returns a picture that encodes its number.
    private func image(_ number: Int, width: Int = 12, height: Int = 8) -> Image {
        var image = Image(width: width, height: height)
        for y in 0..<height { for x in 0..<width { image[x, y] = SIMD4(UInt8(40 + 30 * number), UInt8(x * 15), UInt8(y * 20), 255) } }
        return image
    }
    private func frames(_ durations: [Double]) throws -> [LitAnimation.Frame] {
        try durations.enumerated().map { LitAnimation.Frame(try device.makeTexture(from: image($0.offset)), duration: $0.element) }
    }

    @Test("frames follow one another by their durations: once, repeating, or back and forth")
    func playback() throws {
        let animation = try LitAnimation(frames([0.1, 0.3, 0.2]))
        let times = [0, 0.05, 0.15, 0.39, 0.45, 0.59, 0.65, 0.75, 0.95, 1.05, 1.25]
        func indices(_ playback: LitAnimation.Playback) -> [Int] {
            animation.playback = playback
            return times.map { animation.frameIndex(at: $0) }
        }
        #expect(animation.playback == .loop && abs(animation.duration - 0.6) < 1e-12)
        #expect(indices(.once) == [0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 2])
        #expect(indices(.loop) == [0, 0, 1, 1, 2, 2, 0, 1, 1, 2, 0])
        // The order of the frames is 0, 1, 2, 1, and then 0 again. The first four frames take 0.9 seconds together.
        #expect(indices(.pingPong) == [0, 0, 1, 1, 2, 2, 1, 1, 0, 1, 1])
        for count in [1, 2, 5] {
            let even = try LitAnimation(frames(Array(repeating: 0.5, count: count)))
            even.playback = .pingPong
            let way = Array(0..<count) + Array((0..<count).dropFirst().dropLast().reversed())
            for step in 0..<20 { #expect(even.frameIndex(at: 0.25 + 0.5 * Double(step)) == way[step % way.count], "\(count) frames, step \(step)") }
        }
    }

    @Test("speed and start shift and scale time; the frame does not depend on earlier frames")
    func speed() throws {
        let animation = try LitAnimation(frames([0.1, 0.3, 0.2]))
        (animation.speed, animation.start) = (2, 10)
        #expect([9, 10, 10.04, 10.06, 10.19, 10.21, 10.31].map { animation.frameIndex(at: $0) } == [0, 0, 0, 1, 1, 2, 0])
        animation.speed = 0
        #expect(animation.frameIndex(at: 99) == 0 && animation.timeUntilNextFrame(at: 99) == nil)
        (animation.speed, animation.start) = (1, 0)
        for time in [0.45, 0.05, 0.2, 0.45] {
            let index = animation.frameIndex(at: time), isAnother = index != animation.currentFrameIndex
            #expect(try animation.show(at: time) == isAnother && animation.currentFrameIndex == index)
            #expect(animation.image.picture === animation.frames[index].picture && animation.currentFrame.picture === animation.image.picture)
        }
    }

    @Test("every time has a frame and none traps: huge, negative, infinite or NaN")
    func anyTime() throws {
        for playback in LitAnimation.Playback.allCases {
            let animation = try LitAnimation(frames([0.1, 0.3, 0.2]))
            animation.playback = playback
            for speed in [0, 1, 1000] as [Double] {
                animation.speed = speed
                for time in [-1, -1e300, -.infinity, .nan, .leastNonzeroMagnitude, 1e9, 1e18, 1e300, .greatestFiniteMagnitude, .infinity] {
                    try animation.show(at: time)
                    #expect((0..<3).contains(animation.currentFrameIndex))
                    if !(time > 0) { #expect(animation.currentFrameIndex == 0, "\(time)") }
                    if let left = animation.timeUntilNextFrame(at: time) { #expect(left >= 0, "\(time)") }
                }
            }
            #expect(playback != .once || animation.frameIndex(at: 1e300) == 2)
        }
    }

    @Test("the time until the next frame is exact: then, and not earlier, another frame begins")
    func untilNextFrame() throws {
        let animation = try LitAnimation(frames([0.1, 0.3, 0.2]))
        animation.speed = 2
        for playback in LitAnimation.Playback.allCases {
            animation.playback = playback
            for step in 0..<100 {
                let time = 0.0137 * Double(step), index = animation.frameIndex(at: time)
                guard let left = animation.timeUntilNextFrame(at: time) else {
                    #expect(playback == .once && index == 2, "\(playback) at \(time)")
                    continue
                }
                #expect(animation.frameIndex(at: time + left * 0.999 - 1e-9) == index && animation.frameIndex(at: time + left + 1e-9) != index,
                        "\(playback) at \(time)")
            }
        }
        #expect(try LitAnimation(frames([1])).timeUntilNextFrame(at: 0.5) == nil)
    }

    @Test("a frame is lit bit for bit like a lit image with its picture and heights, and drawn again only if the frame changes")
    func lit() throws {
        let pictures = try (0..<3).map { try device.makeTexture(from: image($0)) },
            heights = try (0..<3).map { try device.makeTexture(from: image(2 - $0, width: 5, height: 7)) }
        let lights = [PointLight(position: [3, 4], intensity: 0.7, range: 14, color: [1, 0.8, 0.3])]
        let animation = try LitAnimation(pictures: pictures, heightMaps: heights, fps: 10), controller = LightingController(device: device)
        animation.image.relief = Relief(depth: 6)
        controller.images = [animation.image]
        controller.lights = lights
        for (draw, time) in [0.05, 0.15, 0.25, 0.15].enumerated() {
            for _ in 0..<2 {
                try animation.show(at: time)
                try controller.update()
            }
            #expect(animation.image.renderCount == draw + 1)
            let index = animation.currentFrameIndex, alone = try LitImage(pictures[index]), other = LightingController(device: device)
            alone.relief = Relief(.heightMap(heights[index]), depth: 6)
            other.images = [alone]
            other.lights = lights
            try other.update()
            #expect(try animation.image.litTexture.readImage() == alone.litTexture.readImage(), "frame \(index)")
        }
    }

    @Test("a sheet's cells are frames from the upper left, row by row, with premultiplied colours")
    func sheet() throws {
        var sheet = Image(width: 36, height: 16)
        for cell in 0..<6 {
            let part = image(cell % 6)
            for y in 0..<8 { for x in 0..<12 { sheet[cell % 3 * 12 + x, cell / 3 * 8 + y] = part[x, y] } }
        }
        sheet[0, 0] = SIMD4(200, 100, 50, 51)
        let animation = try LitAnimation(device: device, sheet: sheet, heights: Image(width: 6, height: 4), columns: 3, rows: 2, count: 5, fps: 10)
        #expect(animation.frames.count == 5 && abs(animation.duration - 0.5) < 1e-12)
        for (number, frame) in animation.frames.enumerated().dropFirst() { #expect(try frame.picture.readImage() == image(number), "cell \(number)") }
        #expect(try animation.frames[0].picture.readImage()[0, 0] == SIMD4(40, 20, 10, 51))
        #expect(animation.frames.allSatisfy { if case .heightMap(let heights)? = $0.bumps { heights.width == 2 && heights.height == 2 } else { false } })
        func refused(_ code: RasterError.Code, columns: Int = 3, rows: Int = 2, count: Int? = nil, fps: Double = 10) {
            #expect(RasterError.thrown {
                _ = try LitAnimation(device: device, sheet: sheet, columns: columns, rows: rows, count: count, fps: fps)
            }?.code == code)
        }
        refused(.invalidArgument, columns: 0)
        refused(.invalidArgument, rows: -1)
        refused(.invalidSize, columns: 5)
        refused(.invalidSize, rows: .max)
        refused(.invalidArgument, count: 0)
        refused(.invalidArgument, count: 7)
        for fps in [0, -1, .nan, .infinity, 1001] { refused(.invalidArgument, fps: fps) }
    }

    @Test("arguments that give no animation are errors that name the frame")
    func refused() throws {
        func error(_ body: () throws -> Void) -> String? { RasterError.thrown(by: body).map { "\($0)" } }
        let good = try frames([1, 1])
        #expect(error { _ = try LitAnimation([]) } == "a lit animation has no frames; give at least one [invalidArgument]")
        let wide = LitAnimation.Frame(try device.makeTexture(from: image(1, width: 13)))
        let size = RasterError.thrown { _ = try LitAnimation(good + [wide]) }
        #expect(size?.code == .invalidSize && size.map { "\($0)".hasPrefix("picture of frame 2 of a lit animation is 13×8 pixels, not 12×8") } == true,
                "\(String(describing: size))")
        for duration in [0, -1, .nan, .infinity, 1001, 0.0009] {
            #expect(error { _ = try LitAnimation(frames([1, duration])) }?.hasPrefix("duration of frame 1 of a lit animation is") == true)
        }
        var relieved = good
        relieved[1].bumps = .normalMap(good[0].picture)
        #expect(error { _ = try LitAnimation(relieved) }?.hasPrefix("bumps of frame 1 of a lit animation are set") == true)
        #expect(error { _ = try LitAnimation(relieved.reversed()) }?.hasPrefix("bumps of frame 1 of a lit animation are missing") == true)
        #expect(RasterError.thrown { _ = try LitAnimation(pictures: good.map(\.picture), heightMaps: [good[0].picture], fps: 9) }?.code == .invalidArgument)
        let foreign = LitAnimation.Frame(try Device(.reference).makeTexture(from: image(0)))
        #expect(RasterError.thrown { _ = try LitAnimation(good + [foreign]) }?.code == .wrongDevice)
        let integers = LitAnimation.Frame(try device.makeTexture(TextureDescriptor(format: .rgba8Uint, width: 12, height: 8)))
        #expect(RasterError.thrown { _ = try LitAnimation(good + [integers]) }?.code == .invalidFormat)
        #expect(RasterError.thrown { _ = try LitAnimation(Array(repeating: good[0], count: 5000)) }?.code == .invalidArgument)

        let animation = try LitAnimation(good)
        for (speed, start) in [(-1, 0), (.nan, 0), (1001, 0), (1, .nan), (1, .infinity)] as [(Double, Double)] {
            (animation.speed, animation.start) = (speed, start)
            #expect(RasterError.thrown { try animation.show(at: 1.5) }?.code == .invalidArgument && animation.currentFrameIndex == 0)
            #expect((0..<2).contains(animation.frameIndex(at: 1.5)))
        }
    }
}
