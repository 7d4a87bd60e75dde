// Sequences: partial runs, animations, videos, and interrupted runs.

import DemoKit
import Foundation
import Raster
import Synchronization
import TestSupport
import Testing

/// A chunk of a PNG.
private struct Chunk { var type: String, data: [UInt8] }

private func chunks(_ file: [UInt8]) throws -> [Chunk] {
    var chunks: [Chunk] = [], place = 8
    func number(_ at: Int) -> Int { file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
    while place < file.count {
        let length = number(place)
        chunks.append(Chunk(type: String(decoding: file[place + 4..<place + 8], as: UTF8.self), data: Array(file[place + 8..<place + 8 + length])))
        // Computes the checksum bit by bit, as the specification defines it.
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in file[place + 4..<place + 8 + length] {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
        }
        try #require(number(place + 8 + length) == Int(~crc))
        place += 12 + length
    }
    return chunks
}

@Suite("Sequences") struct SequenceTests {
    private let folder: URL
    init() throws { folder = try temporaryFolder() }
    private func clean() { try? FileManager.default.removeItem(at: folder) }
    private func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))) }
    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    private let small = ["triangles", "--size", "32x18", "--device", "reference", "--samples", "1", "--fps", "5"]

    @Test("pictures are encoded in parallel on other threads, and delivered in order on one thread") func encoding() throws {
        let queue = EncodingQueue(limit: 3), caller = pthread_self()
        let delivered = Mutex<[Int]>([]), meeting = DispatchSemaphore(value: 0)
        try queue.add {
            #expect(pthread_equal(pthread_self(), caller) == 0)
            // The job waits until the next job has begun, so the two jobs end only if the jobs run in parallel.
            return meeting.wait(timeout: .now() + 30) == .success ? 1 : -1
        } deliver: { number in delivered.withLock { $0.append(number) } }
        for number in 2...5 {
            try queue.add {
                if number == 2 { meeting.signal() }
                return number
            } deliver: { number in
                #expect(pthread_equal(pthread_self(), caller) == 0)
                delivered.withLock { $0.append(number) }
            }
        }
        try queue.finish()
        #expect(delivered.withLock { $0 } == [1, 2, 3, 4, 5])
    }

    @Test("the first error of a queue of pictures is thrown, and nothing is delivered after it") func encodingErrors() throws {
        struct Broken: Error, Equatable { var number: Int }
        let queue = EncodingQueue(limit: 8)
        let delivered = Mutex<[Int]>([])
        for number in 1...4 {
            // If the error is already known when the next picture is added, `add` throws the error.
            _ = try? queue.add { () throws -> Int in
                if number == 2 || number == 3 { throw Broken(number: number) }
                return number
            } deliver: { number in delivered.withLock { $0.append(number) } }
        }
        #expect(throws: Broken(number: 2)) { try queue.finish() }
        #expect(throws: Broken(number: 2)) { try queue.add { 5 } deliver: { number in delivered.withLock { $0.append(number) } } }
        queue.drain()
        #expect(delivered.withLock { $0 } == [1])
    }

    @Test("the report of a sequence has its frames in order, with the hashes of their pixels") func report() throws {
        defer { clean() }
        let result = try run(small + ["--png", "wave.png", "--frames", "7", "--json"], in: folder)
        let pictures = try #require(try JSONDecoder().decode(DemoReport.self, from: result.data).pictures)
        #expect(pictures.map { ($0.file as NSString).lastPathComponent } == (1...7).map { "wave-000\($0).png" })
        #expect(pictures.map(\.time) == (0..<7).map { Double($0) / 5 })
        for picture in pictures { #expect(try Image(contentsOf: picture.file).digest == picture.sha256) }
    }

    @Test("parts of a sequence, drawn in any order, equal the whole, byte for byte")
    func ranges() throws {
        defer { clean() }
        #expect(try run(small + ["--frames", "5", "--png", "whole.png"], in: folder).status == 0)
        for range in ["4..5", "1..1", "2..3"] { #expect(try run(small + ["--frames", "5", "--range", range, "--png", "part.png"], in: folder).status == 0) }
        for number in 1...5 { #expect(try bytes("whole-000\(number).png") == bytes("part-000\(number).png")) }
        #expect(try names().count == 10)
    }

    @Test("--resume draws missing and damaged frames, and keeps the rest")
    func resumes() throws {
        defer { clean() }
        #expect(try run(small + ["--frames", "4", "--png", "a.png"], in: folder).status == 0)
        let whole = try (1...4).map { try bytes("a-000\($0).png") }
        try FileManager.default.removeItem(at: folder.appendingPathComponent("a-0002.png"))
        try Data(whole[2].prefix(whole[2].count / 2)).write(to: folder.appendingPathComponent("a-0003.png"))
        func inode(_ name: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)[.systemFileNumber] as? Int
        }
        let first = try inode("a-0001.png")
        let result = try run(small + ["--frames", "4", "--png", "a.png", "--resume", "--json"], in: folder)
        let report = try JSONDecoder().decode(DemoReport.self, from: result.data)
        #expect(report.kept == 2 && report.pictures?.count == 2)
        #expect(try (1...4).map { try bytes("a-000\($0).png") } == whole)
        #expect(try inode("a-0001.png") == first)
        // Frames of another size belong to another sequence, so --resume draws all frames again.
        let larger = try run(["triangles", "--size", "40x20", "--device", "reference", "--frames", "4", "--png", "a.png", "--resume"], in: folder)
        #expect(larger.status == 0 && !larger.output.contains("kept"))
        #expect(try run(["triangles", "--size", "40x20", "--device", "reference", "--frames", "4", "--png", "a.png", "--resume"],
                        in: folder).output == "4 kept\n")
    }

    @Test("an animated PNG contains the frames of the numbered files")
    func animatedPNG() throws {
        defer { clean() }
        #expect(try run(small + ["--frames", "3", "--png", "n.png"], in: folder).status == 0)
        let result = try run(small.dropLast() + ["29.97", "--frames", "3", "--png", "a.apng"], in: folder)
        #expect(result.status == 0 && result.output.hasSuffix("a.apng\n"))
        #expect(try names().allSatisfy { !$0.hasPrefix(".") })
        let all = try chunks(bytes("a.apng"))
        #expect(all.first?.type == "IHDR" && all.dropFirst().first?.type == "acTL" && all.last?.type == "IEND" && all.last?.data.isEmpty == true)
        #expect(all.first { $0.type == "acTL" }?.data == [0, 0, 0, 3, 0, 0, 0, 0])
        let controls = all.filter { $0.type == "fcTL" }
        #expect(controls.count == 3 && controls.allSatisfy {
            Array($0.data[4..<12]) == [0, 0, 0, 32, 0, 0, 0, 18] && Array($0.data[12..<20]) == [UInt8](repeating: 0, count: 8)
        })
        // Each frame lasts 100/2997 of a second.
        #expect(controls.allSatisfy { Array($0.data[20..<24]) == [0, 100, 0x0B, 0xB5] })
        // Control chunks and data chunks share one series of sequence numbers.
        let numbers = all.filter { $0.type == "fcTL" || $0.type == "fdAT" }.map { $0.data[0..<4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(numbers == Array(0..<numbers.count))
        // A program without support for animations shows the first frame.
        #expect(try Image.read(bytes: bytes("a.apng"))[16, 9] == Image.read(bytes: bytes("n-0001.png"))[16, 9])
        // The image data of each frame in an animation equals the image data of the numbered file with the same frame.
        #expect(try run(small + ["--frames", "3", "--png", "b.apng"], in: folder).status == 0)
        var streams: [[UInt8]] = []
        for chunk in try chunks(bytes("b.apng")) {
            if chunk.type == "fcTL" { streams.append([]) }
            if chunk.type == "IDAT" { streams[streams.count - 1] += chunk.data }
            if chunk.type == "fdAT" { streams[streams.count - 1] += chunk.data.dropFirst(4) }
        }
        for number in 1...3 { #expect(try chunks(bytes("n-000\(number).png")).filter { $0.type == "IDAT" }.flatMap(\.data) == streams[number - 1]) }
        // A part of the sequence is a complete animation.
        #expect(try run(small + ["--frames", "3", "--range", "2..3", "--png", "c.apng"], in: folder).status == 0)
        #expect(try chunks(bytes("c.apng")).first { $0.type == "acTL" }?.data[3] == 2)
    }

    @Test("a picture replaces the target of a link, not the link")
    func links() throws {
        defer { clean() }
        try Data("old".utf8).write(to: folder.appendingPathComponent("real.png"))
        try FileManager.default.createSymbolicLink(atPath: folder.appendingPathComponent("link.png").path, withDestinationPath: "real.png")
        #expect(try run(small + ["--png", "link.png"], in: folder).status == 0)
        #expect(try Image.read(bytes: bytes("real.png")).width == 32)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.appendingPathComponent("link.png").path) == "real.png")
    }

    /// Writes a stand-in for ffmpeg into a folder, and returns an environment whose search path is this folder.
    private func install(_ script: String) throws -> [String: String] {
        let bin = folder.appendingPathComponent("bin")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        // Another process writes the file, because the system refuses to run a file that is open for writing (ETXTBSY). If this
        // process wrote the file, a child process that another test starts at the same time would inherit the open file.
        let writing = try ProgramRun(["sh", "-c", "cat > \"$0\" && chmod 755 \"$0\"", bin.appendingPathComponent("ffmpeg").path],
                                     input: Array("#!/bin/sh\n\(script)\n".utf8))
        try #require(writing.status == 0, "\(writing.errors)")
        return ["PATH": bin.path + ":/usr/bin:/bin"]
    }

    @Test("a video's frames are passed to ffmpeg as raw pixels, with their size and rate")
    func video() throws {
        defer { clean() }
        let path = try install("for last; do :; done\necho \"$@\" > \(folder.path)/arguments\ncat > \"$last\"")
        #expect(try run(small + ["--frames", "3", "--png", "n.png"], in: folder).status == 0)
        let result = try run(small + ["--frames", "3", "--png", "v.mp4"], in: folder, setting: path)
        #expect(result.status == 0 && result.output.hasSuffix("v.mp4\n"))
        #expect(try bytes("v.mp4") == (1...3).flatMap { try Image.read(bytes: bytes("n-000\($0).png")).converted(to: .rgba8).bytes })
        let arguments = try String(contentsOf: folder.appendingPathComponent("arguments"), encoding: .utf8)
        #expect(arguments.contains("-f rawvideo -pix_fmt rgba -s 32x18 -r 5.0 -i -") && arguments.contains("libx264") && arguments.contains("yuv420p"))
        #expect(try run(small + ["--frames", "2", "--size", "31x18", "--png", "v.webm"], in: folder, setting: path).status == 0)
        #expect(try String(contentsOf: folder.appendingPathComponent("arguments"), encoding: .utf8).contains("yuv444p -c:v libvpx-vp9"))
    }

    @Test("without ffmpeg, or if it fails, the error says so and no file is left")
    func withoutFFmpeg() throws {
        defer { clean() }
        let missing = try run(small + ["--frames", "2", "--png", "v.mp4"], in: folder, setting: ["PATH": "/nowhere"])
        #expect(missing.status == 1 && missing.errors.contains("ffmpeg") && missing.errors.contains("install the Debian package ffmpeg"))
        let failing = try run(small + ["--frames", "2", "--png", "v.webm"], in: folder,
                              setting: install("echo half > \"$(eval echo \\${$#})\"\ncat > /dev/null\necho 'no such encoder' >&2\nexit 1"))
        #expect(failing.status == 1 && failing.errors.contains("rejected by ffmpeg: no such encoder"), "it said: \(failing.errors)")
        let leaving = try run(small + ["--frames", "40", "--size", "320x180", "--png", "w.webm"], in: folder, setting: install("exit 3"))
        #expect(leaving.status == 1 && leaving.errors.contains("w.webm"), "it said: \(leaving.errors)")
        #expect(try names() == ["bin"])
    }

    @Test("a resumed animation equals an uninterrupted one, and leaves no pictures behind")
    func resumedAnimation() throws {
        defer { clean() }
        #expect(try run(small + ["--frames", "4", "--png", "whole.apng"], in: folder).status == 0)
        // Makes the files of a run that ended after two frames, and damages the second frame.
        #expect(try run(small + ["--frames", "4", "--png", "b.apng.frames/frame.png", "--range", "1..2"], in: folder).status == 0)
        let second = folder.appendingPathComponent("b.apng.frames/frame-0002.png")
        try Data(contentsOf: second).prefix(60).write(to: second)
        let result = try run(small + ["--frames", "4", "--png", "b.apng", "--resume", "--json"], in: folder)
        let report = try JSONDecoder().decode(DemoReport.self, from: result.data)
        #expect(report.kept == 1 && report.pictures?.count == 3)
        #expect(try bytes("b.apng") == bytes("whole.apng"))
        #expect(try names() == ["b.apng", "whole.apng"])
    }

    @Test("waiting frames belong to their command: another demo, size or time is refused and uses none of them")
    func otherCommand() throws {
        defer { clean() }
        let frames = folder.appendingPathComponent("b.apng.frames")
        try FileManager.default.createDirectory(at: frames, withIntermediateDirectories: true)
        #expect(try run(small + ["--frames", "4", "--png", "b.apng.frames/frame.png", "--range", "1..2"], in: folder).status == 0)
        try small.joined(separator: " ").write(to: frames.appendingPathComponent("command"), atomically: true, encoding: .utf8)
        for other in [["textured"] + small.dropFirst(), small + ["--time", "3"]] {
            let refused = try run(other + ["--frames", "4", "--png", "b.apng", "--resume"], in: folder)
            #expect(refused.status != 0 && refused.errors.contains("has frames of another command, 'demos \(small.joined(separator: " "))'"), "\(refused)")
        }
        #expect(try names() == ["b.apng.frames"] && FileManager.default.contentsOfDirectory(atPath: frames.path).count == 3)
        // A run with more frames or another number of threads still counts as the same film.
        let result = try run(small + ["--frames=5", "--threads", "1", "--png=b.apng", "--resume", "--json"], in: folder)
        #expect(try JSONDecoder().decode(DemoReport.self, from: result.data).kept == 2)
        #expect(try names() == ["b.apng"])
    }

    @Test("ffmpeg makes MP4 and WebM of the frames, and decodes them again", arguments: ["mp4", "webm"])
    func encodedVideo(format: String) throws {
        defer { clean() }
        let arguments = ["triangles", "--size", "64x36", "--device", "reference", "--samples", "1", "--fps", "5", "--frames", "4"]
        #expect(try run(arguments + ["--png", "n.png"], in: folder).status == 0)
        let result = try run(arguments + ["--png", "v.\(format)"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let decoder = try ProgramRun(["ffmpeg", "-loglevel", "error", "-i", "v.\(format)", "-f", "rawvideo", "-pix_fmt", "rgba", "frames.raw"], folder: folder)
        #expect(decoder.status == 0, "\(decoder.errors)")
        let decoded = try bytes("frames.raw"), drawn = try (1...4).map { try Image.read(bytes: bytes("n-000\($0).png")).converted(to: .rgba8).bytes }
        try #require(decoded.count == 4 * 64 * 36 * 4)
        // The codecs are lossy, and store colours at half the width and height. Frames in another order, upside down or with
        // exchanged channels would differ far more.
        for number in 0..<4 {
            let frame = decoded[number * 64 * 36 * 4..<(number + 1) * 64 * 36 * 4]
            let difference = zip(frame, drawn[number]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
            #expect(Double(difference) / Double(frame.count) < 8, "frame \(number + 1)")
            let others = (0..<4).filter { $0 != number }.map { other in zip(frame, drawn[other]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } }
            #expect(others.allSatisfy { $0 > difference }, "frame \(number + 1)")
        }
    }

    @Test("an interrupted run leaves only complete files, and can be resumed", arguments: [SIGTERM, SIGINT, SIGHUP])
    func interruption(signal: Int32) throws {
        defer { clean() }
        for name in ["b.apng", "a.png"] {
            let process = try RunningProgram([RunningProgram.path(ofBuilt: "demos"), "triangles", "--size", "320x180", "--device", "reference", "--frames",
                                              "400", "--png", name], folder: folder)
            // Waits until the run has begun to write.
            for _ in 0..<1000 where try names().count < 2 && !names().contains(where: { $0.hasPrefix(".") }) { usleep(10_000) }
            process.send(signal)
            #expect(try process.finish().status == -signal)
        }
        var left = try names()
        #expect(left.allSatisfy { $0.hasPrefix("a-") && $0.hasSuffix(".png") }, "\(left)")
        for name in left { #expect(try Image.read(from: folder.appendingPathComponent(name).path).width == 320) }
        let again = try run(["triangles", "--size", "320x180", "--device", "reference", "--frames", "400", "--range", "1..\(left.count + 1)", "--png", "a.png",
                             "--resume"], in: folder)
        #expect(again.status == 0)
        left.append("a-\(String(String(10_001 + left.count).dropFirst())).png")
        #expect(try names() == left)
    }

    @Test("an interrupted run prints correctly what it keeps and how to resume",
          arguments: [("b.apng", true), ("b.apng", false), ("a.png", true), ("a.png", false)])
    func farewell(name: String, resumes: Bool) throws {
        defer { clean() }
        let command = ["triangles", "--size", "320x180", "--device", "reference", "--frames", "400", "--png", name] + (resumes ? ["--resume"] : [])
        let process = try RunningProgram([RunningProgram.path(ofBuilt: "demos")] + command, folder: folder)
        let place = name == "b.apng" && resumes ? folder.appendingPathComponent("b.apng.frames") : folder
        func written() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? [] }
        for _ in 0..<2000 where written().count < (name == "b.apng" ? (resumes ? 4 : 1) : 3) { usleep(10_000) }
        process.send(SIGINT)
        let run = try process.finish()
        #expect(run.status == -SIGINT)
        let left = written().filter { !$0.hasPrefix(".") && $0 != "command" }
        switch (name, resumes) {
        case ("b.apng", true):
            #expect(run.errors.hasSuffix("Interrupted: there is no b.apng yet; drawn frames are kept in b.apng.frames, and the same command continues with them.\n"), "\(run.errors)")
            #expect(try left.count >= 2 && names() == ["b.apng.frames"])
            let again = try ProgramRun([RunningProgram.path(ofBuilt: "demos")] + command + ["--range", "1..\(left.count)", "--json"], folder: folder)
            #expect(try JSONDecoder().decode(DemoReport.self, from: again.data).kept == left.count, "\(again.errors)")
            #expect(try names() == ["b.apng"])
        case ("b.apng", false):
            #expect(run.errors.hasSuffix("Interrupted: nothing of b.apng is kept; with --resume from the start, drawn frames would be kept for the next run.\n"), "\(run.errors)")
            #expect(try names() == [])
        default:
            #expect(run.errors.hasSuffix("Interrupted: written pictures are kept; the same command\(resumes ? "" : " with --resume") draws the others.\n"), "\(run.errors)")
            #expect(left.count >= 2)
        }
    }

    @Test("an interrupted run mentions the old file and the frames of an earlier run, and keeps both")
    func old() throws {
        defer { clean() }
        #expect(try run(small + ["--frames", "2", "--png", "b.apng"], in: folder).status == 0)
        let before = try bytes("b.apng"), frames = folder.appendingPathComponent("b.apng.frames")
        /// Interrupts a run as soon as the run has begun to write, and returns the last line of the run's standard error.
        func farewell(_ options: String...) throws -> String {
            func count() throws -> Int { try FileManager.default.subpathsOfDirectory(atPath: folder.path).count }
            // A run has begun to write if one more file exists. With options, three more entries must exist: the folder of frames,
            // and in this folder a note and a frame.
            let wanted = try count() + (options.isEmpty ? 1 : 3)
            let command = ["triangles", "--size", "320x180", "--device", "reference", "--frames", "400", "--png", "b.apng"] + options
            let process = try RunningProgram([RunningProgram.path(ofBuilt: "demos")] + command, folder: folder)
            for _ in 0..<2000 where try count() < wanted { usleep(10_000) }
            process.send(SIGINT)
            let run = try process.finish()
            #expect(try run.status == -SIGINT && bytes("b.apng") == before)
            return String(run.errors.split(separator: "\n").last ?? "")
        }
        #expect(try farewell() == "Interrupted: b.apng is still the old file; with --resume from the start, drawn frames would be kept for the next run.")
        #expect(try farewell("--resume") == "Interrupted: b.apng is still the old file; drawn frames are kept in b.apng.frames, and the same command continues with them.")
        try FileManager.default.createDirectory(at: frames, withIntermediateDirectories: true)
        try Data().write(to: frames.appendingPathComponent("frame-0001.png"))
        #expect(try farewell() == "Interrupted: b.apng is still the old file; frames of an earlier run are kept in b.apng.frames, and the same command with --resume continues with them.")
        #expect(try names() == ["b.apng", "b.apng.frames"])
    }

    @Test("after an interrupted run on a terminal the prompt is on a new line",
          .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "script is not installed: there is no terminal to test with"))
    func prompt() throws {
        defer { clean() }
        let program = RunningProgram.path(ofBuilt: "demos")
        let line = "'\(program)' triangles --size 320x180 --device reference --frames 4000 --png b.apng & p=$!; sleep 4; kill -TERM $p; wait $p; echo PROMPT"
        let run = try ProgramRun(["/usr/bin/script", "-qec", line, "/dev/null"], folder: folder)
        #expect(run.output.contains("of 4000 frames"), "\(run.output)")
        #expect(run.output.contains("left\r\nInterrupted: nothing of b.apng is kept; "), "\(run.output.suffix(600))")
        #expect(run.output.contains("next run.\r\n") && run.output.contains("\nPROMPT"), "\(run.output.suffix(600))")
    }

    @Test("the progress bar shows frames, their rate and the remaining time")
    func bar() {
        #expect(SequenceProgress.text(drawn: 0, kept: 0, count: 10, seconds: 3) == "[------------------------] 0 of 10 frames")
        #expect(SequenceProgress.text(drawn: 30, kept: 30, count: 120, seconds: 15) == "[############------------] 60 of 120 frames, 2.0 a second, 0:30 left")
        #expect(SequenceProgress.text(drawn: 1, kept: 0, count: 99_999, seconds: 1).hasSuffix("1.0 a second, 27:46:38 left"))
        #expect(SequenceProgress.text(drawn: 1, kept: 0, count: .max, seconds: 1e300).hasSuffix("left"))
    }

    @Test("contradictory options are refused", arguments: [
        ["--png", "x.png", "--range", "1..2"], ["--png", "x.png", "--frames", "3", "--range", "0..2"], ["--png", "x.png", "--frames", "3", "--range", "-1..2"],
        ["--png", "x.png", "--frames", "3", "--range", "2..1"], ["--png", "x.png", "--frames", "3", "--range", "2..4"],
        ["--png", "x.png", "--frames", "3", "--range", "2"],
        ["--png", "x.png", "--frames", "3", "--range", "1..99999999999999999999"], ["--png", "x.png", "--resume"], ["--png", "x.apng"], ["--png", "x.mp4"],
        ["--png", "x.apng", "--resume"], ["--png", "x.avi", "--frames", "2"],
    ])
    func refusals(arguments: [String]) throws {
        defer { clean() }
        let result = try run(["triangles"] + arguments, in: folder)
        #expect(result.status == 64 && result.errors.contains("--"))
        #expect(try names().isEmpty)
    }
}
