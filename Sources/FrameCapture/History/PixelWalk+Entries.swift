// PixelWalk+Entries: turns probed fragments, clears and transfers into entries of a history.

import CaptureFile
import Raster
import Shading

extension PixelWalk {
    // MARK: Fragments

    mutating func add(_ fragment: ProbedFragment, _ draw: CapturedDraw, _ call: DrawCall, _ target: TargetImages) {
        let state = call.pipeline.state, tests = fragment.tests, isWritten = fragment.loss == nil
        var changes = isWritten ? fragment.colors.compactMap { change($0, state, target) } : []
        // A failed test may change the stencil value. An early depth test stores the depth even if the shader discards the fragment
        // afterwards.
        if let depth = target.depth, let before = tests?.storedDepth, let after = tests?.depthAfter, state.depth?.writes == true, after != before || isWritten {
            changes.append(PixelChange(image: target.image(depth), attachment: .depth, output: tests?.depth.map { .numbers([$0]) }, before: .numbers([before]),
                                       after: .numbers([after]), blend: nil, writeMask: nil, format: target.format(depth)))
        }
        if let stencil = target.stencil, let before = tests?.storedStencil, let after = tests?.stencilAfter, after != before {
            changes.append(PixelChange(image: target.image(stencil), attachment: .stencil, output: tests?.stencilReference.map { .integer(Int($0)) },
                                       before: .integer(Int(before)), after: .integer(Int(after)), blend: nil, writeMask: nil, format: target.format(stencil)))
        }
        var event = PixelEvent(draw: draw.number, name: draw.name, fate: fragment.loss.map(PixelFate.lost) ?? (changes.isEmpty ? .writeMasked : .written))
        event.site = draw.site
        event.settings = DrawSettings(of: draw, in: replayer.frame)
        event.sample = fragment.sample
        event.primitive = fragment.primitive
        event.instance = fragment.instance
        let invocationCount = call.pipeline.program.linked.geometry?.geometryLayout?.invocationCount ?? 1
        event.emitter = fragment.emitter.map { PixelEmitter(primitive: $0.primitive, invocation: invocationCount > 1 ? $0.invocation : nil) }
        event.vertices = fragment.vertices
        event.barycentrics = (0..<fragment.vertices.count).map { fragment.weights[$0] }
        event.isFrontFacing = fragment.isFrontFacing
        event.testsEarly = fragment.testsEarly
        event.depth = tests?.depth
        event.storedDepth = tests?.storedDepth
        event.depthCompare = tests?.depth == nil ? nil : state.depth?.compare
        event.stencilReference = tests?.stencilReference.map { Int($0) }
        event.storedStencil = tests?.storedStencil.map { Int($0) }
        if tests?.storedStencil != nil, let face = fragment.isFrontFacing ? state.stencil?.front : state.stencil?.back {
            event.stencilCompare = face.compare
            event.stencilReadMask = face.readMask
        }
        event.changes = changes
        event.images = target.images
        event.isOfDefaultFramebuffer = target.isDefault
        event.samples = target.samples
        events.append(event)
    }
    private func change(_ color: ProbedFragment.Color, _ state: RasterState, _ target: TargetImages) -> PixelChange? {
        guard let attachment = target.color.first(where: { $0.number == color.target })?.attachment,
              let format = target.format(color: color.target) else { return nil }
        let targetState = state.colorTarget(color.target)
        func numbers(_ v: SIMD4<Float>) -> StateValue { .numbers((0..<4).map { v[$0] }) }
        let blend = color.blend.flatMap { operands in
            targetState.blend.map {
                PixelBlend(equation: "\($0.colorEquation)(\($0.colorSource), \($0.colorDestination)) / \($0.alphaEquation)(\($0.alphaSource), \($0.alphaDestination))",
                           source: numbers(operands.source), sourceFactor: numbers(operands.sourceFactor), destination: numbers(operands.destination),
                           destinationFactor: numbers(operands.destinationFactor), state: $0)
            }
        }
        return PixelChange(image: target.image(attachment), attachment: .color(color.target), output: StateValue(color.output, format),
                           before: StateValue(color.before, format),
                           after: StateValue(color.after, format), blend: blend, writeMask: targetState.writeMask.letters, format: format)
    }

    // MARK: Clears

    /// - Parameter encoder: The encoder with the clear. The function submits this encoder.
    mutating func clear(_ name: String, _ clear: RecordedClear, in pass: RecordedPass, _ encoder: CommandEncoder) throws {
        let layers = (0..<replayer.framebuffers[pass.framebuffer].layerCount).map { TargetImages(replayer, pass.framebuffer, layer: $0) }
        let values = clear.values.passing(clear.mask, colorCount: replayer.framebuffers[pass.framebuffer].color.count)
        var cleared: [(AttachmentName, RecordedAttachment)] = []
        for target in layers {
            cleared += target.color.filter { values.color($0.number) != nil }.map { (.color($0.number), $0.attachment) }
            if values.depth != nil, let depth = target.depth { cleared.append((.depth, depth)) }
            if values.stencil != nil, let stencil = target.stencil { cleared.append((.stencil, stencil)) }
        }
        cleared = cleared.filter { replayer.size($1.texture, level: $1.level) == size }
        func value(_ name: AttachmentName, _ image: RecordedAttachment) -> StateValue {
            guard name == .stencil else { return self.value(image) }
            let texture = replayer.textures[image.texture]
            return .integer(Int(PixelCodec.loadStencil(texture.format, texture.storage.address(level: image.level, slice: image.slice, x: x, y: y, sample: 0))))
        }
        let before = cleared.map(value)
        try replayer.device.submit(encoder)
        guard !cleared.isEmpty else { return }
        var event = PixelEvent(name: name, fate: .cleared)
        event.changes = zip(cleared, before).map { entry, before in
            let mask: String? = if case .color(let number) = entry.0, clear.mask.color(number) != .all { clear.mask.color(number).letters } else { nil }
            return PixelChange(image: replayer.image(entry.1), attachment: entry.0, output: nil, before: before, after: value(entry.0, entry.1), blend: nil,
                               writeMask: mask, format: replayer.textures[entry.1.texture].format)
        }
        event.images = event.changes.map(\.image)
        event.isOfDefaultFramebuffer = layers.contains { $0.isDefault }
        event.samples = replayer.framebuffers[pass.framebuffer].samples
        events.append(event)
    }

    // MARK: Stores

    /// Adds the event of a pixel that the shaders of a command stored.
    mutating func add(_ command: ShaderCommand, _ image: RecordedAttachment, before: StateValue) {
        var event = PixelEvent(name: replayer.capture.vocabulary.name(command), fate: .stored)
        switch command {
        case .draw(let draw):
            event.draw = draw.number
            event.name = draw.name
        case .dispatch(let dispatch): event.dispatch = dispatch.number
        }
        event.site = command.site
        let texture = replayer.textures[image.texture]
        event.changes = [PixelChange(image: replayer.image(image), attachment: .color(0), output: nil, before: before, after: value(image), blend: nil,
                                     writeMask: nil, format: texture.format)]
        event.images = [replayer.image(image)]
        event.samples = texture.descriptor.samples
        events.append(event)
    }

    // MARK: Transfers

    private var words: Vocabulary { replayer.capture.vocabulary }
    struct Transfer {
        var name: String
        var destination: RecordedAttachment
        var source: RecordedAttachment
        /// Whether each pixel comes from the pixel at the same position in an image of equal size.
        var keepsPixel: Bool
        /// The position of the source pixel, from the left and from the bottom.
        var sourcePixel: (x: Int, y: Int)
    }
    /// Returns the transfers (copies, blits or generated mip levels) by which an event writes the pixel. The event is outside of passes,
    /// and the device must have validated the event.
    func transfers(_ event: RecordedEvent) -> [Transfer] {
        let all: [Transfer], name = words.name(event, in: replayer.frame.table) ?? ""
        switch event {
        case .blit(let blit):
            let c = blit.destinationCorners
            guard x >= min(c.x, c.z), x < max(c.x, c.z), y >= min(c.y, c.w), y < max(c.y, c.w), blit.scissor.map(contains) ?? true else { return [] }
            let s = blit.sourceCorners, level = replayer.textures[blit.source.texture].storage.levels[blit.source.level]
            guard s.x != s.z, s.y != s.w,
                  let column = Blit.texel(x, destination: (c.x, c.z), source: (s.x, s.z), limit: level.width),
                  let row = Blit.texel(y, destination: (c.y, c.w), source: (s.y, s.w), limit: level.height) else { return [] }
            all = [Transfer(name: name, destination: blit.destination, source: blit.source, keepsPixel: s == c, sourcePixel: (column, row))]
        case .copy(let copy):
            let region = copy.sourceRegion
            guard contains(PixelRect(x: copy.x, y: copy.y, width: region.width, height: region.height)) else { return [] }
            all = (0..<region.depth).map { slice in
                Transfer(name: name, destination: RecordedAttachment(texture: copy.destination, level: copy.destinationLevel, slice: copy.z + slice),
                         source: RecordedAttachment(texture: copy.source, level: copy.sourceLevel, slice: region.z + slice),
                         keepsPixel: region.x == copy.x && region.y == copy.y, sourcePixel: (x - copy.x + region.x, y - copy.y + region.y))
            }
        case .generateMipmaps(let texture):
            let levels = replayer.textures[texture].storage.levels
            all = levels.enumerated().dropFirst().flatMap { level, storage in
                // For a 3D texture, mipmap generation averages neighbouring slices as well as neighbouring rows and columns. Layers
                // and faces are never mixed.
                let isDeep = levels[level - 1].slices != storage.slices
                return (0..<storage.slices).map { slice in
                    Transfer(name: "\(name) from level \(level - 1)", destination: RecordedAttachment(texture: texture, level: level, slice: slice),
                             source: RecordedAttachment(texture: texture, level: level - 1, slice: isDeep ? 2 * slice : slice), keepsPixel: false,
                             sourcePixel: (min(2 * x, levels[level - 1].width - 1), min(2 * y, levels[level - 1].height - 1)))
                }
            }
        default: return []
        }
        return all.filter { transfer in
            let d = transfer.destination, levels = replayer.textures[d.texture].storage.levels
            return replayer.size(d.texture, level: d.level) == size && (0..<levels[d.level].slices).contains(d.slice)
        }
    }
    mutating func add(_ transfer: Transfer, before: StateValue) {
        let source = transfer.source, image = replayer.image(transfer.destination)
        var event = PixelEvent(name: "\(transfer.name) into " + words.choose("texture \(image)", opengl: words.name(image)), fate: .transferred)
        event.changes = [PixelChange(image: image, attachment: .color(0), output: nil, before: before, after: value(transfer.destination), blend: nil,
                                     writeMask: nil, format: replayer.textures[transfer.destination.texture].format)]
        event.images = [image]
        event.source = replayer.image(source)
        event.sourcePixel = (transfer.sourcePixel.x, replayer.size(source.texture, level: source.level).height - 1 - transfer.sourcePixel.y)
        event.keepsPixel = transfer.keepsPixel && replayer.size(source.texture, level: source.level) == size
        event.samples = replayer.textures[transfer.destination.texture].descriptor.samples
        events.append(event)
    }
}

extension StateValue {
    /// Creates a value from a texel in registers.
    init(_ registers: SIMD4<UInt32>, _ format: PixelFormat) {
        let words = (0..<4).map { registers[$0] }
        self = switch format.kind {
        case .int: .integers(words.map { Int(Int32(bitPattern: $0)) })
        case .uint: .integers(words.map { Int($0) })
        default: .numbers(words.map { Float(bitPattern: $0) })
        }
    }
    /// Creates a value from a stored texel: the colour; the depth if the format has no colour; the stencil value if the format has neither.
    init(texel address: UnsafeMutableRawPointer, _ format: PixelFormat) {
        if format.isColor {
            self.init(PixelCodec.loadTexel(format, address), format)
        } else if format.hasDepth {
            self = .numbers([PixelCodec.depthValue(format, PixelCodec.loadDepthKey(format, address))])
        } else {
            self = .integer(Int(PixelCodec.loadStencil(format, address)))
        }
    }
}
