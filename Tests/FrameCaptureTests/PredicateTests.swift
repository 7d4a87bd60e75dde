// Predicates about a frame, and frames that are reduced while a predicate stays true.

import FrameCapture
import Raster
import TestSupport
import Testing

@Suite("Predicates") struct PredicateTests {
    @Test("statements about pixels, counts and samples are true or false as in the frame", arguments: Device.Kind.allCases)
    func values(kind: Device.Kind) throws {
        let file = TemporaryFile(), (capture, frame) = try Squares().capture(file)
        for (text, isTrue) in [
            ("pixel(0, 0) == #0000ff", true), ("pixel(0,0)==#0000ff80", false), ("pixel(0,0) == #0000FFff", true), ("pixel(7, 7) != #00ff00", false),
            ("pixel(0, 7).r > 254.5", true),
            ("pixel(0, 7).g < 1 && pixel(0, 7).b <= 0", true), ("draws == 5", true), ("draws", true), ("passes >= 3 || primitives == 30", true),
            ("!(draws < 5)", true), ("!draws", false),
            ("samples(@0) == 12", true), ("samples(4) == 48", true), ("samples(4) == 47", false), ("fails", false), ("differs", false),
            ("fails || differs || draws > 1e3", false), ("1 < 2", true), ("-1.5 > -2", true),
        ] as [(String, Bool)] {
            #expect(try frame.satisfies(FramePredicate(text), of: capture, on: kind) == isTrue, "\(text)")
        }
        for text in ["pixel(8, 0) == #000000", "samples(@9) == 0"] {
            #expect(throws: RasterError.self, "\(text)") { try frame.satisfies(FramePredicate(text), of: capture, on: kind) }
        }
    }

    @Test("a hundred thousand statements in a row are evaluated and released, on a small stack")
    func long() throws {
        let results = try onSmallStack { () throws -> [Bool] in
            let file = TemporaryFile(), (capture, frame) = try Squares().capture(file)
            return try ["&&", "||"].flatMap { sign in
                try ["1 < 2", "1 > 2"].map {
                    try frame.satisfies(FramePredicate([String](repeating: $0, count: 100_000).joined(separator: " \(sign) ")), of: capture, on: .reference)
                }
            }
        }
        #expect(results == [true, false, true, false])
    }

    @Test("a frame differs if another renderer draws other bits") func differs() throws {
        let file = TemporaryFile(), (capture, frame) = try Squares().capture(file), differs = try FramePredicate("differs")
        #expect(try frame.satisfies(differs, of: capture, on: Device(.reference), comparedWith: Device(renderer: Spoiler())))
        #expect(try frame.satisfies(differs, of: capture, on: Device(renderer: Spoiler()), comparedWith: Device(.reference)))
        #expect(try !frame.satisfies(differs, of: capture, on: Device(renderer: Spoiler()), comparedWith: Device(renderer: Spoiler())))
    }

    @Test("an invalid predicate is refused with the place of the error", arguments: [
        "", "pixel", "pixel(1)", "pixel(1,2", "pixel(1,2).x > 1", "pixel(1,2) > #ffffff", "pixel(1,2)", "#ffffff", "pixel(1, 2) == 3", "draws = 3", "draws ==",
        "(draws", "draws)", "draws & 1",
        "#12345 == pixel(1,2)", "pixel(-1, 2) == #000000", "pixel(99999999999999999999, 2) == #000000", "nonsense > 1", "samples(x) > 1", "1 2", "1..2 > 3",
        String(repeating: "(", count: 100_000), String(repeating: "!", count: 100_000),
    ])
    func nonsense(text: String) throws {
        let error = try #require(throws: RasterError.self) { _ = try FramePredicate(text) }
        #expect("\(error)".contains("character"))
    }
}

@Suite("Minimization") struct MinimizationTests {
    @Test("the result is a complete capture for which the predicate holds", arguments: Device.Kind.allCases)
    func pixel(kind: Device.Kind) throws {
        let file = TemporaryFile(), small = TemporaryFile(), (capture, frame) = try Squares().capture(file)
        let minimization = try Minimization(of: frame, in: capture, keeping: FramePredicate("pixel(0, 0) == #0000ff"), on: kind)
        try minimization.run()
        try minimization.write(to: small.path)
        let result = try Capture(contentsOf: small.path), left = result.frames[0]
        #expect(left.draws.map(\.label) == ["blue"] && left.draws[0].count == 3 && left.draws[0].instanceCount == 1 && minimization.drawCount == 1,
                "\(left.draws)")
        #expect(result.isComplete && result.damage.isEmpty && result.byteCount < capture.byteCount)
        #expect(left.table.framebuffers.count == 1 && left.table.textures.count == 2 && left.table.textures.allSatisfy(\.levels.isEmpty))
        #expect(try left.satisfies(FramePredicate("pixel(0, 0) == #0000ff"), of: result, on: .reference))
        #expect(try result.verify(left, ways: [.reference, .jit(lanes: 8, isBaseline: false)]).passes)
    }

    @Test("a predicate that is false at first is refused, and so is writing to the capture itself")
    func refused() throws {
        let file = TemporaryFile(), (capture, frame) = try Squares().capture(file)
        #expect(throws: RasterError.self) { _ = try Minimization(of: frame, in: capture, keeping: FramePredicate("draws > 99")) }
        let minimization = try Minimization(of: frame, in: capture, keeping: FramePredicate("draws > 0"))
        #expect(throws: RasterError.self) { try minimization.write(to: file.path) }
        #expect(try Capture(contentsOf: file.path).frames.count == 1)
    }

    @Test("the whole fixture, with its includes, blocks, indices and blits, is reduced to the events that a count needs")
    func fixture() throws {
        let file = TemporaryFile(), small = TemporaryFile(), fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record().encoder)
        let capture = try Capture(contentsOf: file.path),
            minimization = try Minimization(of: capture.frames[0], in: capture, keeping: FramePredicate("samples(@0) > 10 && draws > 1"), on: .reference)
        try minimization.run()
        try minimization.write(to: small.path)
        let result = try Capture(contentsOf: small.path)
        // A pass that is not needed is removed completely, not only its draws.
        #expect(try result.frames[0].satisfies(FramePredicate("passes == 1 && draws == 2"), of: result))
        #expect(result.frames[0].draws.count == 2 && result.frames[0].events.count < capture.frames[0].events.count)
        #expect(try result.verify(result.frames[0], ways: [.reference, .jit(lanes: 4, isBaseline: true)]).passes)
    }
}
