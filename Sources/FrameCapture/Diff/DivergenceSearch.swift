// DivergenceSearch: draws two frames in step, event by event, until an image or a storage block differs between the two frames.

import CaptureFile
import Glibc
import Raster

struct DivergenceSearch {
    let a: Replayer
    let b: Replayer
    /// Maps the number of a draw in the first frame to the number of the corresponding draw in the second frame.
    private let counterparts: [Int: Int]
    /// Maps the number of a dispatch in the first frame to the number of the corresponding dispatch in the second frame.
    private let dispatchCounterparts: [Int: Int]

    init(a: Replayer, b: Replayer, draws: SequenceAlignment, dispatches: SequenceAlignment) {
        self.a = a; self.b = b
        func numbers(_ alignment: SequenceAlignment) -> [Int: Int] {
            Dictionary(alignment.pairs.compactMap { pair in pair.a.flatMap { a in pair.b.map { (a, $0) } } }, uniquingKeysWith: { first, _ in first })
        }
        counterparts = numbers(draws)
        dispatchCounterparts = numbers(dispatches)
    }

    /// An event that writes an image or a buffer.
    private struct Step {
        /// Corresponding steps of the two frames have equal keys. The draws of both frames are paired before the search, and both draws of a
        /// pair have the same key: the draw number in the first frame.
        enum Key: Hashable { case pass(String), draw(Int), extraDraw(Int), dispatch(Int), extraDispatch(Int), clear, copy, blit, mipmaps }
        var key: Key
        var event: Int
        var framebuffer: Int?
        var draw: Int?
        var dispatch: Int?
    }
    private func steps(_ replayer: Replayer, isSecond: Bool) -> [Step] {
        var steps: [Step] = [], framebuffer: Int?, draw = -1, dispatch = -1
        let numbers = Dictionary(counterparts.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let dispatchNumbers = Dictionary(dispatchCounterparts.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        for (event, record) in replayer.frame.events.enumerated() {
            switch record {
            case .beginPass(let pass):
                framebuffer = pass.framebuffer
                steps.append(Step(key: .pass(pass.label), event: event, framebuffer: framebuffer))
            case .draw:
                draw += 1
                let number = isSecond ? numbers[draw] : counterparts[draw] == nil ? nil : draw
                steps.append(Step(key: number.map { .draw($0) } ?? .extraDraw(isSecond ? -1 - draw : draw), event: event, framebuffer: framebuffer, draw: draw))
            case .clear: steps.append(Step(key: .clear, event: event, framebuffer: framebuffer))
            case .copy: steps.append(Step(key: .copy, event: event))
            case .blit: steps.append(Step(key: .blit, event: event))
            case .generateMipmaps: steps.append(Step(key: .mipmaps, event: event))
            case .dispatch:
                dispatch += 1
                let number = isSecond ? dispatchNumbers[dispatch] : dispatchCounterparts[dispatch] == nil ? nil : dispatch
                steps.append(Step(key: number.map { .dispatch($0) } ?? .extraDispatch(isSecond ? -1 - dispatch : dispatch), event: event, dispatch: dispatch))
            case .updateBuffer, .pushGroup, .popGroup, .endPass: break
            }
        }
        return steps
    }

    func run(on kind: Device.Kind) throws -> FrameDifference.Divergence? {
        let first = steps(a, isSecond: false), second = steps(b, isSecond: true)
        let alignment = SequenceAlignment(first.map(\.key), second.map(\.key))
        try a.loadContents()
        try b.loadContents()
        var done = (a: 0, b: 0), framebuffers: (a: Int?, b: Int?) = (nil, nil), missing: String?
        for pair in alignment.pairs {
            let here = pair.a.map { first[$0] }, there = pair.b.map { second[$0] }
            if let here { try advance(a, from: &done.a, through: here.event, &framebuffers.a) }
            if let there { try advance(b, from: &done.b, through: there.event, &framebuffers.b) }
            guard let here, let there else {
                // If only one frame has a certain step, this step does no harm unless bits differ later. If bits differ later, the first
                // step that is missing from a frame is the likely cause.
                if missing == nil { missing = here.map { "\(name($0, a.frame)) is only in the first frame" } ?? there.map { "\(name($0, b.frame)) is only in the second frame" } }
                continue
            }
            if let found = try compare(here, there, kind, missing: missing) { return found }
        }
        return nil
    }
    private func name(_ step: Step, _ frame: CapturedFrame) -> String {
        switch step.key {
        case .pass(let label): words.choose("the beginning of pass \(label)", opengl: "the first draw to \(label)")
        case .draw, .extraDraw: "draw @\(step.draw ?? 0) (\(frame.draws[step.draw ?? 0].name))"
        case .dispatch, .extraDispatch: words.name(.dispatch(frame.dispatches[step.dispatch ?? 0]))
        case .clear, .copy, .blit, .mipmaps: words.name(frame.events[step.event], in: frame.table, target: step.framebuffer) ?? ""
        }
    }

    private var words: Vocabulary { a.capture.vocabulary }
    private func name(_ attachment: AttachmentName, _ step: Step, _ replayer: Replayer) -> String {
        words.name(attachment, isDefault: step.framebuffer.map { replayer.frame.table.framebuffers[$0].isDefault } ?? false)
    }
    private func names(_ images: [(AttachmentName, RecordedAttachment)], _ step: Step, _ replayer: Replayer) -> String {
        images.map { name($0.0, step, replayer) }.joined(separator: ", ")
    }

    /// Executes the next events one by one, up to and including the event with the index `last`.
    private func advance(_ replayer: Replayer, from next: inout Int, through last: Int, _ framebuffer: inout Int?) throws {
        while next <= last {
            var encoder = replayer.device.makeCommandEncoder(label: replayer.frame.label)
            let event = replayer.frame.events[next]
            switch event {
            case .beginPass(let pass):
                framebuffer = pass.framebuffer
                encoder.render(to: replayer.framebuffers[pass.framebuffer], clear: pass.clear, label: pass.label) { _ in }
            case .draw, .clear:
                guard let framebuffer else { break }
                try encoder.render(to: replayer.framebuffers[framebuffer], label: "event \(next)") { try replayer.record(event, into: &$0) }
            case .copy, .blit, .generateMipmaps, .updateBuffer, .dispatch: try replayer.record(event, into: &encoder)
            case .pushGroup, .popGroup, .endPass: break
            }
            try replayer.device.submit(encoder)
            next += 1
        }
    }

    /// Returns the images that a step writes, with their names.
    private func images(_ step: Step, _ replayer: Replayer) -> [(AttachmentName, RecordedAttachment)] {
        attachments(step, replayer) + replayer.images(storedBy: replayer.frame.events[step.event]).map { (.color(0), $0) }
    }
    private func attachments(_ step: Step, _ replayer: Replayer) -> [(AttachmentName, RecordedAttachment)] {
        if let framebuffer = step.framebuffer {
            let record = replayer.frame.table.framebuffers[framebuffer]
            return (0..<replayer.framebuffers[framebuffer].layerCount).flatMap { layer -> [(AttachmentName, RecordedAttachment)] in
                record.color.enumerated().compactMap { number, color in color.value.map { (.color(number), $0.layer(layer)) } }
                    + (record.depth.map { [(.depth, $0.layer(layer))] } ?? [])
                    + (record.stencil.map { [(.stencil, $0.layer(layer))] } ?? [])
            }
        }
        switch replayer.frame.events[step.event] {
        case .blit(let blit): return [(.color(0), blit.destination)]
        case .copy(let copy):
            return (0..<copy.sourceRegion.depth).map {
                (.color(0), RecordedAttachment(texture: copy.destination, level: copy.destinationLevel, slice: copy.z + $0))
            }
        case .generateMipmaps(let texture):
            return replayer.textures[texture].storage.levels.enumerated().dropFirst().flatMap { level, storage in
                (0..<storage.slices).map { (.color(0), RecordedAttachment(texture: texture, level: level, slice: $0)) }
            }
        default: return []
        }
    }

    private func compare(_ here: Step, _ there: Step, _ kind: Device.Kind, missing: String?) throws -> FrameDifference.Divergence? {
        let first = images(here, a), second = images(there, b), event = name(here, a.frame)
        func divergence(_ problem: String) -> FrameDifference.Divergence {
            .init(event: event, draws: nil, attachment: nil, attachmentName: nil, pixel: nil, sampleCount: 0, fragments: nil, shader: nil, problem: problem)
        }
        guard first.map(\.0) == second.map(\.0) else { return divergence("it draws to \(names(first, here, a)), in the other frame to \(names(second, there, b))") }
        for ((attachment, one), (_, two)) in zip(first, second) {
            let name = self.name(attachment, here, a)
            let x = a.textures[one.texture], y = b.textures[two.texture], size = a.size(one.texture, level: one.level)
            guard x.format == y.format, x.descriptor.samples == y.descriptor.samples, size == b.size(two.texture, level: two.level) else {
                return divergence("\(name) is \(words.name(x.format)) of \(size.width)×\(size.height), in the other frame \(words.name(y.format)) of \(b.size(two.texture, level: two.level).width)×\(b.size(two.texture, level: two.level).height)")
            }
            guard let found = ImagePair(a.bytes(of: one), b.bytes(of: two), width: size.width, height: size.height,
                                        texel: x.storage.bytesPerTexel).difference else { continue }
            if let missing { return divergence("\(missing), and \(name) then differs in \(counted(found.count, "sample")), first at pixel (\(found.x), \(found.y))") }
            let draws = here.draw.flatMap { here in there.draw.map { (a: a.frame.draws[here], b: b.frame.draws[$0]) } }
            let fragments = try draws.flatMap { try firstFragments($0, found, one, two, kind) }
            let shader = try draws.flatMap { draws in try fragments.flatMap { try self.shader(draws, $0, x: found.x, y: found.y, kind) } }
            return .init(event: event, draws: draws, attachment: attachment, attachmentName: name, pixel: (found.x, found.y),
                         sampleCount: found.count, fragments: fragments, shader: shader, problem: nil)
        }
        return bufferDifference(here, there).map { divergence((missing.map { "\($0), and " } ?? "") + $0) }
    }
    /// Compares the storage blocks that the shaders of a draw or dispatch write. Returns the first difference as a sentence without a
    /// period; nil if no difference is found.
    private func bufferDifference(_ here: Step, _ there: Step) -> String? {
        guard let first = a.memory(usedBy: a.frame.events[here.event]), let second = b.memory(usedBy: b.frame.events[there.event]) else { return nil }
        for one in first.writtenBuffers {
            let block = first.table.interface.storageBlocks[one.block]
            guard let number = second.table.storageBlocks[block.name], let two = second.buffers.first(where: { $0.block == number }) else { continue }
            func bytes(_ replayer: Replayer, _ binding: RecordedStorageBuffer) -> [UInt8] {
                [UInt8](replayer.buffers[binding.buffer].bytes[binding.offset..<(binding.offset + binding.byteCount)])
            }
            guard one.byteCount == two.byteCount else { return "storage block \(block.name) has \(one.byteCount) bytes, in the other frame \(two.byteCount)" }
            let contents = BlockContents(block, buffer: one.buffer, label: "", offset: one.offset, before: bytes(a, one), after: bytes(b, two), isWritten: true)
            guard let range = contents.changedRanges.first else { continue }
            let value = contents.values(limit: 1).values.first.map { ": \($0.name) is \($0.before), in the other frame \($0.after)" } ?? ""
            return "storage block \(block.name) differs in \(counted(contents.changedByteCount / 4, "word")), first at byte \(range.lowerBound)\(value)"
        }
        return nil
    }

    /// Compares the histories of the two draws at a pixel. Returns the first pair of differing entries; nil if all entries are equal.
    private func firstFragments(_ draws: (a: CapturedDraw, b: CapturedDraw), _ pixel: (x: Int, y: Int, count: Int), _ one: RecordedAttachment,
                                _ two: RecordedAttachment, _ kind: Device.Kind) throws -> (a: PixelEvent?, b: PixelEvent?)? {
        func events(_ replayer: Replayer, _ draw: CapturedDraw, _ image: RecordedAttachment) throws -> [PixelEvent] {
            try replayer.capture.history(x: pixel.x, y: pixel.y, in: replayer.frame, image: .target(of: draw), on: Device(kind))
                .events.filter { $0.draw == draw.number }
        }
        let first = try events(a, draws.a, one), second = try events(b, draws.b, two)
        for index in 0..<max(first.count, second.count) {
            let x = first.indices.contains(index) ? first[index] : nil, y = second.indices.contains(index) ? second[index] : nil
            if x?.fate != y?.fate || x?.primitive != y?.primitive || x?.instance != y?.instance || x?.sample != y?.sample || x?.depth != y?.depth
                || x?.changes.map(\.output) != y?.changes.map(\.output) || x?.changes.map(\.after) != y?.changes.map(\.after) { return (x, y) }
        }
        return nil
    }
}

/// The bytes of two images of the same size.
private struct ImagePair {
    /// The first differing sample, in rows from the top, and the number of differing samples; nil if all samples are equal.
    private(set) var difference: (x: Int, y: Int, count: Int)?

    init(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, width: Int, height: Int, texel: Int) {
        guard let first = a.baseAddress, let second = b.baseAddress, a.count == b.count, width > 0, height > 0,
              memcmp(first, second, a.count) != 0 else { return }
        // The images hold one plane for each sample; the rows of a plane start at the bottom.
        let plane = width * height * texel
        for start in stride(from: 0, to: a.count - plane + 1, by: plane) {
            for y in 0..<height {
                let row = start + (height - 1 - y) * width * texel
                if memcmp(first + row, second + row, width * texel) == 0 { continue }
                for x in 0..<width where memcmp(first + row + x * texel, second + row + x * texel, texel) != 0 {
                    let count = (difference?.count ?? 0) + 1
                    let isEarlier = difference.map { (y, x) < ($0.y, $0.x) } ?? true
                    difference = isEarlier ? (x, y, count) : difference.map { ($0.x, $0.y, count) }
                }
            }
        }
    }
}
