// Dispatches in captures: recorded, drawn again, listed with their state, explained, traced and compared.

import CaptureFile
import Foundation
import FrameCapture
import Raster
import SeededRandom
import Shading
import TestSupport
import Testing

@Suite("Dispatches in captures") struct ComputeCaptureTests {
    private let file = TemporaryFile()

    private func open() throws -> (capture: Capture, frame: CapturedFrame) {
        _ = try ComputeFixture.capture(file)
        let capture = try Capture(contentsOf: file.path)
        return (capture, capture.frames[0])
    }

    @Test("dispatches are recorded with their numbers, also if a buffer or a shader wrote the numbers, or if there are no groups")
    func recording() throws {
        let (_, frame) = try open()
        #expect(frame.dispatches.map(\.label) == ["move", "move again", "paint", "nothing"])
        #expect(frame.dispatches.map(\.program) == ["move", "move", "paint", "paint"])
        #expect(frame.dispatches.map(\.groups) == [WorkGroupCount(2), WorkGroupCount(2), WorkGroupCount(2, 2), WorkGroupCount(0)])
        #expect(frame.shaderCommands.map(\.argument) == ["dispatch:0", "dispatch:1", "dispatch:2", "@0", "dispatch:3"])
        #expect(frame.dispatches.allSatisfy { $0.site.hasPrefix("ComputeFixture.swift:") || $0.site.hasPrefix("Tests/FrameCaptureTests/ComputeFixture.swift:") })
        #expect(throws: RasterError.self) { try frame.dispatch(4) }
    }

    @Test("a frame with dispatches has the same bits on both renderers at each vector width, and the bits that the program drew", arguments: [Device.Kind.reference, .jit])
    func verification(kind: Device.Kind) throws {
        let fixture = try ComputeFixture.capture(file, on: Device(kind)), capture = try Capture(contentsOf: file.path)
        let ways: [ReplayWay] = [.reference, .jit(lanes: 4, isBaseline: true), .jit(lanes: 8, isBaseline: false), .jit(lanes: 16, isBaseline: true)]
        let report = try capture.verify(capture.frames[0], ways: ways)
        #expect(report.passes && report.outcomeNote == nil && report.comparedEvents == 6, "\(report)")
        let replayer = try Replayer(capture.frames[0], of: capture, on: Device(.jit))
        try replayer.run()
        #expect(try replayer.result() == fixture.picture.readImage())
        #expect(try replayer.image(ofTexture: "checks") == fixture.checks.readImage() && replayer.image(ofTexture: "traces") == fixture.traces.readImage())
        // After the hashes are stored in the capture, draws that write memory still agree with their traces and profiles.
        try capture.store([report])
        let verified = try Capture(contentsOf: file.path), frame = verified.frames[0]
        let trace = try verified.trace(x: 3, y: 2, of: frame.draws[0], in: frame)
        #expect(trace.isProven && trace.contradictions == [], "\(trace.contradictions)")
        #expect(try verified.profile(frame).contradictions == [])
        #expect(try verified.trace(invocation: SIMD3(9, 0, 0), of: frame.dispatches[0], in: frame).proofs.contains("its memory has the bits that the capture recorded"))
    }

    @Test("the state of a dispatch has its groups, program, uniforms, storage blocks and images")
    func state() throws {
        let (capture, frame) = try open(), state = try capture.state(of: frame.dispatches[0], in: frame)
        #expect(state["dispatch.groups"] == .integers([2, 1, 1]) && state["dispatch.groupSize"] == .integers([8, 1, 1]))
        #expect(state["dispatch.sharedBytes"] == .integer(32))
        #expect(state["program.compute"] == .text("move.comp") && state["uniform.drag"] == .numbers([0.5]))
        #expect(state["storage.Points"]?.description.hasSuffix("points") == true && state["storage.Counts.bytes"] == .integer(32))
        let painting = try capture.state(of: frame.dispatches[2], in: frame)
        #expect(painting["image.target"]?.description.hasSuffix("checks") == true && painting["image.target.format"] == .text("rgba8"))
        let empty = try CapturedFrame.empty
        #expect(throws: RasterError.self) { try capture.state(of: frame.dispatches[0], in: empty) }
    }

    @Test("the numbers of an indirect dispatch are in its state, with the buffer from which they were read, in both vocabularies")
    func indirectState() throws {
        let (capture, frame) = try open()
        let direct = try capture.state(of: frame.dispatches[0], in: frame), again = try capture.state(of: frame.dispatches[1], in: frame)
        #expect(!direct.entries.contains { $0.name.contains("arguments") })
        #expect(again["dispatch.arguments.offset"] == .integer(12) && again["dispatch.arguments.x"] == .integer(2)
                && again["dispatch.arguments.z"] == .integer(1))
        // A shader of the same frame wrote the counts of work groups that the third dispatch reads from a buffer.
        let paint = try capture.state(of: frame.dispatches[2], in: frame)
        #expect(paint["dispatch.arguments.buffer"]?.description.hasSuffix("counts") == true && paint["dispatch.arguments.offset"] == .integer(20))
        #expect(["x", "y", "z"].map { paint["dispatch.arguments.\($0)"] } == [.integer(2), .integer(2), .integer(1)])
        capture.vocabulary = .opengl
        let words = try capture.state(of: frame.dispatches[2], in: frame)
        #expect(words["GL_DISPATCH_INDIRECT_BUFFER"] == .text("counts, from byte 20 on") && words["GL_DISPATCH_INDIRECT_BUFFER.num_groups_y"] == .integer(2))
        #expect(words["glDispatchCompute"] == .text("2, 2, 1"))
        // A reduced capture keeps the buffer.
        let subset = try #require(try? capture.writtenBuffers(of: frame.dispatches[0], in: frame))
        #expect(subset.map(\.block) == ["Points", "Counts"] && subset.allSatisfy { frame.table.buffers[$0.buffer].label == $0.block.lowercased() })
    }

    @Test("a profile counts the work groups, invocations and operations of each dispatch")
    func profile() throws {
        let (capture, frame) = try open(), profile = try capture.profile(frame), entries = profile.entries(by: .draw)
        #expect(entries.map(\.dispatch) == [0, 1, 2, nil, 3] && entries.map(\.draw) == [nil, nil, nil, 0, nil])
        #expect(entries.map(\.numbers.workGroups) == [2, 2, 4, 0, 0] && entries.map(\.numbers.invocations).prefix(3) == [16, 16, 64])
        // The shader has a single branch. Each invocation tests the branch's condition, and only the invocation with the number 0 runs the
        // branch's body.
        let one = try capture.profile(frame, of: .dispatch(frame.dispatches[0])), lines = one.entries(by: .line)
        let body = try #require(lines.first { $0.place?.line == 18 })
        #expect(body.stage == .compute && body.numbers.operations >= 16 + 3
                && one.total.operations == entries[0].numbers.operations && one.total.helperOperations == 0)
        #expect(lines.reduce(0) { $0 + $1.numbers.operations } == one.total.operations)
        // The profile counts as many operations as the traces of all invocations together.
        let traced = try (0..<16).reduce(0) { sum, x in
            try sum + capture.trace(invocation: SIMD3(x, 0, 0), of: frame.dispatches[0], in: frame, on: Device(.reference)).operationCount
        }
        #expect(traced == Int(one.total.operations))
        let answer = try run(["profile", file.path, "--draw", "dispatch:2"])
        #expect(answer.status == 0 && answer.output.contains("dispatch:2 paint") && !answer.output.contains("@0"), "\(answer.output)")
    }

    @Test("the memory of a dispatch names each value that it changed, before and after")
    func memory() throws {
        let (capture, frame) = try open()
        for device in [Device(.reference), Device(.jit)] {
            let memory = try capture.memory(of: .dispatch(frame.dispatches[0]), in: frame, on: device)
            #expect(memory.blocks.map(\.name) == ["Points", "Counts"] && memory.images.isEmpty && memory.error == nil)
            let points = memory.blocks[0].values(), counts = memory.blocks[1].values()
            #expect(points.values.count == 32 && points.omittedCount == 0 && memory.blocks[0].changedByteCount == 128)
            let first = try #require(points.values.first)
            #expect(first.name == "points[0].place" && first.type == "vec4" && first.offset == 16)
            #expect(first.before == .numbers([0, 1, 2, 3]) && first.after == .numbers([0.5, 1, 2, 3]))
            #expect(points.values.last?.name == "points[15].speed" && points.values.last?.after == .numbers([2, 0, 0, 24]))
            #expect(counts.values.map { "\($0.name) \($0.before) \($0.after)" } == [
                "total 0 16", "groups[0] 0 28", "groups[1] 0 28", "arguments[0] 0 2", "arguments[1] 0 2", "arguments[2] 0 1",
            ])
            #expect(memory.blocks[1].changedRanges == [0..<12, 20..<32])
            let all = memory.blocks[0].values(changedOnly: false, limit: 3)
            #expect(all.values.map(\.name) == ["step", "points[0].place", "points[0].speed"] && all.omittedCount == 30 && !all.values[0].isChanged)
        }
    }

    @Test("the memory of a dispatch or draw has the images before and after, also of a draw's fragment shader")
    func images() throws {
        let (capture, frame) = try open()
        let painted = try capture.memory(of: .dispatch(frame.dispatches[2]), in: frame, picturesAs: .automatic)
        let image = try #require(painted.images.first)
        #expect(image.name == "target" && image.label == "checks" && image.changedCount == 64 && image.firstChange.map { [$0.x, $0.y, $0.layer] } == [0, 0, 0])
        #expect(image.before[0].picture[3, 2] == SIMD4(0, 0, 0, 0) && image.after[0].picture[3, 2] == SIMD4(96, 159, 255, 255))
        #expect(painted.blocks.map(\.isWritten) == [false] && painted.blocks[0].changedRanges == [])
        let drawn = try capture.memory(of: .draw(frame.draws[0]), in: frame)
        #expect(drawn.blocks[0].values().values.map { "\($0.name) \($0.before) \($0.after)" } == ["groups[3] 0 64"] && drawn.images[0].changedCount == 64)
        let nothing = try capture.memory(of: .dispatch(frame.dispatches[3]), in: frame)
        #expect(nothing.images[0].changedCount == 0 && nothing.images[0].firstChange == nil)
    }

    @Test("a pixel's explanation names the dispatch that stored the texel which the draw read")
    func explanation() throws {
        let (capture, frame) = try open()
        let why = try capture.explanation(x: 3, y: 2, in: frame)
        #expect(why.history.isProven && why.verdict.contains("is #609FFF because draw @0"), "\(why.text)")
        func tells(_ parts: String...) -> Bool { why.steps.contains { step in parts.allSatisfy { step.text.contains($0) } } }
        #expect(tells("'checks' at (3, 2), which is #609FFF because dispatch 2 (paint)", "stores this colour into the image"), "\(why.text)")
        #expect(tells("Dispatch 2 (paint) uses storage block 'Counts'", "which dispatch 1 (move again) wrote last"), "\(why.text)")
        let history = try capture.history(x: 3, y: 2, in: frame, image: .texture("checks"))
        #expect(history.eventsOfImage.map(\.fate) == [.stored] && history.eventsOfImage.map(\.dispatch) == [2])
        // If a fragment shader stores into an image, the history of the image names the draw.
        let stored = try capture.history(x: 3, y: 2, in: frame, image: .texture("traces"))
        #expect(stored.eventsOfImage.map(\.draw) == [0] && stored.verdict.contains("because draw @0"))
        #expect(stored.verdict.contains("stores this colour into the image"))
    }

    @Test("a dispatch that stores the same colour again counts as the maker of the pixel")
    func sameColour() throws {
        let device = Device(.jit), fixture = try ComputeFixture(device)
        try device.submit(fixture.record())
        try device.captureNextFrame(to: file.path)
        try device.submit(fixture.record())
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        #expect(try capture.memory(of: .dispatch(frame.dispatches[2]), in: frame).images[0].changedCount == 0)
        #expect(try capture.history(x: 3, y: 2, in: frame, image: .texture("checks")).eventsOfImage.map(\.dispatch) == [2])
    }

    @Test("the trace of an invocation shows shared variables, storage blocks and atomic operations, and is proven")
    func trace() throws {
        let (capture, frame) = try open()
        let trace = try capture.trace(invocation: SIMD3(9, 0, 0), of: frame.dispatches[0], in: frame)
        let accesses = (0..<trace.stepCount).flatMap { trace.step($0).accesses.map(\.description) }
        #expect(trace.isProven && trace.end == .returned && trace.stage == .compute, "\(trace.contradictions) \(trace.remarks)")
        #expect("\(trace.subject)" == "invocation (9, 0, 0)")
        #expect(trace.inputs.map(\.name).contains("gl_WorkGroupID") && trace.uniforms.map(\.text) == ["0.5"])
        for wanted in ["points[9].place = vec4(9.5, 1.0, 2.0, 3.0)", "reach[1] = 9.5", "reach[6] is 14.5", "points[9].speed.w = 24.0",
                       "atomicAdd(total, 1u) finds 9u", "atomicAdd(groups[1], 1u) finds 0u"] {
            #expect(accesses.contains(wanted), "\(wanted) is not in \(accesses)")
        }
        let painted = try capture.trace(invocation: SIMD3(3, 5, 0), of: frame.dispatches[2], in: frame)
        let store = try #require((0..<painted.stepCount).flatMap { painted.step($0).accesses }.last)
        #expect(painted.isProven && store.name == "target(3, 5)" && store.kind == .store && store.value.text == "vec4(0.375, 0.625, 1.0, 1.0)", "\(store)")
        #expect { try capture.trace(invocation: SIMD3(16, 0, 0), of: frame.dispatches[0], in: frame) } throws: { "\($0)".contains("it has 16×1×1 invocations") }
        #expect { try capture.trace(invocation: .zero, of: frame.dispatches[3], in: frame) } throws: { "\($0)".contains("no work groups") }
        let short = try capture.trace(invocation: SIMD3(9, 0, 0), of: frame.dispatches[0], in: frame, limit: 5)
        #expect(short.end == .cutOff && !short.isProven)
    }

    @Test("a dispatch that the step limit stopped ends its frame; its trace ends in the loop, and its memory is called undefined")
    func stopped() throws {
        var options = Device.Options()
        options.shaderStepLimit = 1000
        let device = Device(.reference, options: options), buffer = try device.makeBuffer([UInt32]([1, 2]), label: "numbers")
        let program = try device.makeComputeProgram("""
            #version 430
            layout(local_size_x = 1) in;
            layout(std430, binding = 0) buffer Numbers { uint first; uint second; };
            void main() { second = 5u; while (first == 1u) second += 2u; }
            """, label: "endless")
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.compute { pass in
            pass.setProgram(program)
            pass.setStorageBuffer("Numbers", buffer)
            pass.dispatch(1)
        }
        #expect(throws: RasterError.self) { try device.submit(encoder) }
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        #expect(frame.error?.contains("loop") == true && frame.dispatches.count == 1)
        let trace = try capture.trace(invocation: .zero, of: frame.dispatches[0], in: frame)
        #expect(trace.end == .endless && trace.remarks.contains { $0.contains("undefined") } && trace.loops[0].iterations > 900)
        #expect(try capture.memory(of: .dispatch(frame.dispatches[0]), in: frame).error?.contains("was stopped") == true)
        #expect(try capture.verify(frame, ways: [.reference, .jit(lanes: 8, isBaseline: true)]).passes)
    }

    @Test("images in 3D, arrays and single layers have the same bits in a replay, and their changes have layers")
    func layers() throws {
        let device = Device(.reference)
        func texture(_ type: TextureType, _ label: String, mipLevels: Int = 1) throws -> Texture {
            try device.makeTexture(TextureDescriptor(type: type, format: .r32Uint, width: 4, height: 4, depth: 4, mipLevels: mipLevels, label: label))
        }
        let volume = try texture(.d3, "volume", mipLevels: 2), list = try texture(.d2Array, "list"), faces = try texture(.d2Array, "faces")
        let program = try device.makeComputeProgram("""
            #version 430
            layout(local_size_x = 2, local_size_y = 2, local_size_z = 2) in;
            layout(r32ui, binding = 0) uniform uimage3D volume;
            layout(r32ui, binding = 1) uniform uimage2DArray list;
            layout(r32ui, binding = 2) uniform uimage2D face;
            void main() {
                ivec3 p = ivec3(gl_GlobalInvocationID);
                imageStore(volume, p, uvec4(p.x + 10 * p.y + 100 * p.z + 1));
                imageAtomicAdd(list, p, uint(p.x));
                if (p.z == 1) imageStore(face, p.xy, uvec4(7u));
            }
            """, label: "layers")
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        encoder.compute { pass in
            pass.setProgram(program)
            pass.setImage("volume", volume, level: 1)
            pass.setImage("list", list)
            pass.setImage("face", faces, layer: 2)
            pass.dispatch(1, label: "layers")
        }
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        #expect(try capture.verify(frame, ways: [.reference, .jit(lanes: 4, isBaseline: false), .jit(lanes: 16, isBaseline: true)]).passes)
        let memory = try capture.memory(of: .dispatch(frame.dispatches[0]), in: frame)
        #expect(memory.images.map(\.name) == ["volume", "list", "face"] && memory.images.map(\.changedCount) == [8, 4, 4])
        #expect(memory.images.map(\.layers) == [0..<2, 0..<4, 2..<3])
        #expect(memory.images.map { $0.firstChange.map { [$0.x, $0.y, $0.layer] } } == [[0, 0, 0], [1, 2, 0], [0, 2, 2]])
        let trace = try capture.trace(invocation: SIMD3(1, 1, 1), of: frame.dispatches[0], in: frame)
        let accesses = (0..<trace.stepCount).flatMap { trace.step($0).accesses.map(\.description) }
        #expect(trace.isProven && accesses.contains("imageAtomicAdd(list(1, 1, 1), 1u) finds 0u"), "\(accesses)")
        #expect(accesses.contains("volume(1, 1, 1) = uvec4(112u, 112u, 112u, 112u)"), "\(accesses)")
        // Without passes, the frame's result is an image of its last dispatch.
        #expect(try capture.history(x: 0, y: 0, in: frame).image.label == "volume")
    }

    @Test("a cut capture with dispatches keeps its complete frames, and changed bytes give typed errors")
    func damage() throws {
        _ = try ComputeFixture.capture(file)
        let bytes = try file.bytes, damaged = TemporaryFile(), reader = try CaptureReader(path: file.path)
        var random = SeededGenerator(state: 11), opened = 0
        func use() throws {
            do {
                let capture = try Capture(contentsOf: damaged.path)
                for frame in capture.frames {
                    opened += 1
                    for command in frame.shaderCommands { _ = try? capture.state(of: command, in: frame) }
                    var options = Device.Options()
                    (options.memoryLimit, options.shaderStepLimit) = (64 << 20, 1000)
                    if frame.dispatches.contains(where: { max($0.groups.x, $0.groups.y, $0.groups.z) > 8 }) { continue }
                    for dispatch in frame.dispatches {
                        do {
                            _ = try capture.memory(of: .dispatch(dispatch), in: frame, on: Device(.reference, options: options))
                        } catch is RasterError {} catch is ShaderError {}
                    }
                }
            } catch let error as RasterError { #expect(error.code == .invalidCapture || error.code == .unsupported, "\(error)") }
        }
        for _ in 0..<40 {
            try damaged.write(Array(bytes[..<Int.random(in: 0..<bytes.count, using: &random)]))
            try use()
        }
        for _ in 0..<60 {
            let writer = try CaptureWriter(path: damaged.path)
            for chunk in reader.chunks {
                var payload = try reader.payload(of: chunk)
                if chunk.header.type == .blob {
                    _ = try payload.withUnsafeBytes { try writer.blob($0, frame: 0) }
                    continue
                }
                if (chunk.header.type == .events || chunk.header.type == .resources) && !payload.isEmpty {
                    let bytes = [0, 1, 0x7F, 0xFF, UInt8.random(in: 0...255, using: &random)]
                    payload[Int.random(in: 0..<payload.count, using: &random)] = bytes.randomElement(using: &random)!
                }
                try writer.append(chunk.header.type, frame: 0, payload)
            }
            try writer.finish()
            try use()
        }
        #expect(opened > 10)
    }

    @Test("two frames whose dispatches differ show the changed state, and the first value of a storage block that differs")
    func difference() throws {
        let (capture, frame) = try open(), second = TemporaryFile()
        let device = Device(.reference), fixture = try ComputeFixture(device)
        try fixture.points.update([Float(1)], at: 0)
        try device.captureNextFrame(to: second.path)
        try device.submit(fixture.record())
        let other = try Capture(contentsOf: second.path)
        let difference = try capture.difference(of: frame, from: other, other.frames[0])
        #expect(!difference.isEmpty && difference.dispatches.count == 4 && difference.dispatches.allSatisfy(\.isEqual))
        let sentence = difference.divergence?.sentence ?? ""
        #expect(sentence.contains("dispatch 0 (move): storage block Points differs in") && sentence.contains("step is 0.5, in the other frame 1.0"), "\(sentence)")
        #expect(try capture.difference(of: frame, from: capture, frame).isEmpty)
    }

    @Test("a reduced frame keeps the dispatches that a picture needs, and no others")
    func minimizing() throws {
        let (capture, frame) = try open(), small = TemporaryFile()
        let reduction = try Minimization(of: frame, in: capture, keeping: FramePredicate("pixel(3, 2) == #609fff"), on: .reference)
        try reduction.run()
        try reduction.write(to: small.path)
        let labels = try Capture(contentsOf: small.path).frames[0].dispatches.map(\.label)
        #expect(labels.last == "paint" && !labels.contains("nothing"), "\(labels)")
    }
}

extension CapturedFrame {
    /// A frame without events.
    fileprivate static var empty: CapturedFrame {
        get throws {
            let file = TemporaryFile(), device = Device(.reference)
            try device.captureNextFrame(to: file.path)
            try device.submit(device.makeCommandEncoder())
            return try Capture(contentsOf: file.path).frames[0]
        }
    }
}

@Suite("framescope on a frame with dispatches") struct ComputeCommandTests {
    private let file = TemporaryFile()
    init() throws { _ = try ComputeFixture.capture(file) }

    @Test("draws lists dispatches among the passes, with their groups and resources; filters choose among them")
    func draws() throws {
        let result = try framescope("draws", file.path), lines = result.output.split(separator: "\n")
        let names = lines.map { String($0.split(separator: " ")[0]) }
        #expect(result.status == 0 && names == ["dispatch:0", "dispatch:1", "dispatch:2", "pass", "@0", "dispatch:3"], "\(result)")
        #expect(lines[0].contains("move  ") && lines[0].contains("2×1×1 groups of 8×1×1") && lines[0].contains("points, counts"))
        #expect(lines[0].contains("ComputeFixture.swift:"))
        #expect(lines[2].contains("2×2×1 groups of 4×4×1") && lines[2].contains("counts, checks"))
        #expect(try framescope("draws", file.path, "--filter", "paint").output.split(separator: "\n").count == 2)
        #expect(try framescope("draws", file.path, "--grep", "^points$").output.split(separator: "\n").count == 2)
        let list = try #require(framescope("draws", file.path, "--json").members["dispatches"] as? [[String: Any]])
        #expect(list.map { $0["groups"] as? [Int] } == [[2, 1, 1], [2, 1, 1], [2, 2, 1], [0, 1, 1]] && list.map { $0["pass"] as? Int } == [0, 0, 0, 1])
        #expect(try framescope("info", file.path).output.contains("1 draw and 4 dispatches"))
        #expect(try framescope("shader", file.path).output.contains("compute 1  paint  paint.comp"))
        #expect(try framescope("shader", file.path, "0", "--stage", "compute").output.contains("atomicAdd(total, 1u)"))
    }

    @Test("state, memory, image and replay answer about a dispatch; an absent dispatch is refused")
    func memory() throws {
        let state = try framescope("state", file.path, "dispatch:0")
        #expect(state.status == 0 && state.output.contains("dispatch.groups") && state.output.contains("uniform.drag"))
        #expect(try framescope("state", file.path, "dispatch:1", "--diff", "dispatch:0").output.contains("dispatch.name"))
        let counts = try framescope("state", file.path, "--filter", "storage.Counts").output.split(separator: "\n")
        #expect(counts.contains { $0.hasPrefix("dispatch:2  storage.Counts ") })
        let memory = try framescope("memory", file.path, "dispatch:0", "--block", "Counts")
        #expect(memory.status == 0 && memory.output.contains("block Counts: buffer #1 counts, 32 bytes; 24 changed in 2 places"), "\(memory)")
        let rows = memory.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(rows.contains(["0", "total", "uint", "0", "→", "16"]), "\(memory)")
        #expect(try framescope("memory", file.path, "dispatch:0", "--limit", "2").output.contains("and 30 more values: raise --limit"))
        let folder = try TemporaryFolder()
        let pictures = try framescope("memory", file.path, "dispatch:2", "-o", folder.url.path)
        #expect(pictures.output.contains("image target: texture #0 checks, 8×8, rgba8; 64 texels changed, the first at (0, 0)"), "\(pictures)")
        let after = folder.url.appendingPathComponent("target-after.png").path
        #expect(try Image(contentsOf: after)[3, 2] == SIMD4(96, 159, 255, 255))
        let image = folder.url.appendingPathComponent("checks.png").path
        #expect(try framescope("image", file.path, "texture:checks", "--after", "dispatch:2", "-o", image).status == 0)
        #expect(try Image(contentsOf: image)[3, 2] == SIMD4(96, 159, 255, 255))
        for arguments in [["state", file.path, "dispatch:9"], ["memory", file.path, "dispatch:9"], ["memory", file.path, "dispatch:0", "--block", "None"],
                          ["state", file.path, "dispatch:0", "--vertices", "0..1"], ["trace", file.path, "dispatch:0", "--fragment", "1,1"],
                          ["trace", file.path, "@0", "--invocation", "1"], ["memory", file.path, "dispatch:x"]] {
            let refused = try run(arguments)
            #expect(refused.status == 2 && refused.output.isEmpty && !refused.errors.isEmpty, "\(arguments) \(refused)")
        }
    }

    @Test("why, pixel and trace follow a pixel to the dispatch and into its shader")
    func pixel() throws {
        let why = try framescope("why", file.path, "3", "2")
        #expect(why.status == 0 && why.output.contains("because dispatch 2 (paint)") && why.output.contains("framescope memory"), "\(why)")
        let pixel = try framescope("pixel", file.path, "3", "2", "--image", "checks")
        #expect(pixel.status == 0 && pixel.output.contains("stored") && pixel.output.contains("dispatch 2 (paint)"), "\(pixel)")
        let trace = try framescope("trace", file.path, "dispatch:0", "--invocation", "9")
        #expect(trace.status == 0 && trace.output.contains("reach[6] is 14.5") && trace.output.contains("invocation (9, 0, 0), dispatch 0 (move)"), "\(trace)")
    }

    @Test("verify, diff and report handle dispatches")
    func whole() throws {
        #expect(try framescope("verify", file.path, "--on", "reference").output.contains("6 events, all bits equal"))
        #expect(try framescope("diff", file.path, file.path).status == 0)
        let page = TemporaryFile(".html"), report = try framescope("report", file.path, "--no-overlays", "-o", page.path)
        let html = String(decoding: try page.bytes, as: UTF8.self)
        #expect(report.status == 0 && html.contains("\"title\":\"dispatch:2\"") && html.contains("4 dispatches"), "\(report)")
        #expect(html.contains("64 texels of target"))
    }
}
