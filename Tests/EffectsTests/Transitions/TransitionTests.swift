// Properties of every transition that comes with Raster.

import Effects
import Raster
import TestSupport
import Testing

@Suite("Transitions")
struct TransitionTests {
    @Test("the library has the expected transitions, at least sixteen of them as files")
    func library() {
        let expected = ["box", "tile-fly", "cloth", "scale-rotate", "zoom", "fade", "push", "reveal", "move-in", "flip", "cube", "doors", "page-curl", "ripple",
                        "soft-swipe", "luma-wipe", "pixellate", "circle"]
        #expect(Set(expected).isSubset(of: TransitionLibrary.names))
        #expect(TransitionLibrary.fileNames.count >= 16)
    }

    @Test("at its ends every transition is source and destination, byte for byte, at any size", arguments: TransitionLibrary.names)
    func ends(name: String) throws {
        for (width, height) in [(48, 27), (37, 61), (16, 16)] {
            let fixture = try TransitionFixture(width: width, height: height), transition = try fixture.transition(name)
            #expect(try fixture.frame(transition, 0) == fixture.source)
            #expect(try fixture.frame(transition, 1) == fixture.destination)
            #expect(try fixture.frame(transition.reversed, 0) == fixture.source)
            #expect(try fixture.frame(transition.reversed, 1) == fixture.destination)
        }
    }

    @Test("reversing a transition a hundred thousand times does not change it, also on a small stack")
    func reversedOften() throws {
        let frames = try onSmallStack { () throws -> [Image] in
            let fixture = try TransitionFixture(width: 20, height: 12)
            var transition = try fixture.transition("push")
            let name = transition.name
            for _ in 0..<100_000 { transition = ReversedTransition(transition) }
            #expect(transition.name == "\(name), reversed, reversed")
            let once = ReversedTransition(transition)
            #expect(once.name == "\(name), reversed")
            return try [fixture.frame(transition, 0.375), fixture.frame(fixture.transition("push"), 0.375), fixture.frame(once, 0.625),
                        fixture.frame(fixture.transition("push").reversed, 0.625)]
        }
        #expect(frames[0] == frames[1] && frames[2] == frames[3] && frames[0] != frames[2])
    }

    @Test("no transition jumps at its ends: the frames next to them are nearly the pictures", arguments: TransitionLibrary.names)
    func continuity(name: String) throws {
        let fixture = try TransitionFixture(), transition = try fixture.transition(name)
        let whole = TransitionFixture.meanDifference(fixture.source, fixture.destination)
        // A larger difference is allowed for the zoom, because the source of the zoom should contain the thumbnail, but the pictures of
        // this test contain no thumbnail.
        #expect(try TransitionFixture.meanDifference(fixture.frame(transition, 1e-4), fixture.source) < (name == "zoom" ? 0.08 : 0.03) * whole)
        #expect(try TransitionFixture.meanDifference(fixture.frame(transition, 1 - 1e-4), fixture.destination) < 0.06 * whole)
        // Half way through, the frame equals neither of the two pictures.
        let middle = try fixture.frame(transition, 0.5)
        #expect(TransitionFixture.meanDifference(middle, fixture.source) > 0.05 * whole)
        #expect(TransitionFixture.meanDifference(middle, fixture.destination) > 0.02 * whole)
    }

    @Test("a frame depends on its progress, not on the frames before it", arguments: TransitionLibrary.names)
    func framesAreIndependent(name: String) throws {
        let fixture = try TransitionFixture(), transition = try fixture.transition(name)
        for progress in [0.9, 0.2, 1, 0.4] { _ = try fixture.frame(transition, progress) }
        let fresh = try TransitionFixture()
        #expect(try fixture.frame(transition, 0.37) == fresh.frame(fresh.transition(name), 0.37))
    }

    @Test("backwards equals forwards with the pictures exchanged")
    func reversal() throws {
        let fixture = try TransitionFixture(), back = try TransitionFixture()
        for name in ["box", "cloth", "zoom", "push"] {
            let transition = try fixture.transition(name)
            // A reversed transition at progress 0.25 must equal the transition at 0.75 with source and destination exchanged.
            let target = try fixture.device.makeFramebuffer(width: 48, height: 27, depth: .depth32Float)
            var encoder = fixture.device.makeCommandEncoder()
            try transition.draw(TransitionFrame(source: fixture.device.makeTexture(from: fixture.destination),
                                                destination: fixture.device.makeTexture(from: fixture.source),
                                                target: target, progress: 0.75), into: &encoder)
            try fixture.device.submit(encoder)
            #expect(try back.frame(back.transition(name).reversed, 0.25) == target.readImage(), "\(name)")
        }
    }

    @Test("the seed alone decides the random parts")
    func seeds() throws {
        let fixture = try TransitionFixture()
        for name in ["tile-fly", "dissolve", "burn", "glitch"] {
            let transition = try fixture.transition(name)
            let first = try fixture.frame(transition, 0.4, seed: 1)
            #expect(try fixture.frame(transition, 0.4, seed: 2) != first, "\(name)")
            #expect(try fixture.frame(transition, 0.4, seed: 1) == first, "\(name)")
        }
        let fade = try fixture.transition("fade")
        #expect(try fixture.frame(fade, 0.4, seed: 1) == fixture.frame(fade, 0.4, seed: 2))
    }

    @Test("compiled transitions give the reference renderer's pixels, bit for bit", arguments: [4, 8])
    func compiled(lanes: Int) throws {
        var options = Device.Options()
        options.lanes = lanes
        let expected = try TransitionFixture(width: 40, height: 24), actual = try TransitionFixture(Device(.jit, options: options), width: 40, height: 24)
        for name in TransitionLibrary.names {
            let a = try expected.frame(expected.transition(name), 0.45), b = try actual.frame(actual.transition(name), 0.45)
            #expect(try PictureComparison.difference(name, expected: a, actual: b) == nil)
        }
    }

    @Test("a picture of other proportions is cut, padded or stretched by the formulas of effects.md")
    func resizing() throws {
        #expect(ResizeMode.cover.scale(frame: 2, picture: 1) == SIMD2(1, 0.5))
        #expect(ResizeMode.cover.scale(frame: 1, picture: 2) == SIMD2(0.5, 1))
        #expect(ResizeMode.contain.scale(frame: 2, picture: 1) == SIMD2(2, 1))
        #expect(ResizeMode.contain.scale(frame: 1, picture: 2) == SIMD2(1, 2))
        #expect(ResizeMode.stretch.scale(frame: 3, picture: 2) == SIMD2(1, 1))
        // A picture of 48×27 pixels is shown in a square: either only its middle 27 columns are visible, or the whole picture is
        // visible in the middle rows.
        let fixture = try TransitionFixture(), square = try fixture.device.makeFramebuffer(width: 27, height: 27, depth: .depth32Float)
        for name in ["fade", "box"] {
            let transition = try fixture.transition(name)
            for progress in [0.0, 1e-6] {
                let cut = try fixture.frame(transition, progress, resize: .cover, to: square)
                #expect(abs(Int(cut[0, 13].x) - Int(fixture.source[10, 13].x)) <= 6, "\(name)")
                let whole = try fixture.frame(transition, progress, resize: .contain, to: square)
                #expect(abs(Int(whole[13, 6].y) - Int(fixture.source[24, 0].y)) <= 10 && abs(Int(whole[13, 20].y) - Int(fixture.source[24, 26].y)) <= 10,
                        "\(name)")
            }
        }
    }

    @Test("frames that cannot be drawn are errors that name the cause, and nothing is recorded")
    func refusals() throws {
        let fixture = try TransitionFixture(), fade = try fixture.transition("fade"), cloth = try fixture.transition("cloth")
        for progress in [Double.nan, -0.01, 1.01, .infinity, -.infinity] {
            let error = RasterError.thrown { _ = try fixture.frame(fade, progress) }
            #expect(error?.code == .invalidArgument && error?.subject == "progress" && error?.place == "transition 'fade'")
        }
        let flat = try fixture.device.makeFramebuffer(width: 48, height: 27)
        #expect(RasterError.thrown { _ = try fixture.frame(cloth, 0.5, to: flat) }?.code == .incompleteFramebuffer)
        #expect(RasterError.thrown { _ = try TransitionLibrary.make("fode", device: fixture.device) }?.remedy.contains("fade") == true)
        let bare = RasterError.thrown { _ = try fixture.frame(TransitionLibrary.make("luma-wipe", device: fixture.device), 0.5) }
        #expect(bare?.subject == "sampler 'luma'" && bare?.remedy == "set it with set(\"luma\", to: texture)")
        let cube = try fixture.device.makeTexture(cube: Array(repeating: Image(width: 2, height: 2), count: 6))
        var encoder = fixture.device.makeCommandEncoder()
        let square = try fixture.device.makeTexture(from: Image(width: 2, height: 2))
        #expect(RasterError.thrown {
            try fade.draw(TransitionFrame(source: cube, destination: square, target: flat, progress: 0.5), into: &encoder)
        }?.subject == "source picture")
        // If a picture is the target itself, the draw is a feedback loop, which submit refuses.
        guard let own = flat.color[0]?.texture else { return }
        try fade.draw(TransitionFrame(source: own, destination: square, target: flat, progress: 0.5), into: &encoder)
        #expect(RasterError.thrown { try fixture.device.submit(encoder) }?.code == .feedbackLoop)
        for size in [3, 1025, .min] { #expect(RasterError.thrown { _ = try TileFlyTransition(device: fixture.device, tileSize: size) }?.subject == "tileSize") }
        #expect(RasterError.thrown { _ = try ClothTransition(device: fixture.device, direction: .up) }?.subject == "direction")
        #expect(RasterError.thrown { _ = try ZoomFromRectangleTransition(device: fixture.device, rectangle: (0.5, 0, 0.6, 1)) }?.subject == "rectangle")
        #expect(RasterError.thrown { _ = try ZoomFromRectangleTransition(device: fixture.device, rectangle: (0, 0, .nan, 1)) }?.subject == "rectangle")
        #expect(RasterError.thrown { _ = try ZoomFromRectangleTransition(device: fixture.device, toolbar: 1) }?.subject == "toolbar")
    }
}

@Suite("Easing")
struct EasingTests {
    @Test("every curve begins at exactly 0 and ends at exactly 1, and times outside are clamped", arguments: Easing.allCases)
    func ends(easing: Easing) {
        #expect(easing(0) == 0 && easing(1) == 1)
        #expect(easing(-3) == 0 && easing(7) == 1 && easing(.nan) == 0 && easing(.infinity) == 1 && easing(-.infinity) == 0)
        #expect(abs(easing(1e-9)) < 1e-6 && abs(easing(1 - 1e-9) - 1) < 1e-6)
    }
    @Test("a mirrored curve is 1 − f(1 − t)", arguments: Easing.allCases)
    func mirrors(easing: Easing) {
        for i in 1..<40 {
            let t = Double(i) / 40
            #expect(abs(easing.mirrored(t) - (1 - easing(1 - t))) < 1e-12)
        }
        #expect(easing.mirrored.mirrored == easing)
    }
    @Test("curves have no jumps; all except the swinging ones are monotonic", arguments: Easing.allCases)
    func shapes(easing: Easing) {
        var last = 0.0, lowest = 0.0, highest = 0.0, falls = false
        for i in 1...2000 {
            let value = easing(Double(i) / 2000)
            #expect(abs(value - last) < 0.01)
            falls = falls || value < last
            last = value
            lowest = min(lowest, value); highest = max(highest, value)
        }
        let swings: Set<Easing> = [.bounceIn, .bounceOut, .backIn, .backOut]
        #expect(falls == swings.contains(easing))
        #expect(easing == .backIn ? abs(lowest + 0.1) < 0.001 : lowest == 0)
        #expect(easing == .backOut ? abs(highest - 1.1) < 0.001 : highest == 1)
    }
    @Test("the curves have known values")
    func values() {
        #expect(Easing.quadraticIn(0.5) == 0.25 && Easing.cubicOut(0.5) == 0.875 && Easing.quadraticInOut(0.25) == 0.125)
        #expect(abs(Easing.sineInOut(0.25) - 0.146446609) < 1e-8 && abs(Easing.bounceOut(6.0 / 11) - 0.75) < 1e-12)
    }
}
