// Capture+Overlay: makes overlays of draws, each from one replay of the frame.
//
// The reference renderer executes the counted draws, and reports every fragment to a FragmentCounter. The caller's device executes all
// other draws. The images after the counted draws are compared with the images of a replay without counting. If an overlay's
// `followsPasses` is true, a WorkCounter adds the counts of an image's pixels to the pixels of later passes that read the image.

import CaptureFile
import Raster

extension Capture {
    /// Returns an overlay of a draw. In a multisampled target, a fragment counts once, however many samples it covers. An
    /// overlay shows and counts one image: the attached face or layer, or the chosen layer if the target is layered.
    /// - Parameters:
    ///   - overlay: The overlay to make.
    ///   - draw: The draw.
    ///   - frame: The draw's frame.
    ///   - attachment: The image whose values `nan` and `clipping` examine; nil for the image of `picturedAttachment`. The overlay's
    ///     colours lie on top of this image's picture.
    ///   - layer: The layer, face or slice of the attachment's texture; nil for the first layer that the draw writes.
    ///   - scope: The draws that are counted, for an overlay whose `hasScope` is true.
    ///   - replacing: Shaders that replace captured shaders.
    ///   - device: The device that executes the draws that are not counted. The reference renderer executes the counted draws.
    /// - Throws: `RasterError` with `invalidArgument` if the draw has no such attachment or layer, or if the overlay has no such scope;
    ///   `unsupported` for images of more than 2²⁶ pixels.
    public func overlay(_ overlay: Overlay, of draw: CapturedDraw, in frame: CapturedFrame, attachment: AttachmentName? = nil, layer: Int? = nil,
                        scope: OverlayScope = .draw, replacing: [ShaderReplacement] = [], on device: Device = Device(.jit)) throws -> OverlayImage {
        guard scope == .draw || overlay.hasScope else {
            throw RasterError(.invalidArgument, "the overlay \(overlay.rawValue)", "covers only one draw", remedy: "leave out the scope")
        }
        return try overlays([overlay], of: draw, in: frame, attachment: attachment, layer: layer, scope: scope, replacing: replacing, on: device)[0]
    }

    /// Returns several overlays of a draw, in the order of the list. Overlays that count share one replay, so several such overlays take
    /// little more time than one overlay. An overlay whose `hasScope` is false counts only the chosen draw. The function
    /// `overlay(_:of:in:attachment:layer:scope:replacing:on:)` describes the parameters and errors.
    public func overlays(_ list: [Overlay], of draw: CapturedDraw, in frame: CapturedFrame, attachment: AttachmentName? = nil, layer: Int? = nil,
                         scope: OverlayScope = .draw, replacing: [ShaderReplacement] = [], on device: Device = Device(.jit)) throws -> [OverlayImage] {
        let replayer = try Replayer(frame, of: self, on: device, replacing: replacing), walk = DrawWalk(replayer, stepLimit: stepLimit(on: device.options))
        let whole = replayer.framebuffers[draw.framebuffer], attachment = attachment ?? whole.pictured
        try whole.require(attachment, in: vocabulary)
        let target = try whole.layer(layer, of: attachment)
        try target.requireCountable()
        var images: [Overlay: OverlayImage] = [:]
        guard let first = frame.table.framebuffers[draw.framebuffer].first else { return [] }
        let image = first.layer(whole.isLayered ? layer ?? 0 : 0)
        func add(_ overlay: Overlay, _ numbers: [Double], _ subject: OverlaySubject? = nil, isProven: Bool) throws {
            let rows = PixelNumbers(width: target.width, height: target.height, bottomRowFirst: numbers), scope = overlay.hasScope ? scope : .draw
            let subject = subject ?? replayer.subject(of: image, through: draw) { frame.isCounted($0, scope, draw, image) }
            images[overlay] = OverlayImage(overlay, title(of: overlay, draw, scope, frame), draw, scope, rows, subject,
                                           over: try replayer.picture(attachment, layer: layer, of: draw).picture, in: vocabulary, isProven: isProven)
        }
        for overlay in list where images[overlay] == nil {
            switch overlay {
            case .clearDraw, .clearPass: images[overlay] = try clearedPicture(overlay, draw, frame, attachment, layer, walk)
            case .viewport:
                try replayer.run(through: draw.number)
                try add(overlay, viewport(of: draw, in: frame, target), isProven: true)
            case .nan, .clipping:
                try replayer.run(through: draw.number)
                try add(overlay, target.classes(attachment) { overlay == .nan ? $0.oddity : $0.clipping }, isProven: true)
            case _ where scope == .frame && overlay.followsPasses:
                let together = list.filter(\.followsPasses)
                let (numbers, subject) = try followed(together, before: draw.event + 1, toward: image, replayer), isProven = try walk.proves(draw)
                for (overlay, numbers) in zip(together, numbers) { try add(overlay, numbers, subject, isProven: isProven) }
            default:
                let together = overlay.changed(RasterState()) != nil ? [overlay]
                    : list.filter { $0.hasScope && !$0.isPicture && $0.changed(RasterState()) == nil }
                let (numbers, isProven) = try counted(together, draw, frame, overlay.hasScope ? scope : .draw, image, target, walk)
                for (overlay, numbers) in zip(together, numbers) { try add(overlay, numbers, isProven: isProven) }
            }
        }
        return list.compactMap { images[$0] }
    }

    /// Returns the contribution of a draw alone: the colours that the draw leaves on a target of zeros, with depth and stencil
    /// unchanged. Pixels that the draw does not write are transparent. If the draw does not blend, a pixel's alpha is the share of
    /// its samples that the draw writes. For depth and stencil, the picture shows the values of the written
    /// pixels.
    /// `layer` is as in `overlay(_:of:in:attachment:layer:scope:replacing:on:)`.
    public func contribution(of draw: CapturedDraw, in frame: CapturedFrame, attachment: AttachmentName? = nil, layer: Int? = nil,
                             replacing: [ShaderReplacement] = [], on device: Device = Device(.jit)) throws -> (picture: Image, isProven: Bool) {
        let (shown, isProven) = try contribution(of: draw, in: frame, attachment: attachment, layer: layer, as: .automatic, replacing: replacing,
                                                 on: device)
        return (shown.picture, isProven)
    }
    /// Returns the contribution of a draw alone, as a picture with an explanation of its colours. The parameter `display` determines how the
    /// numbers of the written pixels become a picture.
    /// - Throws: The errors of `Replayer.picture(_:of:as:)`.
    public func contribution(of draw: CapturedDraw, in frame: CapturedFrame, attachment: AttachmentName? = nil, layer: Int? = nil,
                             as display: ImageDisplay, replacing: [ShaderReplacement] = [],
                             on device: Device = Device(.jit)) throws -> (picture: DisplayedImage, isProven: Bool) {
        let replayer = try Replayer(frame, of: self, on: device, replacing: replacing), walk = DrawWalk(replayer, stepLimit: stepLimit(on: device.options))
        let whole = replayer.framebuffers[draw.framebuffer], attachment = attachment ?? whole.pictured
        try whole.require(attachment, in: vocabulary)
        let target = try whole.layer(layer, of: attachment)
        try target.requireCountable()
        let counter = FragmentCounter(width: target.width, height: target.height, [.writtenSamples])
        if whole.isLayered { counter.firstLayer = layer ?? 0 }
        try walk.run(from: draw, through: draw) { _, call, target in
            try walk.clearColors(of: target)
            try walk.execute(call, target, counting: counter)
            return true
        }
        let picture: DisplayedImage
        let state = replayer.pipelines[frame.recordedDraw(draw).pipeline].state, written = counter.values[0]
        if case .color(let number) = attachment, let format = target.color[number]?.texture.format, !format.isInteger,
           display == .automatic || display == .standard {
            let blends = state.colorTarget(number).blend != nil
            picture = DisplayedImage(picture: try target.pictureAlone(number, written: written, keepsAlpha: blends && format.channelCount == 4),
                                     ranges: [], hashedCount: nil, outsideCount: 0, oddCount: 0)
        } else {
            let size = target.attachment(attachment).map { $0.texture.storage.levels[$0.level] }
            let isShown = (0..<(size?.height ?? 0)).reversed().flatMap { y in
                (0..<(size?.width ?? 0)).map { x in x < target.width && y < target.height && written[y * target.width + x] != 0 }
            }
            picture = try replayer.picture(attachment, layer: layer, of: draw, as: display, isShown: isShown)
        }
        // The caller's device also executes the draw on the cleared images, and must leave the same bits as the reference renderer.
        let found = try whole.attachments.map(replayer.hash)
        try walk.run(from: draw, through: draw) { _, _, target in
            try walk.clearColors(of: target)
            return false
        }
        return (picture, try whole.attachments.map(replayer.hash) == found)
    }

    private func title(of overlay: Overlay, _ draw: CapturedDraw, _ scope: OverlayScope, _ frame: CapturedFrame) -> String {
        overlay.title(in: vocabulary, scope == .draw ? DrawSettings(of: draw, in: frame) : nil)
    }
    private func clearedPicture(_ overlay: Overlay, _ draw: CapturedDraw, _ frame: CapturedFrame, _ attachment: AttachmentName, _ layer: Int?,
                                _ walk: DrawWalk) throws -> OverlayImage {
        let first = overlay == .clearPass ? frame.firstDraw(ofPass: draw.pass) : draw
        try walk.run(from: first, through: draw) { pass, target in
            if overlay == .clearPass, pass == draw.pass { try walk.clearColors(of: target) }
        } visit: { _, _, target in
            if overlay == .clearDraw { try walk.clearColors(of: target) }
            return false
        }
        return OverlayImage(overlay, title(of: overlay, draw, .draw, frame), draw,
                            picture: try walk.replayer.picture(attachment, layer: layer, of: draw).picture, isProven: true)
    }

    // MARK: Counting

    /// - Parameters:
    ///   - overlays: The overlays to make. An overlay that draws with another pipeline state (see `changed`) must be the only overlay of the
    ///     list.
    ///   - image: The image whose pixels are counted.
    private func counted(_ overlays: [Overlay], _ draw: CapturedDraw, _ frame: CapturedFrame, _ scope: OverlayScope, _ image: RecordedAttachment,
                         _ target: Framebuffer, _ walk: DrawWalk) throws -> (numbers: [[Double]], isProven: Bool) {
        let first = switch scope {
        case .draw: draw
        case .pass: frame.firstDraw(ofPass: draw.pass)
        case .image, .frame: frame.draws[0]
        }
        let wanted = Set(overlays.flatMap(\.quantities)),
            counter = FragmentCounter(width: target.width, height: target.height, FragmentCounter.Quantity.allCases.filter(wanted.contains))
        var changed: [ObjectIdentifier: Pipeline] = [:], cull = CullMode.none
        try walk.run(from: first, through: draw) { visited, call, reached in
            guard frame.isCounted(visited, scope, draw, image) else { return false }
            counter.firstLayer = reached.isLayered ? image.slice : 0
            cull = call.pipeline.state.cull
            guard let state = overlays[0].changed(call.pipeline.state) else {
                try walk.execute(call, reached, counting: counter)
                return true
            }
            let pipeline = try changed[ObjectIdentifier(call.pipeline)]
                ?? walk.replayer.device.makePipeline(program: call.pipeline.program, vertexLayout: call.pipeline.vertexLayout, state: state)
            changed[ObjectIdentifier(call.pipeline)] = pipeline
            try walk.execute(call.with(pipeline: pipeline), reached, counting: counter)
            return false
        }
        let isProven = try overlays[0].changed(RasterState()) != nil || walk.proves(draw)
        return (overlays.map { Self.numbers($0, $0.quantities.map(counter.values), cull) }, isProven)
    }
    /// Returns the counts pixel by pixel, the bottom row first. The counted draws are all draws before event `end` that contribute
    /// to the image's contents.
    private func followed(_ overlays: [Overlay], before end: Int, toward image: RecordedAttachment,
                          _ replayer: Replayer) throws -> (numbers: [[Double]], subject: OverlaySubject) {
        let quantities = overlays.compactMap(\.workQuantity), counter = WorkCounter(quantities, stepLimit: stepLimit(on: replayer.device.options))
        let attachment = Attachment(replayer.textures[image.texture], level: image.level, slice: image.slice)
        let commands = try replayer.commands(before: end)
        try replayer.loadContents()
        try counter.execute(commands, toward: attachment, on: replayer.device)
        return (quantities.map { counter.values($0, of: attachment) }, replayer.subject(of: image, counter))
    }
    /// - Parameter values: The values of the overlay's quantities.
    private static func numbers(_ overlay: Overlay, _ values: [[Double]], _ cull: CullMode) -> [Double] {
        switch overlay {
        case .drawcall: zip(values[0], values[1]).map { $1 > 0 ? 2 : $0 > 0 ? 1 : 0 }
        case .wireframe: values[0].map { $0 > 0 ? 1 : 0 }
        case .depth, .stencil: zip(values[0], values[1]).map { ($0 > 0 ? 1 : 0) + ($1 > 0 ? 2 : 0) }
        case .backFace:
            zip(values[0], values[1]).map { front, back in
                let isKept = (front > 0 && cull != .front && cull != .frontAndBack) || (back > 0 && cull != .back && cull != .frontAndBack)
                let isCulled = (front > 0 && (cull == .front || cull == .frontAndBack)) || (back > 0 && (cull == .back || cull == .frontAndBack))
                return (isKept ? 1 : 0) + (isCulled ? 2 : 0)
            }
        default: values[0]
        }
    }

    private func viewport(of draw: CapturedDraw, in frame: CapturedFrame, _ target: Framebuffer) -> [Double] {
        let record = frame.recordedDraw(draw), v = record.viewport
        var result: [Double] = []
        result.reserveCapacity(target.width * target.height)
        for y in 0..<target.height {
            for x in 0..<target.width {
                let centerX = Float(x) + 0.5, centerY = Float(y) + 0.5
                let isInside = centerX >= v.x && centerX < v.x + v.width && centerY >= v.y && centerY < v.y + v.height
                let isKept = record.scissor.map { x >= $0.x && y >= $0.y && x - $0.x < $0.width && y - $0.y < $0.height } ?? true
                result.append(isInside ? isKept ? 2 : 1 : 0)
            }
        }
        return result
    }
}

extension Overlay {
    /// The quantities that the overlay counts.
    fileprivate var quantities: [FragmentCounter.Quantity] {
        switch self {
        case .drawcall: [.covered, .written]
        case .wireframe: [.covered]
        case .depth: [.depthPassed, .depthFailed]
        case .stencil: [.stencilPassed, .stencilFailed]
        case .backFace: [.frontFacing, .backFacing]
        case .quadOverdraw: [.shadedQuads]
        case .triangleSize: [.area]
        case .overdraw: [.written]
        case .invocations: [.shaded]
        case .discard: [.discarded]
        case .mipLevel: [.mipLevel]
        case .earlyTest: [.earlyKilled]
        case .cost: [.operations]
        case .viewport, .nan, .clipping, .clearDraw, .clearPass: []
        }
    }
    /// Returns the pipeline state for counting the overlay's fragments; nil if the draw's own state is right for counting. Draws
    /// with a changed state write to no attachment.
    fileprivate func changed(_ state: RasterState) -> RasterState? {
        var state = state
        state.cull = .none
        switch self {
        case .backFace: break
        case .wireframe:
            state.polygonMode = .line
            state.lineWidth = 1
        default: return nil
        }
        return state
    }
}

extension CapturedFrame {
    func firstDraw(ofPass pass: Int) -> CapturedDraw { draws.first { $0.pass == pass } ?? draws[0] }
    func recordedDraw(_ draw: CapturedDraw) -> RecordedDraw {
        guard case .draw(let record) = events[draw.event] else { preconditionFailure("the outline gives events of draws") }
        return record
    }
}

extension CapturedFrame {
    /// Returns whether an overlay with this scope counts a draw. The overlay belongs to the draw `last`, and the draw is `last` or an
    /// earlier draw. Overlays whose `followsPasses` is true also count draws into other images.
    /// - Parameter image: The overlay's image. In a layered framebuffer, only images of the same layer are counted.
    fileprivate func isCounted(_ draw: CapturedDraw, _ scope: OverlayScope, _ last: CapturedDraw, _ image: RecordedAttachment) -> Bool {
        switch scope {
        case .draw: return draw == last
        case .pass: return draw.pass == last.pass
        case .image, .frame:
            let isLayered = table.framebuffers[last.framebuffer].isLayered
            let images = table.images(of: last.framebuffer).filter { !isLayered || $0.slice == image.slice }
            return !Set(table.images(of: draw.framebuffer)).isDisjoint(with: images)
        }
    }
}

extension Capture {
    /// Returns overlays of a frame's result. An overlay whose `followsPasses` is true counts each draw that contributes to the result, also
    /// through an image that a later draw reads. All other overlays concern only the draws into images of the result's size: an overlay
    /// whose `hasScope` is true counts all these draws, and an overlay whose `hasScope` is false counts only the last of these draws. If no
    /// draw has images of the result's size, these other overlays are left out.
    /// - Throws: The errors of `overlays(_:of:in:attachment:layer:scope:replacing:on:)`.
    public func overlays(_ list: [Overlay], of frame: CapturedFrame, on device: Device = Device(.jit)) throws -> [OverlayImage] {
        guard let result = frame.result, let last = frame.draws.last else { return [] }
        let descriptor = frame.table.textures[result.texture].descriptor
        let size = (width: max(1, descriptor.width >> result.level), height: max(1, descriptor.height >> result.level))
        var images: [Overlay: OverlayImage] = [:]
        if let draw = frame.lastDraw(width: size.width, height: size.height) {
            let others = list.filter { !$0.followsPasses }
            for image in try overlays(others, of: draw, in: frame, scope: .frame, on: device) { images[image.overlay] = image }
        }
        let together = list.filter(\.followsPasses)
        if !together.isEmpty {
            guard size.width * size.height <= Framebuffer.countedPixelLimit else {
                throw RasterError(.unsupported, "the result of frame \(frame.number)", "has \(size.width)×\(size.height) pixels, more than can be counted",
                                  remedy: "capture a smaller picture")
            }
            let replayer = try Replayer(frame, of: self, on: device)
            let (numbers, subject) = try followed(together, before: frame.events.count, toward: result, replayer)
            let attachment = Attachment(replayer.textures[result.texture], level: result.level, slice: result.slice), found = try replayer.hash(of: attachment)
            try replayer.run()
            let isProven = try replayer.hash(of: attachment) == found, base = try replayer.picture(ofImage: attachment).picture
            for (overlay, numbers) in zip(together, numbers) {
                images[overlay] = OverlayImage(overlay, title(of: overlay, last, .frame, frame), last, .frame,
                                               PixelNumbers(width: size.width, height: size.height, bottomRowFirst: numbers), subject, over: base,
                                               in: vocabulary, isProven: isProven)
            }
        }
        return list.compactMap { images[$0] }
    }
}
