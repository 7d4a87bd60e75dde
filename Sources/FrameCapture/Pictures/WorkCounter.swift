// WorkCounter: counts the work for each pixel of an image, in all passes that contributed to the pixel.
//
// Commands are executed one after another, draws by the reference renderer. For each drawn image, a WorkSheet holds the counts of the
// image's pixels. A draw that reads an image adds the image's counts to the pixels that the draw writes. The counts of the texels that the
// draw read are shared among the draw's fragments. The counts of a small image are therefore spread over all pixels that show the image.
// Copies, blits and the generation of mip levels copy the counts, too.

import Raster
import Shading

package final class WorkCounter {
    /// The quantities that can be followed through passes. All quantities are sums, except `mipLevel`, which keeps the finest
    /// level.
    package typealias Quantity = FragmentCounter.Quantity
    /// A pass, and the number of its draws that are counted or left out.
    package struct Pass {
        package var label: String
        package var image: Attachment?
        package var size: (width: Int, height: Int)
        package var draws: Int
    }
    /// `counted` has the passes with counted draws, in order. `leftOut` has the passes without counted draws, in order.
    package private(set) var counted: [Pass] = []
    package private(set) var leftOut: [Pass] = []

    private let quantities: [Quantity]
    private let reference: ReferenceRenderer
    private var sheets: [ImageKey: LayerOfSheet] = [:]

    /// The identity of an image. The object identity is valid as long as the image's texture lives; the image's `WorkSheet` keeps the texture alive.
    struct ImageKey: Hashable {
        var texture: ObjectIdentifier
        var level: Int
        var slice: Int
        init(_ texture: Texture, level: Int, slice: Int) { self.texture = ObjectIdentifier(texture); self.level = level; self.slice = slice }
        init(_ attachment: Attachment) { self.init(attachment.texture, level: attachment.level, slice: attachment.slice) }
    }

    /// - Parameter quantities: The quantities to count.
    package init(_ quantities: [Quantity], stepLimit: Int) {
        self.quantities = quantities
        reference = ReferenceRenderer(stepLimit: stepLimit)
    }

    /// Returns the counts of an image's pixels, the bottom row first. A pixel without counts has 0, or NaN for mip levels.
    package func values(_ quantity: Quantity, of image: Attachment) -> [Double] {
        let size = image.texture.storage.levels[image.level]
        if let found = sheets[ImageKey(image)] { return found.sheet.values(quantity, layer: found.layer, width: size.width, height: size.height) }
        return [Double](repeating: WorkSheet.none(quantity), count: size.width * size.height)
    }

    /// Executes validated commands. Counts the draws that can contribute to an image; `device` executes all other commands.
    package func execute(_ commands: [Command], toward image: Attachment, on device: Device) throws {
        let flow = CommandFlow(commands, toward: image)
        for (number, command) in commands.enumerated() {
            // The caller may have cancelled the task.
            try Task.checkCancellation()
            if case .renderPass(let pass) = command {
                let described = Pass(label: pass.label, image: pass.target.writes(image) ? image : pass.target.attachments.first,
                                     size: (pass.target.width, pass.target.height),
                                     draws: pass.operations.count { if case .draw = $0 { true } else { false } })
                if flow.isBehind[number] {
                    if described.draws > 0 { counted.append(described) }
                    try count(pass, on: device)
                    continue
                }
                if described.draws > 0 { leftOut.append(described) }
            }
            try device.submit([command])
            if flow.isBehind[number] { transfer(command) }
        }
    }

    // MARK: Passes

    private func count(_ pass: RenderPassCommand, on device: Device) throws {
        for attachment in pass.target.attachments { try attachment.texture.prepareForHostAccess() }
        try reference.execute([.renderPass(RenderPassCommand(label: pass.label, target: pass.target, clear: pass.clear, operations: []))])
        let sheet = try openSheet(of: pass)
        sheet.begin()
        for operation in pass.operations {
            try Task.checkCancellation()
            switch operation {
            case .draw(let call): try count(call, pass, sheet)
            case .clear(let clear):
                try reference.execute([.renderPass(RenderPassCommand(label: pass.label, target: pass.target, clear: .none, operations: [operation]))])
                guard CommandFlow.clears(clear.values, mask: clear.mask, pass.target) else { continue }
                let whole = PixelRect(x: 0, y: 0, width: sheet.width, height: sheet.height)
                sheet.end()
                sheet.forget(clear.scissor ?? whole)
                sheet.begin()
            case .pushGroup, .popGroup: break
            }
        }
        sheet.end()
    }

    private func count(_ call: DrawCall, _ pass: RenderPassCommand, _ sheet: WorkSheet) throws {
        for case .some(let binding) in call.textures { try binding.texture.prepareForHostAccess() }
        let reads = ReadSheets(call.textures, sheets)
        for read in reads.all { read.isHandedOn = true }
        let isOpaque = call.pipeline.state.replacesColors(of: pass.target)
        let alone = [Command.renderPass(RenderPassCommand(label: pass.label, target: pass.target, clear: .none, operations: [.draw(call)]))]
        // If a draw reads no counted images, and cannot remove counts from its own images, its shaders need not be observed.
        if reads.isEmpty && !(isOpaque && sheet.hasStale) { return try reference.execute(alone, observer: sheet.counter) }
        let runner = WorkRunner(sheet, reads, call.textures, isOpaque: isOpaque)
        try reference.execute(alone, observer: ObserverPair(runner, sheet.counter))
        runner.finish()
    }

    /// Returns the sheet of a pass's images, and removes the counts that the pass's clear makes invalid. The images of a pass share a sheet,
    /// so a later draw that reads several of these images counts the earlier draws only once. If the first of these images belonged to
    /// another sheet before, the new sheet starts with a copy of that sheet's counts. The layers of a layered target share a sheet, too; each
    /// layer has its own counts.
    private func openSheet(of pass: RenderPassCommand) throws -> WorkSheet {
        let target = pass.target, images = target.attachments.uniqued, keys = Set(images.map(ImageKey.init))
        let colors = target.color.compactMap { $0 }, first = colors.first ?? images.first
        let known = first.flatMap { sheets[ImageKey($0)] }
        let isCleared = CommandFlow.clears(pass.clear, target)
        let sheet: WorkSheet
        if let known, known.sheet.layerCount == target.layerCount, Set(known.sheet.members.map(ImageKey.init)) == keys {
            sheet = known.sheet
            if isCleared { sheet.forget() }
        } else {
            // The images of a pass may have different sizes, so the sheet gets the largest width and height.
            let sizes = images.map { $0.texture.storage.levels[$0.level] }
            let width = sizes.map(\.width).max() ?? target.width, height = sizes.map(\.height).max() ?? target.height
            try target.requireCountable(width * height * target.layerCount)
            sheet = WorkSheet(width: width, height: height, layerCount: target.layerCount, quantities, members: images)
            for layer in 0..<target.layerCount {
                let known = first.flatMap { sheets[ImageKey($0.layer(layer))] }
                if let known, !isCleared { sheet.take(known, into: layer) }
                // Earlier draws that wrote only the pass's depth image contribute, too, because the pass's fragments are tested against
                // this image.
                if !colors.isEmpty, let depth = target.depth, pass.clear.depth == nil, let before = sheets[ImageKey(depth.layer(layer))],
                   before.sheet !== known?.sheet, before.sheet.isDepthAlone {
                    sheet.take(before, into: layer)
                }
            }
        }
        for layer in 0..<target.layerCount {
            for image in images { sheets[ImageKey(image.layer(layer))] = LayerOfSheet(sheet: sheet, layer: layer) }
        }
        return sheet
    }

    // MARK: Transfers

    private func transfer(_ command: Command) {
        switch command {
        case .copyTexture(let copy):
            let region = copy.sourceRegion, (x, y) = (copy.destinationX, copy.destinationY)
            for layer in 0..<region.depth {
                move(from: Attachment(copy.source, level: copy.sourceLevel, slice: region.z + layer),
                     (region.x, region.y, region.x + region.width, region.y + region.height),
                     to: Attachment(copy.destination, level: copy.destinationLevel, slice: copy.destinationZ + layer),
                     (x, y, x + region.width, y + region.height))
            }
        case .blit(let blit): move(from: blit.source, blit.sourceCorners, to: blit.destination, blit.destinationCorners, within: blit.scissor)
        case .generateMipmaps(let texture):
            let levels = texture.storage.levels
            for level in levels.indices.dropFirst() {
                let (from, to) = (levels[level - 1], levels[level])
                for slice in 0..<min(from.slices, to.slices) {
                    move(from: Attachment(texture, level: level - 1, slice: slice), (0, 0, from.width, from.height),
                         to: Attachment(texture, level: level, slice: slice), (0, 0, to.width, to.height))
                }
            }
        case .renderPass, .updateBuffer, .dispatch: break
        }
    }
    /// Copies counts as a transfer copies texels: the source's counts replace the destination's counts.
    private func move(from source: Attachment, _ a: (x0: Int, y0: Int, x1: Int, y1: Int), to destination: Attachment,
                      _ b: (x0: Int, y0: Int, x1: Int, y1: Int), within scissor: PixelRect? = nil) {
        let from = sheets[ImageKey(source)], known = sheets[ImageKey(destination)]
        guard from != nil || known != nil else { return }
        let size = destination.texture.storage.levels[destination.level]
        let to = known ?? LayerOfSheet(sheet: WorkSheet(width: size.width, height: size.height, quantities, members: [destination]), layer: 0)
        sheets[ImageKey(destination)] = to
        from?.sheet.isHandedOn = true
        let read = source.texture.storage.levels[source.level]
        to.sheet.replace(b, ofLayer: to.layer, from: from, a, sourceSize: (read.width, read.height), within: scissor)
    }
}

extension RasterState {
    /// Returns whether the draw's fragments replace the stored colours completely: without blending, without logic operations and
    /// without write masks.
    fileprivate func replacesColors(of target: Framebuffer) -> Bool {
        target.color.indices.allSatisfy { index in
            guard target.color[index] != nil else { return true }
            let state = colorTarget(index)
            return state.blend == nil && logicOperation == nil && state.writeMask == .all
        }
    }
}

extension [Attachment] {
    /// The attachments without duplicates, because depth and stencil are often one image.
    fileprivate var uniqued: [Attachment] {
        reduce(into: []) { list, image in if !list.contains(where: { $0.isSameImage(as: image) }) { list.append(image) } }
    }
}
