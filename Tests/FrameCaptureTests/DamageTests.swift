// Captures that are truncated, damaged, or forged.

import CaptureFile
import FrameCapture
import Raster
import SeededRandom
import Shading
import Testing

@Suite("Damaged captures") struct DamageTests {
    private func capture(_ file: TemporaryFile) throws {
        let fixture = try Fixture(Device(.reference))
        try fixture.device.startCapture(to: file.path)
        for number in 0..<3 { try fixture.device.submit(fixture.record(time: Float(number)).encoder) }
        try fixture.device.stopCapture()
    }
    /// Opens a file, and makes all queries that need no drawing. Every error must have one of the expected types. Returns the frame numbers
    /// of the usable frames.
    private func use(_ path: String) throws -> [Int] {
        do {
            let capture = try Capture(contentsOf: path)
            for frame in capture.frames {
                for draw in frame.draws { _ = try? capture.state(of: draw, in: frame) }
            }
            return capture.frames.map(\.number)
        } catch {
            #expect(error.code == .invalidCapture || error.code == .unsupported, "\(error)")
            return []
        }
    }

    @Test("wrong event counts and missing contents are reported, and the frames before the damage stay readable")
    func statements() throws {
        let file = TemporaryFile(), fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record().encoder)
        let bytes = try file.bytes, frame = try Capture(contentsOf: file.path).frames[0]
        func damage(_ append: (CaptureWriter) throws -> Void) throws -> [String] {
            try file.write(bytes)
            let writer = try CaptureWriter(appendingTo: CaptureReader(path: file.path))
            try append(writer)
            try writer.finish()
            let capture = try Capture(contentsOf: file.path)
            #expect(capture.frames.map(\.draws.count) == [3])
            return capture.damage
        }
        let end = RecordedFrame(label: "frame", eventCount: frame.events.count + 5, drawCount: 3).encoded
        let counted = try damage { try $0.append(.frame, frame: 0, end) }
        #expect(counted == ["frame 0 ends after submit 1: its list of events has \(frame.events.count) instead of \(frame.events.count + 5)"])
        let absent = ContentHash(low: 7, high: 9)
        let missing = try damage { writer in
            var table = frame.table
            table.buffers[0].contents.hash = absent
            try writer.append(.resources, frame: 0, table.encoded)
            try writer.append(.frame, frame: 0, RecordedFrame(label: "frame", eventCount: frame.events.count, drawCount: 3).encoded)
        }
        #expect(missing == ["frame 0 ends after submit 1: contents \(absent) are missing"])
    }

    @Test("a capture truncated at any of 1,000 lengths keeps each frame that is complete")
    func truncation() throws {
        let file = TemporaryFile(), cut = TemporaryFile()
        try capture(file)
        let bytes = try file.bytes, whole = try CaptureReader(path: file.path)
        // `ends` are the lengths of the file at which one more frame is complete.
        let ends = whole.chunks.filter { $0.header.type == .frame }.map { Int($0.offset + 64 + $0.header.storedByteCount) }
        #expect(ends.count == 3)
        var random = SeededGenerator(state: 3)
        for _ in 0..<1000 {
            let length = Int.random(in: 0..<bytes.count, using: &random)
            try cut.write(Array(bytes[..<length]))
            #expect(try use(cut.path) == Array(0..<ends.filter { $0 <= length }.count))
        }
    }

    @Test("with each of 1,000 changed bytes, a capture loses only frames that need this byte")
    func flips() throws {
        let file = TemporaryFile(), flipped = TemporaryFile()
        try capture(file)
        let bytes = try file.bytes
        let whole = try CaptureReader(path: file.path)
        var random = SeededGenerator(state: 5)
        for _ in 0..<1000 {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            var damaged = bytes
            damaged[place] ^= UInt8.random(in: 1...255, using: &random)
            try flipped.write(damaged)
            let frames = try use(flipped.path)
            let hit = whole.chunks.first { ($0.offset..<($0.offset + 64 + $0.header.storedByteCount)).contains(UInt64(place)) }
            // The test expects a number of frames only if the damaged byte lies outside of blobs, because all frames may use the contents
            // of one blob, and a damaged blob is noticed only when the blob is read.
            if hit?.header.type != .blob { #expect(frames.count >= 2 && Set(frames).isSubset(of: [0, 1, 2]), "byte \(place)") }
        }
    }

    @Test("forged records give typed errors, and use no more memory than the file can justify")
    func deceit() throws {
        let file = TemporaryFile(), forged = TemporaryFile()
        try capture(file)
        let reader = try CaptureReader(path: file.path)
        var random = SeededGenerator(state: 9)
        var drawn = 0
        for _ in 0..<300 {
            let writer = try CaptureWriter(path: forged.path)
            for chunk in reader.chunks where chunk.header.frame == 0 || chunk.header.type == .blob {
                var payload = try reader.payload(of: chunk)
                if chunk.header.type == .blob {
                    _ = try payload.withUnsafeBytes { try writer.blob($0, frame: 0) }
                    continue
                }
                if (chunk.header.type == .events || chunk.header.type == .resources) && !payload.isEmpty {
                    for _ in 0..<Int.random(in: 0...3, using: &random) {
                        payload[Int.random(in: 0..<payload.count, using: &random)] = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                            .randomElement(using: &random)!
                    }
                }
                try writer.append(chunk.header.type, frame: 0, payload)
            }
            try writer.finish()
            _ = try use(forged.path)
            guard let capture = try? Capture(contentsOf: forged.path), let frame = capture.frames.first else { continue }
            var options = Device.Options()
            options.memoryLimit = 256 << 20
            options.shaderStepLimit = 10_000
            // Frames with draws of huge counts of vertices are valid, but are not replayed, because the replay would take too long.
            if frame.draws.contains(where: { $0.count > 10_000 || $0.instanceCount > 1000 }) { continue }
            do {
                try Replayer(frame, of: capture, on: Device(.reference, options: options)).run()
                drawn += 1
            } catch is RasterError {} catch is ShaderError {}
        }
        #expect(drawn > 10)
    }
}
