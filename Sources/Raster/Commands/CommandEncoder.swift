/// Records commands for `Device.submit`. While recording, nothing is drawn and no error is thrown. `submit` reports a mistake
/// together with the place of the command that has the mistake. `Device.makeCommandEncoder` makes an encoder. An encoder is a value: an
/// application can keep the encoder, change it and submit it again.
public struct CommandEncoder {
    /// The encoder's name in error messages.
    public let label: String
    /// The device that made the encoder and executes its commands. The encoder keeps the device alive.
    public let device: Device
    package private(set) var commands: [Command] = []
    package private(set) var recordingError: RasterError?
    /// Whether the device must act between two of the commands; see `SubmissionSteps`.
    private(set) var needsSteps = false
    private(set) var timestamps: [SubmissionSteps.Timestamp] = []
    /// Whether some draws have their arguments in a buffer.
    private(set) var hasIndirectDraws = false
    /// The object that reports an encoder that was never submitted; nil if validation mode is off.
    let watch: SubmissionWatch?

    package init(label: String, device: Device, site: CallSite) {
        self.label = label; self.device = device
        watch = device.validation.map { SubmissionWatch(label: label, site: site, log: $0) }
    }
    private mutating func append(_ command: Command) {
        commands.append(command)
        watch?.hasCommands = true
    }

    /// Appends commands that a layer above Raster has put together from resources of the device. The OpenGL driver calls this function
    /// instead of `render`, because OpenGL's state, which the driver keeps, outlives a pass.
    package mutating func append(contentsOf new: [Command]) {
        if SubmissionSteps.areNeeded(for: new) { needsSteps = true }
        for command in new {
            switch command {
            case .renderPass(let pass): if pass.hasIndirectDraws { hasIndirectDraws = true }
            case .dispatch(let call): if call.indirect != nil { hasIndirectDraws = true }
            default: break
            }
            append(command)
        }
    }
    /// Records one render pass into `target`.
    /// - Parameters:
    ///   - target: The images to draw to.
    ///   - clear: The values to which the pass first clears the images; by default the images keep their contents.
    ///   - label: The pass's name in error messages; by default "pass" and its number.
    ///   - body: Records the draws of the pass.
    public mutating func render(to target: Framebuffer, clear: ClearValues = .none, label: String = "",
                                _ body: (inout RenderPass) throws -> Void) rethrows {
        var pass = RenderPass(target: target, label: label.isEmpty ? "pass \(commands.count)" : label, notes: device.validation == nil ? nil : PassNotes(),
                              isRobust: device.options.robustAccess)
        try body(&pass)
        if recordingError == nil { recordingError = pass.recordingError }
        let command = pass.command(clear: clear)
        if !command.conditions.isEmpty { needsSteps = true }
        if command.hasIndirectDraws { hasIndirectDraws = true }
        append(.renderPass(command))
    }
    /// Records dispatches of compute programs. The dispatches run after the commands recorded earlier, one after the other.
    /// - Parameters:
    ///   - label: The name of the dispatches in error messages and captures; by default "compute" and its number.
    ///   - body: Records the dispatches.
    public mutating func compute(label: String = "", _ body: (inout ComputePass) throws -> Void) rethrows {
        var pass = ComputePass(label: label.isEmpty ? "compute \(commands.count)" : label, notesUnset: device.validation != nil,
                               isRobust: device.options.robustAccess)
        try body(&pass)
        if recordingError == nil { recordingError = pass.recordingError }
        if pass.hasIndirectDispatches { hasIndirectDraws = true }
        for call in pass.dispatches { append(.dispatch(call)) }
    }
    /// Copies texels unchanged between textures whose texels have equal size in bytes (glCopyImageSubData).
    /// - Parameters:
    ///   - source: The texture to read.
    ///   - level: The mip level to read.
    ///   - region: The box to read, in texels of that level; nil for the whole level.
    ///   - destination: The texture to write.
    ///   - destinationLevel: The mip level to write.
    ///   - x: The left edge of the box to write, in texels. The written box has the size of the box that is read.
    ///   - y: The lowest row of the box to write.
    ///   - z: The first slice, layer or face of the box to write.
    public mutating func copy(_ source: Texture, level: Int = 0, region: TextureRegion? = nil, to destination: Texture,
                              level destinationLevel: Int = 0, x: Int = 0, y: Int = 0, z: Int = 0) {
        let whole = source.storage.levels.indices.contains(level) ? source.region(ofLevel: level) : TextureRegion(width: 0, height: 0)
        append(.copyTexture(CopyTextureCommand(source: source, sourceLevel: level, sourceRegion: region ?? whole,
                                               destination: destination, destinationLevel: destinationLevel,
                                               destinationX: x, destinationY: y, destinationZ: z)))
    }
    /// Copies a rectangle of one image to a rectangle of another image. The copy scales if the sizes differ, converts between
    /// formats, and averages samples (glBlitFramebuffer, OpenGL 3.3 §4.3.2).
    ///
    /// Corners may lie outside of the images, at coordinates of −2³⁰ to 2³⁰. A pixel of the destination stays unchanged if it lies outside
    /// of the written rectangle or of the scissor, or if the pixel's centre corresponds to a point outside of the source image.
    /// - Parameters:
    ///   - source: The image to read.
    ///   - s: Two opposite corners of the read rectangle, in pixels of the source. Swapped corners mirror the picture.
    ///   - destination: The image to write.
    ///   - d: Two opposite corners of the written rectangle, in pixels of the destination.
    ///   - filter: How pixels are sampled if the sizes differ.
    ///   - scissor: The pixels of the destination that may change; nil for all pixels.
    ///   - aspect: The part of each texel that is copied. To copy depth or stencil alone, both formats must have this aspect.
    ///   - encodesSRGB: Whether colours of sRGB formats are converted to linear light and back. If false, the stored numbers are copied and
    ///     averaged as they are (GL_FRAMEBUFFER_SRGB).
    public mutating func blit(_ source: Attachment, from s: (x0: Int, y0: Int, x1: Int, y1: Int), to destination: Attachment,
                              in d: (x0: Int, y0: Int, x1: Int, y1: Int), filter: FilterMode = .nearest, scissor: PixelRect? = nil,
                              aspect: BlitAspect = .all, encodesSRGB: Bool = true) {
        append(.blit(BlitCommand(source: source, sourceCorners: s, destination: destination, destinationCorners: d, filter: filter, scissor: scissor,
                                 aspect: aspect, encodesSRGB: encodesSRGB)))
    }
    /// Averages the samples of a multisampled image into a single-sampled image of the same size.
    public mutating func resolve(_ source: Attachment, to destination: Attachment) {
        let w = source.texture.width, h = source.texture.height
        blit(source, from: (0, 0, w, h), to: destination, in: (0, 0, w, h))
    }
    /// Fills mip levels 1, 2, … of `texture` from level 0. Each level is an average of the previous level. The format of the
    /// texture must be filterable.
    public mutating func generateMipmaps(_ texture: Texture) { append(.generateMipmaps(texture)) }
    /// Writes into the query the time at which all commands recorded earlier are complete (glQueryCounter).
    public mutating func writeTimestamp(_ query: TimestampQuery) {
        timestamps.append(SubmissionSteps.Timestamp(command: commands.count, query: query))
        needsSteps = true
        watch?.hasCommands = true
    }
    /// Writes `elements` into `buffer`, starting at byte `offset`. The write happens after the commands recorded earlier and before
    /// the commands recorded later. The encoder copies the bytes now.
    public mutating func update<Element: BitwiseCopyable>(_ buffer: Buffer, at offset: Int = 0, with elements: [Element]) {
        append(.updateBuffer(buffer, offset: offset, bytes: elements.withUnsafeBytes { [UInt8]($0) }))
    }
}
