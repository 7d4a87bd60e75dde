import Effects
import Raster
import TestSupport
import Testing

@Suite("TransitionPlayer")
struct TransitionPlayerTests {
    private let fixture: TransitionFixture
    private let source: Texture, destination: Texture
    init() throws {
        fixture = try TransitionFixture(width: 16, height: 9)
        source = try fixture.device.makeTexture(from: fixture.source)
        destination = try fixture.device.makeTexture(from: fixture.destination)
    }
    private func makePlayer(_ easing: Easing = .linear, duration: Double = 2) throws -> TransitionPlayer {
        try TransitionPlayer(fixture.transition("fade"), from: .texture(source), to: .texture(destination), duration: duration, easing: easing)
    }

    @Test("it shows the source until it plays, then the transition, then the destination")
    func plays() throws {
        let player = try makePlayer()
        #expect(try player.progress(at: 5) == 0 && player.phase(at: 5) == .source)
        try player.play(at: 10)
        #expect(try player.progress(at: 10) == 0 && player.progress(at: 10.5) == 0.25 && player.phase(at: 11) == .running)
        #expect(try player.progress(at: 12) == 1 && player.progress(at: 99) == 1 && player.phase(at: 12) == .destination)
        #expect(try player.progress(at: 3) == 0)
    }

    @Test("reversed half way, it returns without a jump, in the time that it took", arguments: Easing.allCases)
    func interruption(easing: Easing) throws {
        let player = try makePlayer(easing)
        try player.play(at: 0)
        let before = try player.progress(at: 0.8)
        try player.toggle(at: 0.8)
        #expect(try player.progress(at: 0.8) == before)
        #expect(try abs(player.progress(at: 0.8 + 1e-7) - before) < 1e-4)
        #expect(try player.progress(at: 0.8 + 2 * before) == 0)
        #expect(try player.phase(at: 0.8 + 2 * before + 1e-9) == .source)
        try player.toggle(at: 9)
        #expect(try player.progress(at: 11) == 1)
    }

    @Test("a drag holds the progress; after release it runs on, back, or in the direction of the throw")
    func drags() throws {
        let player = try makePlayer()
        try player.beginDrag(at: 0)
        try player.drag(by: 0.3)
        #expect(try player.progress(at: 100) == 0.3 && player.phase(at: 0) == .dragged)
        try player.endDrag(at: 100)
        #expect(try abs(player.progress(at: 100.3) - 0.15) < 1e-12 && player.progress(at: 101) == 0)
        try player.beginDrag(at: 102)
        try player.drag(by: 0.7)
        try player.endDrag(at: 102)
        #expect(try player.progress(at: 103) == 1)
        // After the middle of the transition, the user throws the progress backwards. Before the middle, the user throws the progress forwards.
        try player.beginDrag(at: 200)
        try player.drag(by: -0.2)
        try player.endDrag(at: 200, velocity: -3)
        #expect(try player.progress(at: 210) == 0)
        try player.beginDrag(at: 220)
        try player.drag(by: 0.1)
        try player.endDrag(at: 220, velocity: 2)
        #expect(try player.progress(at: 230) == 1)
        // A drag beyond an end leaves the progress at this end. After the release, a drag changes nothing.
        try player.beginDrag(at: 240)
        try player.drag(by: 5)
        #expect(try player.progress(at: 240) == 1)
        try player.drag(by: -.greatestFiniteMagnitude)
        #expect(try player.progress(at: 240) == 0)
        try player.endDrag(at: 240)
        try player.drag(by: 0.5)
        #expect(try player.progress(at: 250) == 0)
    }

    @Test("a drag that begins on the way holds the current progress")
    func catching() throws {
        let player = try makePlayer(.cubicInOut)
        try player.play(at: 0)
        let progress = try player.progress(at: 0.7)
        try player.beginDrag(at: 0.7)
        #expect(try player.progress(at: 50) == progress)
        player.jump(toDestination: true)
        #expect(try player.progress(at: 50) == 1 && player.phase(at: 50) == .destination)
    }

    @Test("it shows two views that draw themselves, each only while it is visible")
    func views() throws {
        let device = fixture.device
        var counts = [0, 0]
        let views = try (0..<2).map { i in
            let view = try View(device: device, width: 16, height: 9)
            view.drawing = { _, encoder, drawable in
                counts[i] += 1
                encoder.render(to: drawable, clear: i == 0 ? .color(1, 0, 0, 1) : .color(0, 0, 1, 1)) { _ in }
            }
            return view
        }
        let player = try TransitionPlayer(fixture.transition("fade"), from: .view(views[0]), to: .view(views[1]), duration: 1)
        let target = try device.makeFramebuffer(width: 16, height: 9)
        func pixel(at time: Double) throws -> SIMD4<UInt8> {
            var encoder = device.makeCommandEncoder()
            try player.draw(at: time, to: target, into: &encoder)
            try device.submit(encoder)
            return try target.readImage()[8, 4]
        }
        #expect(try pixel(at: 0) == SIMD4(255, 0, 0, 255) && counts == [1, 0])
        try player.play(at: 0)
        let middle = try pixel(at: 0.5)
        #expect(abs(Int(middle.x) - 128) <= 1 && abs(Int(middle.z) - 128) <= 1 && counts == [2, 1])
        #expect(try pixel(at: 1) == SIMD4(0, 0, 255, 255) && counts == [2, 2])
    }

    @Test("arguments that are not valid numbers are errors that name them")
    func refusals() throws {
        for duration in [0, -1, Double.nan, .infinity] { #expect(RasterError.thrown { _ = try makePlayer(duration: duration) }?.subject == "duration") }
        let player = try makePlayer()
        #expect(RasterError.thrown { try player.play(at: .nan) }?.subject == "time")
        #expect(RasterError.thrown { _ = try player.progress(at: .infinity) }?.subject == "time")
        try player.beginDrag(at: 0)
        #expect(RasterError.thrown { try player.drag(by: .nan) }?.subject == "drag")
        #expect(RasterError.thrown { try player.endDrag(at: 0, velocity: .nan) }?.subject == "velocity")
    }
}
