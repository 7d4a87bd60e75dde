// PixelWalk: one pixel on its way through the events of a frame.

import CaptureFile
import Raster
import Shading

struct PixelWalk {
    let replayer: Replayer
    private let reference: ReferenceRenderer
    /// From the left and from the bottom.
    let x: Int, y: Int
    let size: (width: Int, height: Int)
    var events: [PixelEvent] = []
    private(set) var isProven = true

    init(_ replayer: Replayer, x: Int, y: Int, size: (width: Int, height: Int), stepLimit: Int) {
        self.replayer = replayer; self.x = x; self.y = y; self.size = size
        reference = ReferenceRenderer(stepLimit: stepLimit)
    }

    mutating func run() throws {
        try replayer.loadContents()
        var pass: RecordedPass?, draws = replayer.frame.draws[...]
        for (number, event) in replayer.frame.events.enumerated() {
            var encoder = replayer.device.makeCommandEncoder(label: replayer.frame.label)
            switch event {
            case .beginPass(let record):
                pass = record
                encoder.render(to: replayer.framebuffers[record.framebuffer], clear: record.clear, label: record.label) { _ in }
                try clear("the clear of pass \(record.label)", record.clear, in: record, encoder)
            case .clear(let record):
                guard let pass else { continue }
                try encoder.render(to: replayer.framebuffers[pass.framebuffer], label: "event \(number)") { try replayer.record(event, into: &$0) }
                // Numbers of a file are in their ranges only once they are checked.
                try replayer.device.prepare(encoder)
                let isInside = record.scissor.map(contains) ?? true
                try clear("a clear in the pass", isInside ? record.values : .none, in: pass, encoder)
            case .draw:
                guard let pass, let draw = draws.popFirst() else { continue }
                let target = replayer.framebuffers[pass.framebuffer]
                try encoder.render(to: target, label: draw.name) { try replayer.record(event, into: &$0) }
                guard isMeant(target) else {
                    try replayer.device.submit(encoder)
                    continue
                }
                // Checked before the reference renderer sees it.
                try replayer.device.prepare(encoder)
                let expected = try probe(draw, encoder, target)
                try replayer.device.submit(encoder)
                if expected != PixelBits(x: x, y: y, of: target) { isProven = false }
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
    private func isMeant(_ target: Framebuffer) -> Bool { target.width == size.width && target.height == size.height }
    func contains(_ r: PixelRect) -> Bool { x >= r.x && y >= r.y && x - r.x < r.width && y - r.y < r.height }

    // MARK: Draws

    /// Draws into the pixel alone, sees what happens, and undoes it.
    /// - Returns: The bits that the draw has to leave behind.
    private mutating func probe(_ draw: CapturedDraw, _ encoder: CommandEncoder, _ target: Framebuffer) throws -> PixelBits {
        let saved = PixelBits(x: x, y: y, of: target)
        guard case .renderPass(let pass) = encoder.commands.first, case .draw(let call) = pass.operations.first else { return saved }
        defer { saved.restore() }
        let probe = FragmentProbe(x: x, y: y, scissor: call.scissor)
        reference.probe = probe
        let single = DrawCall(
            pipeline: call.pipeline, primitive: call.primitive, first: call.first, count: call.count, instanceCount: call.instanceCount, baseVertex: call.baseVertex,
            baseInstance: call.baseInstance, indices: call.indices, vertexBuffers: call.vertexBuffers, uniforms: call.uniforms, uniformBuffers: call.uniformBuffers,
            textures: call.textures, viewport: call.viewport, scissor: PixelRect(x: x, y: y, width: 1, height: 1), blendColor: call.blendColor,
            stencilReferenceFront: call.stencilReferenceFront, stencilReferenceBack: call.stencilReferenceBack, query: nil, label: call.label, site: call.site)
        try reference.execute([.renderPass(RenderPassCommand(label: "probe", target: target, clear: .none, operations: [.draw(single)]))])
        if probe.fragments.isEmpty { return saved }
        let attachments = TargetImages(replayer, draw.framebuffer)
        for fragment in probe.fragments { add(fragment, draw, call, attachments) }
        return PixelBits(x: x, y: y, of: target)
    }

    func value(_ image: RecordedAttachment, sample: Int = 0) -> StateValue {
        let texture = replayer.textures[image.texture]
        return StateValue(texel: texture.storage.address(level: image.level, slice: image.slice, x: x, y: y, sample: sample), texture.format)
    }
}

/// The images of a framebuffer by their attachments.
struct TargetImages {
    let color: [(number: Int, attachment: RecordedAttachment)]
    let depth: RecordedAttachment?
    let stencil: RecordedAttachment?
    /// Each once: depth and stencil may share one.
    let images: [PixelImage]
    let samples: Int
    private let replayer: Replayer

    init(_ replayer: Replayer, _ framebuffer: Int) {
        let record = replayer.frame.table.framebuffers[framebuffer]
        self.replayer = replayer
        color = record.color.enumerated().compactMap { number, attachment in attachment.value.map { (number, $0) } }
        depth = record.depth
        stencil = record.stencil
        var images: [PixelImage] = []
        for case let attachment? in color.map(\.attachment) + [depth, stencil] {
            let image = replayer.image(attachment)
            if !images.contains(image) { images.append(image) }
        }
        self.images = images
        samples = replayer.framebuffers[framebuffer].samples
    }
    func image(_ attachment: RecordedAttachment) -> PixelImage { replayer.image(attachment) }
    func format(color number: Int) -> PixelFormat? { color.first { $0.number == number }.map { replayer.textures[$0.attachment.texture].format } }
}

/// The bits of a pixel in all images of a framebuffer.
struct PixelBits: Equatable {
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
    static func == (a: PixelBits, b: PixelBits) -> Bool { a.bytes == b.bytes }
}
