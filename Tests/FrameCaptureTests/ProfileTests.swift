// Profiles: counts that can be found by hand. Every grouping has the same totals.

import FrameCapture
import Raster
import Scenes
import Shading
import Testing

@Suite("Profile") struct ProfileTests {
    private func fixture(_ border: Float) throws -> TracedFixture {
        try TracedFixture("""
            #version 330
            uniform sampler2D image;
            uniform float border;
            out vec4 pixel;
            void main() {
                if (gl_FragCoord.x < border) {
                    discard;
                }
                pixel = texture(image, vec2(0.25));
            }
            """) { device, pass in
            pass.setTexture("image", try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4)), .linear)
            pass.setUniform("border", border)
            pass.draw(count: 3, label: "whole")
        }
    }
    private func line(_ number: Int, of profile: FrameProfile) -> FrameProfile.Numbers? {
        profile.entries(by: .line).first { $0.place?.line == number && $0.stage == .fragment }?.numbers
    }

    @Test("operations, texels and discards match counts made by hand", arguments: Device.Kind.allCases)
    func counts(kind: Device.Kind) throws {
        // Two columns of eight pixels each are discarded. The discarded pixels form whole quads, whose shaders end at the discard.
        let fixture = try fixture(2), profile = try fixture.capture.profile(fixture.frame, on: Device(kind))
        let shaders = profile.entries(by: .shader), fragment = try #require(shaders.first { $0.stage == .fragment }?.numbers)
        #expect(fragment.invocations == 64 && fragment.helperInvocations == 0 && fragment.discarded == 16 && fragment.texels == 48 * 4
                && fragment.helperTexels == 0)
        // All 64 pixels run a comparison and a branch, 16 run a discard, and 48 run a lookup.
        #expect(fragment.operations == 2 * 64 + 16 + 48 && fragment.helperOperations == 0)
        #expect(line(6, of: profile)?.operations == 128 && line(6, of: profile)?.invocations == 64)
        #expect(line(7, of: profile)?.operations == 16 && line(7, of: profile)?.discarded == 16)
        #expect(line(9, of: profile)?.operations == 48 && line(9, of: profile)?.texels == 192 && line(9, of: profile)?.invocations == 48)
        #expect(shaders.first { $0.stage == .vertex }?.numbers.invocations == 3)
        #expect(profile.entries(by: .draw).map(\.name) == ["main/whole"] && profile.entries(by: .draw)[0].numbers == profile.total)
    }

    @Test("the operations that a discarded lane runs for its neighbours count as helper operations")
    func helpers() throws {
        let fixture = try fixture(1), profile = try fixture.capture.profile(fixture.frame, on: Device(.reference))
        let lookup = try #require(line(9, of: profile))
        #expect(lookup.operations == 56 && lookup.helperOperations == 8 && lookup.texels == 56 * 4 && lookup.helperTexels == 8 * 4)
        #expect(profile.total.discarded == 8 && profile.total.helperTexels == 8 * 4)
        // If the triangle covers only a part of a quad, the other pixels of the quad are helpers as well.
        let corner = try TracedFixture("out vec4 pixel; void main() { pixel = vec4(sqrt(gl_FragCoord.x)); }",
                                       vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? -0.7 : -1.0, gl_VertexID == 2 ? -0.7 : -1.0, 0.0, 1.0); }")
        let small = try #require(corner.capture.profile(corner.frame, on: Device(.reference)).entries(by: .shader).first { $0.stage == .fragment }?.numbers)
        #expect(small.invocations == 1 && small.helperInvocations == 3 && small.operations == 1 && small.helperOperations == 3)
    }

    @Test("the cost of a pixel is the number of operations in its fragments' traces")
    func pixels() throws {
        let fixture = try TracedFixture("""
            #version 330
            out vec4 pixel;
            void main() {
                float sum = 0.0;
                for (int i = 0; i < int(gl_FragCoord.x); i++) {
                    sum += sin(float(i));
                }
                pixel = vec4(sum, gl_FragCoord.y, 0.0, 1.0);
            }
            """) {
            $1.draw(count: 3)
            $1.setScissor(PixelRect(x: 2, y: 6, width: 3, height: 2))
            $1.draw(count: 3)
        }
        let first = fixture.frame.draws[0], second = fixture.frame.draws[1]
        let costs = try fixture.capture.operationsPerPixel(of: first, in: fixture.frame)
        #expect(costs.width == 8 && costs.height == 8 && costs.maximum == costs[7, 0])
        for x in 0..<8 { #expect(Int(costs[x, 3]) == (try fixture.trace(x, 3).operationCount), "column \(x)") }
        let each = costs[2, 0] - costs[1, 0]
        for x in 1..<8 { #expect(costs[x, 0] - costs[x - 1, 0] == each && each >= 4) }
        let profile = try fixture.capture.profile(fixture.frame, of: .draw(first))
        #expect(costs.counts.reduce(0) { $0 + UInt64($1) } == profile.entries(by: .shader).first { $0.stage == .fragment }?.numbers.operations)
        // The second draw covers three columns of the two upper rows. Next to the third column there are only helper pixels.
        let others = try fixture.capture.operationsPerPixel(of: second, in: fixture.frame)
        #expect(others[2, 0] == costs[2, 0] && others[4, 1] == costs[4, 1] && others[5, 0] == 0 && others[2, 2] == 0)
        let helped = try fixture.capture.operationsPerPixel(of: second, in: fixture.frame, countsHelpers: true)
        #expect(helped[5, 0] == costs[5, 0] && helped[6, 0] == 0)
    }

    @Test("draws counted alone in the middle of passes have the same counts as in the whole frame, and the bits of the picture are the recorded ones")
    func middle() throws {
        let file = TemporaryFile(), fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record(time: 0.5).encoder)
        let capture = try Capture(contentsOf: file.path)
        try capture.store([capture.verify(capture.frames[0], ways: [.reference])])
        let verified = try Capture(contentsOf: file.path), frame = verified.frames[0]
        let whole = try verified.profile(frame), byDraw = whole.entries(by: .draw)
        #expect(whole.contradictions.isEmpty && whole.comparedDraws == 3 && byDraw.map(\.draw) == [0, 1, 2])
        // The first and the last draw share a program. The counts of each stage of the program are the sum of the counts of the two
        // draws.
        let shaders = whole.entries(by: .shader), first = try #require(byDraw.first).numbers, last = try #require(byDraw.last).numbers
        #expect(Set(shaders.map(\.name)).count == 4 && shaders.count == 4, "\(shaders.map(\.name))")
        #expect(shaders.filter { $0.name.contains("'flat'") }.reduce(0) { $0 + $1.numbers.invocations } == first.invocations + last.invocations)
        for (draw, entry) in zip(frame.draws, byDraw) {
            let one = try verified.profile(frame, of: .draw(draw), on: Device(.reference))
            #expect(one.total == entry.numbers && one.contradictions.isEmpty && one.comparedDraws == 1)
        }
        // If the recorded hashes belong to another frame, the profile says that its bits differ from the recorded bits.
        let other = TemporaryFile(), changed = try Fixture(Device(.reference))
        try changed.device.captureNextFrame(to: other.path)
        try changed.device.submit(changed.record(time: 0.75).encoder)
        try Capture(contentsOf: other.path).store([verified.verify(frame, ways: [.reference])])
        let wrong = try Capture(contentsOf: other.path)
        #expect(try wrong.profile(wrong.frames[0]).contradictions.isEmpty == false)
    }

    @Test("the three groupings have the same totals for scenes of every feature", arguments: stride(from: 0, to: Scene.all.count, by: 24).map { $0 })
    func totals(first: Int) throws {
        for scene in Scene.all[first..<min(first + 24, Scene.all.count)].enumerated().filter({ $0.offset % 4 == 0 }).map(\.element) {
            let file = TemporaryFile(), device = Device(.reference)
            try device.startCapture(to: file.path)
            _ = try scene.outputs(on: device)
            try device.stopCapture()
            let capture = try Capture(contentsOf: file.path)
            for frame in capture.frames where !frame.draws.isEmpty {
                let profile = try capture.profile(frame, on: Device(.reference)), total = profile.total
                for grouping in FrameProfile.Grouping.allCases {
                    let entries = profile.entries(by: grouping)
                    func sum(_ number: KeyPath<FrameProfile.Numbers, UInt64>) -> UInt64 { entries.reduce(0) { $0 + $1.numbers[keyPath: number] } }
                    for number in [\FrameProfile.Numbers.operations, \.helperOperations, \.texels, \.helperTexels, \.discarded] {
                        #expect(sum(number) == total[keyPath: number], "\(scene) by \(grouping): \(number)")
                    }
                    if grouping != .line { #expect(sum(\.invocations) == total.invocations && sum(\.helperInvocations) == total.helperInvocations, "\(scene)") }
                }
                #expect(profile.folded.count == profile.stacks.count && profile.stacks.reduce(0) { $0 + $1.operations } == total.allOperations, "\(scene)")
            }
        }
    }

    @Test("labels cannot break the lines of folded stacks, and a shader that does not end is reported")
    func hostile() throws {
        let fixture = try TracedFixture("out vec4 pixel; void main() { pixel = vec4(sqrt(gl_FragCoord.x)); }") { $1.draw(count: 3, label: "a;b\nc 7") }
        let folded = try fixture.capture.profile(fixture.frame).folded
        #expect(!folded.isEmpty
                && folded.allSatisfy { $0.hasPrefix("frame 0;main;@0 a:b c 7;") && !$0.contains("\n") && UInt64($0.split(separator: " ").last ?? "") != nil },
                "\(folded)")
        var options = Device.Options()
        options.shaderStepLimit = 100
        let endless = try TracedFixture("uniform float x; out vec4 pixel; void main() { float y = x; while (y < 1.0) { y = y * 0.5; } pixel = vec4(y); }",
                                        deviceOptions: options, reachesEnd: false)
        let profile = try endless.capture.profile(endless.frame)
        #expect(profile.endless?.argument == "@0" && profile.total.allOperations > 100)
        #expect(throws: RasterError.self) { _ = try endless.capture.operationsPerPixel(of: endless.frame.draws[0], in: endless.frame) }
    }
}
