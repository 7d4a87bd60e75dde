// PixelWalk: follows one pixel through the events of a frame.

import CaptureFile
import Raster
import Shading

struct PixelWalk {
    let replayer: Replayer
    private let reference: ReferenceRenderer
    /// The pixel, from the left and from the bottom.
    let x: Int, y: Int
    let size: (width: Int, height: Int)
    var events: [PixelEvent] = []
    private(set) var isProven = true
    /// The images to observe; nil for all images of the given size. Draws into other images are executed without
    /// observation.
    private let wanted: Set<RecordedAttachment>?

    init(_ replayer: Replayer, x: Int, y: Int, size: (width: Int, height: Int), wanted: Set<RecordedAttachment>? = nil, stepLimit: Int) {
        self.replayer = replayer; self.x = x; self.y = y; self.size = size; self.wanted = wanted
        reference = ReferenceRenderer(stepLimit: stepLimit)
    }

    /// - Parameter end: The first event that the walk does not execute; nil for the whole frame.
    mutating func run(before end: Int? = nil) throws {
        try replayer.loadContents()
        var pass: RecordedPass?, draws = replayer.frame.draws[...], dispatches = replayer.frame.dispatches[...]
        for (number, event) in replayer.frame.events.prefix(end ?? .max).enumerated() {
            // The caller may have cancelled the task.
            try Task.checkCancellation()
            var encoder = replayer.device.makeCommandEncoder(label: replayer.frame.label)
            let known = events.count
            defer { for index in known..<events.count { events[index].event = number } }
            switch event {
            case .beginPass(let record):
                pass = record
                encoder.render(to: replayer.framebuffers[record.framebuffer], clear: record.clear, label: record.label) { _ in }
                try clear(name(event, in: record), RecordedClear(values: record.clear), in: record, encoder)
            case .clear(let record):
                guard let pass else { continue }
                try encoder.render(to: replayer.framebuffers[pass.framebuffer], label: "event \(number)") { try replayer.record(event, into: &$0) }
                // The event's numbers come from a file, so only validation ensures that the numbers are in range.
                try replayer.device.prepare(encoder)
                let isInside = record.scissor.map(contains) ?? true
                try clear(name(event, in: pass), isInside ? record : RecordedClear(values: .none), in: pass, encoder)
            case .draw:
                guard let pass, let draw = draws.popFirst() else { continue }
                let target = replayer.framebuffers[pass.framebuffer]
                try encoder.render(to: target, label: draw.name) { try replayer.record(event, into: &$0) }
                // The commands are validated here, because the reference renderer does not validate commands.
                try replayer.device.prepare(encoder)
                guard isMeant(target, pass.framebuffer) else {
                    try store(.draw(draw), encoder)
                    continue
                }
                let expected = try probe(draw, encoder, target)
                try store(.draw(draw), encoder)
                if expected != PixelArea(PixelRect(x: x, y: y, width: 1, height: 1), of: target).bytes(ofX: x, y: y) { isProven = false }
            case .dispatch:
                guard let dispatch = dispatches.popFirst() else { continue }
                try replayer.record(event, into: &encoder)
                try replayer.device.prepare(encoder)
                try store(.dispatch(dispatch), encoder)
            case .copy, .blit, .generateMipmaps, .updateBuffer:
                try replayer.record(event, into: &encoder)
                try replayer.device.prepare(encoder)
                let transfers = transfers(event), before = transfers.map { value($0.destination) }
                try replayer.device.submit(encoder)
                for (transfer, before) in zip(transfers, before) { add(transfer, before: before) }
            case .pushGroup, .popGroup, .endPass: break
            }
        }
    }
    private func name(_ event: RecordedEvent, in pass: RecordedPass) -> String {
        replayer.capture.vocabulary.name(event, in: replayer.frame.table, target: pass.framebuffer) ?? ""
    }
    private func isMeant(_ target: Framebuffer, _ number: Int) -> Bool {
        // The images of a target may be larger than the part that is drawn, so the pixel may lie outside of this part.
        guard x < target.width, y < target.height, target.attachments.contains(where: {
            let level = $0.texture.storage.levels[$0.level]
            return level.width == size.width && level.height == size.height
        }) else { return false }
        guard let wanted else { return true }
        return !wanted.isDisjoint(with: replayer.images(of: number))
    }
    func contains(_ r: PixelRect) -> Bool { x >= r.x && y >= r.y && x - r.x < r.width && y - r.y < r.height }

    // MARK: Draws

    /// Draws into the pixel's quad alone, records what happens at the pixel, and restores the quad.
    /// - Returns: The bits that the complete draw must leave in the pixel.
    private mutating func probe(_ draw: CapturedDraw, _ encoder: CommandEncoder, _ target: Framebuffer) throws -> [[UInt8]] {
        let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
        guard case .renderPass(let pass) = encoder.commands.first, case .draw(let call) = pass.operations.first else {
            return PixelArea(pixel, of: target).bytes(ofX: x, y: y)
        }
        // The quad's other pixels must be drawn as in the frame, because derivatives, centroids and gl_HelperInvocation depend on
        // the set of covered pixels. If the scissor excludes the pixel, nothing is drawn; the probe only finds the
        // reason.
        let whole = PixelRect(x: 0, y: 0, width: target.width, height: target.height), scissor = call.scissor.map { $0.intersection(whole) } ?? whole
        // If the shaders write memory, all fragments are drawn: a fragment may read memory that earlier fragments wrote.
        let quad = call.writesMemory ? scissor : PixelRect(x: x & ~1, y: y & ~1, width: 2, height: 2).intersection(scissor)
        let area = quad.contains(x, y) ? quad : pixel
        let pixels = PixelArea(area, of: target)
        let memory = call.writesMemory ? WrittenMemory(of: call) : nil
        defer {
            pixels.restore()
            memory?.restore()
        }
        let probe = FragmentProbe(x: x, y: y, scissor: call.scissor)
        let probed = RenderPassCommand(label: "probe", target: target, clear: .none, operations: [.draw(call.with(scissor: area))])
        try reference.execute([.renderPass(probed)], observer: probe)
        let layers = (0..<target.layerCount).map { TargetImages(replayer, draw.framebuffer, layer: $0) }
        for fragment in probe.fragments { add(fragment, draw, call, layers[fragment.layer]) }
        return pixels.bytes(ofX: x, y: y)
    }

    // MARK: Images that shaders store into

    /// Executes a draw or dispatch. Adds an event for each observed image in which the shaders changed the pixel's bits. If a
    /// dispatch stored the bits that the pixel already had, adds an event for that image, too (see `rewrittenImages`).
    /// - Parameter encoder: The encoder with the validated command. The function submits this encoder.
    private mutating func store(_ command: ShaderCommand, _ encoder: CommandEncoder) throws {
        let images = replayer.images(storedBy: replayer.frame.events[command.event]).filter { image in
            replayer.size(image.texture, level: image.level) == size && wanted.map { $0.contains(image) } ?? true
        }
        guard !images.isEmpty else { return try replayer.device.submit(encoder) }
        for image in images { try replayer.textures[image.texture].prepareForHostAccess() }
        let before = images.map { value($0) }, bytes = images.map(texelBytes)
        let rewritten = try command.isDispatch ? rewrittenImages(images, command, encoder) : []
        try replayer.device.submit(encoder)
        for image in images { try replayer.textures[image.texture].prepareForHostAccess() }
        for (index, image) in images.enumerated() where texelBytes(image) != bytes[index] || rewritten.contains(image) {
            add(command, image, before: before[index])
        }
    }
    /// Returns the images in which a dispatch stores the pixel, even if the stored bits equal the old bits of the pixel. The dispatch runs
    /// once with the pixel's bits inverted, and then everything that the dispatch wrote is restored. An image that the dispatch also reads is
    /// left out, because other bits in the image could change the results of the dispatch.
    private func rewrittenImages(_ images: [RecordedAttachment], _ command: ShaderCommand, _ encoder: CommandEncoder) throws -> Set<RecordedAttachment> {
        guard case .dispatch(let call) = encoder.commands.first else { return [] }
        let observed = images.filter { !call.reads(replayer.textures[$0.texture]) }
        if observed.isEmpty { return [] }
        let memory = WrittenMemory(of: call)
        defer { memory.restore() }
        for image in observed {
            for byte in texel(image).indices { texel(image)[byte] = ~texel(image)[byte] }
            replayer.textures[image.texture].hostVersion &+= 1
        }
        let inverted = observed.map(texelBytes)
        try replayer.device.submit(encoder)
        for image in observed { try replayer.textures[image.texture].prepareForHostAccess() }
        return Set(zip(observed, inverted).filter { texelBytes($0) != $1 }.map(\.0))
    }
    /// Returns the bytes of the pixel's first sample.
    private func texel(_ image: RecordedAttachment) -> UnsafeMutableRawBufferPointer {
        let storage = replayer.textures[image.texture].storage
        let address = storage.address(level: image.level, slice: image.slice, x: x, y: y, sample: 0)
        return UnsafeMutableRawBufferPointer(start: address, count: storage.bytesPerTexel)
    }
    private func texelBytes(_ image: RecordedAttachment) -> [UInt8] { [UInt8](texel(image)) }

    func value(_ image: RecordedAttachment, sample: Int = 0) -> StateValue {
        let texture = replayer.textures[image.texture]
        return StateValue(texel: texture.storage.address(level: image.level, slice: image.slice, x: x, y: y, sample: sample), texture.format)
    }
}

/// The images of a framebuffer, or of a layer of a framebuffer, for each attachment.
struct TargetImages {
    /// Whether the images belong to the framebuffer with the number 0 of OpenGL.
    let isDefault: Bool
    let color: [(number: Int, attachment: RecordedAttachment)]
    let depth: RecordedAttachment?
    let stencil: RecordedAttachment?
    /// The images without duplicates, because depth and stencil may share an image.
    let images: [PixelImage]
    let samples: Int
    private let replayer: Replayer

    init(_ replayer: Replayer, _ framebuffer: Int, layer: Int = 0) {
        let record = replayer.frame.table.framebuffers[framebuffer]
        self.replayer = replayer
        isDefault = record.isDefault
        color = record.color.enumerated().compactMap { number, attachment in attachment.value.map { (number, $0.layer(layer)) } }
        depth = record.depth?.layer(layer)
        stencil = record.stencil?.layer(layer)
        var images: [PixelImage] = []
        for case let attachment? in color.map(\.attachment) + [depth, stencil] {
            let image = replayer.image(attachment)
            if !images.contains(image) { images.append(image) }
        }
        self.images = images
        samples = replayer.framebuffers[framebuffer].samples
    }
    func image(_ attachment: RecordedAttachment) -> PixelImage { replayer.image(attachment) }
    func format(_ attachment: RecordedAttachment) -> PixelFormat { replayer.textures[attachment.texture].format }
    func format(color number: Int) -> PixelFormat? { color.first { $0.number == number }.map { replayer.textures[$0.attachment.texture].format } }
}

extension DispatchCall {
    /// Returns whether the shader may read texels of a texture: as an image, with an atomic operation, or through a sampler.
    fileprivate func reads(_ texture: Texture) -> Bool {
        if textures.contains(where: { $0?.texture === texture }) { return true }
        let module = program.linked.compute
        return module.instructions.contains { instruction in
            let operation: ImageOperation? = switch instruction.opcode {
            case .imageLoad: module.imageOperations[Int(instruction.c)]
            case .atomic: module.atomicOperations[Int(instruction.c)].imageOperation.map { module.imageOperations[$0] }
            default: nil
            }
            return operation.map { ($0.unit..<($0.unit + $0.unitCount)).contains { $0 < images.count && images[$0]?.texture === texture } } ?? false
        }
    }
}
