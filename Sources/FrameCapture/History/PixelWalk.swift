// PixelWalk: one pixel on its way through the events of a frame.

import CaptureFile
import Raster
import Shading

struct PixelWalk {
    private let replayer: Replayer
    private let reference: ReferenceRenderer
    /// From the left and from the bottom.
    private let x: Int, y: Int
    private let size: (width: Int, height: Int)
    private(set) var events: [PixelEvent] = []
    private(set) var isProven = true
    /// Pipelines that leave out one reason for a draw not to be there.
    private var variants: [Variant: Pipeline] = [:]
    private struct Variant: Hashable {
        var pipeline: ObjectIdentifier
        var fate: PixelFate
    }

    init(_ replayer: Replayer, x: Int, y: Int, size: (width: Int, height: Int), stepLimit: Int) {
        self.replayer = replayer; self.x = x; self.y = y; self.size = size
        reference = ReferenceRenderer(stepLimit: stepLimit)
    }

    mutating func run() throws {
        try replayer.loadContents()
        var target: Framebuffer?, draws = replayer.frame.draws[...]
        for (number, event) in replayer.frame.events.enumerated() {
            var encoder = replayer.device.makeCommandEncoder(label: replayer.frame.label)
            switch event {
            case .beginPass(let pass):
                let framebuffer = replayer.framebuffers[pass.framebuffer]
                target = framebuffer
                encoder.render(to: framebuffer, clear: pass.clear, label: pass.label) { _ in }
                let before = isMeant(framebuffer) ? color(framebuffer) : nil
                try replayer.device.submit(encoder)
                if isMeant(framebuffer), pass.clear != .none { add(.cleared, "the clear of pass \(pass.label)", in: framebuffer, before: before) }
            case .clear(let clear):
                guard let target else { continue }
                try encoder.render(to: target, label: "event \(number)") { try replayer.record(event, into: &$0) }
                let before = isMeant(target) ? color(target) : nil
                try replayer.device.submit(encoder)
                let isInside = clear.scissor.map { x >= $0.x && y >= $0.y && x - $0.x < $0.width && y - $0.y < $0.height } ?? true
                if isMeant(target), isInside { add(.cleared, "a clear in the pass", in: target, before: before) }
            case .draw:
                guard let target, let draw = draws.popFirst() else { continue }
                try encoder.render(to: target, label: draw.name) { try replayer.record(event, into: &$0) }
                if isMeant(target) { try probe(draw, encoder, target) }
                try replayer.device.submit(encoder)
                if isMeant(target) { check(draw, target) }
            case .copy, .blit, .generateMipmaps, .updateBuffer:
                try replayer.record(event, into: &encoder)
                try replayer.device.submit(encoder)
                if case .blit(let blit) = event, replayer.size(blit.destination.texture, level: blit.destination.level) == size, isInside(blit) {
                    let isAligned = blit.sourceCorners == blit.destinationCorners
                    transfer("a blit", from: blit.source.texture, level: blit.source.level, to: blit.destination.texture, isAligned: isAligned)
                }
                if case .copy(let copy) = event, replayer.size(copy.destination, level: copy.destinationLevel) == size,
                   x >= copy.x, y >= copy.y, x - copy.x < copy.sourceRegion.width, y - copy.y < copy.sourceRegion.height {
                    let isAligned = copy.sourceRegion.x == copy.x && copy.sourceRegion.y == copy.y
                    transfer("a copy", from: copy.source, level: copy.sourceLevel, to: copy.destination, isAligned: isAligned)
                }
            case .pushGroup, .popGroup, .endPass: break
            }
        }
    }
    private func isMeant(_ target: Framebuffer) -> Bool { target.width == size.width && target.height == size.height }
    private func isInside(_ blit: RecordedBlit) -> Bool {
        let c = blit.destinationCorners
        return x >= min(c.x, c.z) && x < max(c.x, c.z) && y >= min(c.y, c.w) && y < max(c.y, c.w)
    }

    // MARK: Draws

    /// Draws into the pixel alone, sees what happens, and undoes it.
    private mutating func probe(_ draw: CapturedDraw, _ encoder: CommandEncoder, _ target: Framebuffer) throws {
        // Checked before the reference renderer sees it.
        try replayer.device.prepare(encoder)
        guard case .renderPass(let pass) = encoder.commands.first, case .draw(let call) = pass.operations.first else { return }
        let scissor = call.scissor
        let isInside = scissor.map { x >= $0.x && y >= $0.y && x - $0.x < $0.width && y - $0.y < $0.height } ?? true
        if isInside {
            let fragments = try fragments(of: call, call.pipeline, target)
            if !fragments.isEmpty { return fragments.forEach { add($0, draw, call, target) } }
        } else if try !fragments(of: call, call.pipeline, target).isEmpty {
            return add(draw, .scissorClipped)
        }
        for fate in [PixelFate.culled, .depthClipped] {
            guard let pipeline = try variant(of: call.pipeline, without: fate) else { continue }
            if try !fragments(of: call, pipeline, target).isEmpty { return add(draw, fate) }
        }
    }
    /// The pipeline without culling, or without clipping at near and far plane; nil where it has none.
    private mutating func variant(of pipeline: Pipeline, without fate: PixelFate) throws -> Pipeline? {
        var state = pipeline.state
        if fate == .culled {
            if state.cull == .none { return nil }
            state.cull = .none
        } else {
            if state.depthClamp { return nil }
            state.depthClamp = true
        }
        let key = Variant(pipeline: ObjectIdentifier(pipeline), fate: fate)
        if let known = variants[key] { return known }
        let made = try replayer.device.makePipeline(program: pipeline.program, vertexLayout: pipeline.vertexLayout, state: state)
        variants[key] = made
        return made
    }

    private func fragments(of call: DrawCall, _ pipeline: Pipeline, _ target: Framebuffer) throws -> [ProbedFragment] {
        let saved = PixelBits(x: x, y: y, of: target)
        defer { saved.restore() }
        let probe = FragmentProbe(x: x, y: y)
        reference.probe = probe
        let single = DrawCall(
            pipeline: pipeline, primitive: call.primitive, first: call.first, count: call.count, instanceCount: call.instanceCount, baseVertex: call.baseVertex,
            baseInstance: call.baseInstance, indices: call.indices, vertexBuffers: call.vertexBuffers, uniforms: call.uniforms, uniformBuffers: call.uniformBuffers,
            textures: call.textures, viewport: call.viewport, scissor: PixelRect(x: x, y: y, width: 1, height: 1), blendColor: call.blendColor,
            stencilReferenceFront: call.stencilReferenceFront, stencilReferenceBack: call.stencilReferenceBack, query: nil, label: call.label, site: call.site)
        try reference.execute([.renderPass(RenderPassCommand(label: "probe", target: target, clear: .none, operations: [.draw(single)]))])
        return probe.fragments
    }

    /// Compares what a draw left behind with what the probe saw last.
    private mutating func check(_ draw: CapturedDraw, _ target: Framebuffer) {
        guard let number = target.color.firstIndex(where: { $0 != nil }), let attachment = target.color[number] else { return }
        for sample in 0..<target.samples {
            guard let event = events.last(where: { $0.draw == draw.number && $0.sample == sample && $0.fate == .written }), let after = event.after else { continue }
            if value(attachment, sample: sample) != after { isProven = false }
        }
    }

    // MARK: Entries

    private mutating func add(_ fragment: ProbedFragment, _ draw: CapturedDraw, _ call: DrawCall, _ target: Framebuffer) {
        let state = call.pipeline.state
        let color = fragment.colors.first, format = color.flatMap { target.color[$0.target]?.texture.format }
        func value(_ registers: SIMD4<UInt32>?) -> StateValue? {
            guard let registers, let format else { return nil }
            return StateValue(registers, format)
        }
        let fate: PixelFate = switch fragment.outcome {
        case .written: .written
        case .sampleMasked: .sampleMasked
        case .stencilFailed: .stencilFailed
        case .depthFailed: .depthFailed
        case .discarded: .discarded
        case .maskedByShader: .maskedByShader
        }
        let targetState = state.colorTarget(color?.target ?? 0)
        let letters = zip("rgba", [ColorWriteMask.red, .green, .blue, .alpha]).filter { targetState.writeMask.contains($1) }.map { String($0.0) }.joined()
        let blend = targetState.blend.map { "\($0.colorEquation)(\($0.colorSource), \($0.colorDestination)) / \($0.alphaEquation)(\($0.alphaSource), \($0.alphaDestination))" }
        events.append(PixelEvent(
            draw: draw.number, name: draw.name, site: "\(draw.file):\(draw.line)", fate: fate, sample: fragment.sample, primitive: fragment.primitive,
            instance: fragment.instance, isFrontFacing: fragment.isFrontFacing, testsEarly: fragment.testsEarly, depth: fragment.tests?.depth,
            storedDepth: fragment.tests?.storedDepth, depthCompare: fragment.tests?.depth == nil ? nil : state.depth?.compare,
            stencilReference: fragment.tests?.stencilReference.map { Int($0) }, storedStencil: fragment.tests?.storedStencil.map { Int($0) },
            output: value(color?.output), before: value(color?.before), after: value(color?.after), blend: blend, writeMask: letters,
            keepsPixel: false, image: image(target), source: nil, samples: target.samples))
    }
    private mutating func add(_ draw: CapturedDraw, _ fate: PixelFate) {
        events.append(PixelEvent(draw: draw.number, name: draw.name, site: "\(draw.file):\(draw.line)", fate: fate))
    }
    private mutating func add(_ fate: PixelFate, _ name: String, in target: Framebuffer, before: StateValue?) {
        events.append(PixelEvent(name: name, fate: fate, before: before, after: color(target), image: image(target), samples: target.samples))
    }
    private mutating func transfer(_ name: String, from source: Int, level: Int, to destination: Int, isAligned: Bool) {
        let textures = replayer.textures
        events.append(PixelEvent(
            name: "\(name) into texture #\(destination)", fate: .transferred, keepsPixel: isAligned && replayer.size(source, level: level) == size,
            image: ObjectIdentifier(textures[destination]), source: ObjectIdentifier(textures[source])))
    }
    /// The image whose values a history tells: the first colour attachment, or that of depth.
    private func image(_ target: Framebuffer) -> ObjectIdentifier? { target.attachments.first.map { ObjectIdentifier($0.texture) } }

    private func color(_ target: Framebuffer) -> StateValue? { target.color.compactMap { $0 }.first.map { value($0, sample: 0) } }
    private func value(_ attachment: Attachment, sample: Int) -> StateValue {
        let texture = attachment.texture
        return StateValue(PixelCodec.loadTexel(texture.format, texture.storage.address(level: attachment.level, slice: attachment.slice, x: x, y: y, sample: sample)), texture.format)
    }
}

extension StateValue {
    /// A texel's registers.
    init(_ registers: SIMD4<UInt32>, _ format: PixelFormat) {
        let words = (0..<4).map { registers[$0] }
        self = switch format.kind {
        case .int: .integers(words.map { Int(Int32(bitPattern: $0)) })
        case .uint: .integers(words.map { Int($0) })
        default: .numbers(words.map { Float(bitPattern: $0) })
        }
    }
}

extension PixelEvent {
    /// An entry without a fragment.
    init(draw: Int? = nil, name: String, site: String = "", fate: PixelFate, before: StateValue? = nil, after: StateValue? = nil,
         keepsPixel: Bool = false, image: ObjectIdentifier? = nil, source: ObjectIdentifier? = nil, samples: Int = 1) {
        self.init(draw: draw, name: name, site: site, fate: fate, sample: nil, primitive: nil, instance: nil, isFrontFacing: nil, testsEarly: nil, depth: nil,
                  storedDepth: nil, depthCompare: nil, stencilReference: nil, storedStencil: nil, output: nil, before: before, after: after, blend: nil, writeMask: nil, keepsPixel: keepsPixel,
                  image: image, source: source, samples: samples)
    }
}

/// The bits of a pixel in all images of a framebuffer.
private struct PixelBits {
    private let places: [UnsafeMutableRawBufferPointer]
    private let bytes: [[UInt8]]

    init(x: Int, y: Int, of target: Framebuffer) {
        places = target.attachments.flatMap { attachment in
            let storage = attachment.texture.storage
            return (0..<storage.samples).map {
                UnsafeMutableRawBufferPointer(start: storage.address(level: attachment.level, slice: attachment.slice, x: x, y: y, sample: $0), count: storage.bytesPerTexel)
            }
        }
        bytes = places.map { [UInt8]($0) }
    }
    func restore() {
        for (place, bytes) in zip(places, bytes) { place.copyBytes(from: bytes) }
    }
}
