// CommandFlow: finds the commands that can contribute to an image's final contents.

import Raster

package struct CommandFlow {
    /// For each command, whether the command writes the image, or writes another image or a buffer from which the image's contents are computed.
    package let isBehind: [Bool]

    /// Examines the commands from the last to the first. If a contributing command reads one image of a texture, all earlier writes
    /// to the same texture count as contributions. If a contributing command reads a buffer, all earlier writes of shaders to the
    /// buffer count as contributions, too.
    package init(_ commands: [Command], toward image: Attachment) {
        var wanted: Set<ObjectIdentifier> = [ObjectIdentifier(image.texture)]
        func isWanted(_ texture: Texture) -> Bool { wanted.contains(ObjectIdentifier(texture)) }
        func isWanted(_ call: some ShaderResources) -> Bool {
            call.writtenBuffers.contains { wanted.contains(ObjectIdentifier($0.buffer)) } || call.writtenImages.contains { isWanted($0.texture) }
        }
        func want(_ call: some ShaderResources) {
            for texture in call.textures.compactMap(\.?.texture) + call.images.compactMap(\.?.texture) {
                wanted.insert(ObjectIdentifier(texture))
                if let buffer = texture.source?.buffer { wanted.insert(ObjectIdentifier(buffer)) }
            }
            for case .some(let binding) in call.uniformBuffers { wanted.insert(ObjectIdentifier(binding.buffer)) }
            for case .some(let binding) in call.storageBuffers { wanted.insert(ObjectIdentifier(binding.buffer)) }
        }
        isBehind = commands.reversed().map { command in
            switch command {
            case .renderPass(let pass):
                let written = pass.target.attachments, draws = pass.operations.compactMap { if case .draw(let call) = $0 { call } else { nil } }
                guard written.contains(where: { isWanted($0.texture) }) || draws.contains(where: isWanted) else { return false }
                // The depth and stencil tests read the pass's depth and stencil images, so the drawn fragments depend on these images, too.
                for attachment in written { wanted.insert(ObjectIdentifier(attachment.texture)) }
                for call in draws {
                    want(call)
                    for buffer in [call.indices?.buffer] + call.vertexBuffers.map(\.?.buffer) { if let buffer { wanted.insert(ObjectIdentifier(buffer)) } }
                }
            case .dispatch(let call):
                guard isWanted(call) else { return false }
                want(call)
            case .copyTexture(let copy):
                guard isWanted(copy.destination) else { return false }
                wanted.insert(ObjectIdentifier(copy.source))
            case .blit(let blit):
                guard isWanted(blit.destination.texture) else { return false }
                wanted.insert(ObjectIdentifier(blit.source.texture))
            case .generateMipmaps(let texture): return isWanted(texture)
            case .updateBuffer: return false
            }
            return true
        }.reversed()
    }

    /// Returns whether a clear replaces all channels of the first colour attachment, or the depth attachment if the pass has no
    /// colour attachment.
    static func clears(_ values: ClearValues, mask: ClearMask = .all, _ target: Framebuffer) -> Bool {
        if let first = target.color.firstIndex(where: { $0 != nil }) { return values.color(first) != nil && mask.color(first) == .all }
        return values.depth != nil
    }
}
