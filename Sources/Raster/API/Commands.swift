// Commands: the commands of an encoder, as plain values. Renderers read and execute these values.

/// A clear command inside a pass. The command clears only pixels inside the scissor.
package struct ClearCall {
    package var values: ClearValues
    package var scissor: PixelRect?
    package var mask: ClearMask
    /// The OpenGL function that the application called to clear, for captures; nil if the application does not call OpenGL.
    package var function: StaticString?
    package init(values: ClearValues, scissor: PixelRect? = nil, mask: ClearMask = .all, function: StaticString? = nil) {
        self.values = values; self.scissor = scissor; self.mask = mask; self.function = function
    }
}

package enum PassOperation {
    case draw(DrawCall)
    indirect case clear(ClearCall)
    case pushGroup(String)
    case popGroup
}

package struct RenderPassCommand {
    package var label: String
    package var target: Framebuffer
    package var clear: ClearValues
    package var operations: [PassOperation]
    /// The names of the unset uniforms for each draw, for validation mode; empty if validation mode is off.
    package var unset: [[String]] = []
    /// The changes of the condition for draws and clears, in order; empty if the pass has no condition. `Device.submit` evaluates the
    /// conditions and removes them from the pass before a renderer executes the pass.
    package var conditions: [ConditionChange] = []
    /// The operation with the index `operation`, and all operations after it up to the next change, have the condition `condition`. If
    /// `condition` is nil, these operations have no condition.
    package struct ConditionChange {
        package var operation: Int
        package var condition: RenderCondition?
        package init(operation: Int, condition: RenderCondition?) { self.operation = operation; self.condition = condition }
    }
    /// Whether some draws get their vertex counts or instance counts from a buffer or from transform feedback (`DrawCall.hasLateNumbers`).
    package var hasIndirectDraws = false
    /// Whether the shaders or the transform feedback of some draws write buffers or images.
    package var writesMemory = false
    package init(label: String, target: Framebuffer, clear: ClearValues, operations: [PassOperation]) {
        self.label = label; self.target = target; self.clear = clear; self.operations = operations
    }
}

/// Copies texels between textures whose texels have equal size, without conversion or scaling.
package struct CopyTextureCommand {
    package var source: Texture, sourceLevel: Int, sourceRegion: TextureRegion
    package var destination: Texture, destinationLevel: Int, destinationX: Int, destinationY: Int, destinationZ: Int
    /// The OpenGL function that the application called to copy, for captures; nil if the application does not call OpenGL.
    package var function: StaticString?
    package init(source: Texture, sourceLevel: Int, sourceRegion: TextureRegion, destination: Texture, destinationLevel: Int, destinationX: Int,
                 destinationY: Int, destinationZ: Int, function: StaticString? = nil) {
        self.source = source; self.sourceLevel = sourceLevel; self.sourceRegion = sourceRegion
        self.destination = destination; self.destinationLevel = destinationLevel
        self.destinationX = destinationX; self.destinationY = destinationY; self.destinationZ = destinationZ
        self.function = function
    }
}

/// Does the work of glBlitFramebuffer for one pair of attachments: scales, flips (if corners are swapped), converts formats and resolves
/// multisampling. A blit uses layer 0 of a layered attachment. The source and the destination are rectangles. Each rectangle is given by
/// two opposite corners, in pixels. The corners may lie outside of the images.
package struct BlitCommand {
    package var source: Attachment
    package var sourceCorners: (x0: Int, y0: Int, x1: Int, y1: Int)
    package var destination: Attachment
    package var destinationCorners: (x0: Int, y0: Int, x1: Int, y1: Int)
    package var filter: FilterMode
    /// The pixels of the destination that may be written; nil for all pixels.
    package var scissor: PixelRect?
    package var aspect: BlitAspect
    /// Whether colours of sRGB formats are decoded when they are read and encoded when they are written. If false, the stored numbers are
    /// copied and averaged as they are.
    package var encodesSRGB: Bool
    /// The OpenGL function that the application called to copy, for captures; nil if the application does not call OpenGL.
    package var function: StaticString?
    package init(source: Attachment, sourceCorners: (x0: Int, y0: Int, x1: Int, y1: Int), destination: Attachment,
                 destinationCorners: (x0: Int, y0: Int, x1: Int, y1: Int), filter: FilterMode, scissor: PixelRect?, aspect: BlitAspect = .all,
                 encodesSRGB: Bool = true, function: StaticString? = nil) {
        self.source = source.layer(0); self.sourceCorners = sourceCorners; self.destination = destination.layer(0)
        self.destinationCorners = destinationCorners; self.filter = filter; self.scissor = scissor
        self.aspect = aspect; self.encodesSRGB = encodesSRGB; self.function = function
    }
}

package enum Command {
    case renderPass(RenderPassCommand)
    case copyTexture(CopyTextureCommand)
    case blit(BlitCommand)
    /// Computes all mip levels after level 0 from level 0.
    case generateMipmaps(Texture)
    case updateBuffer(Buffer, offset: Int, bytes: [UInt8])
    /// Runs work groups of a compute program.
    case dispatch(DispatchCall)
}
