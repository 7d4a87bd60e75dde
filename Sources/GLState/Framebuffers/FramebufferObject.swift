import Raster

/// A framebuffer object (OpenGL ES 3.0.6 §4.4).
package final class FramebufferObject {
    package let name: GLuint
    package var label = ""
    package private(set) var color: [FramebufferAttachment?] = Array(repeating: nil, count: GLLimits.colorAttachments)
    package private(set) var depth: FramebufferAttachment?
    package private(set) var stencil: FramebufferAttachment?
    /// For each output of fragment shaders, the attachment to which the output is written, or GL_NONE. In OpenGL ES, an output can be
    /// written only to the attachment with the output's number.
    package private(set) var drawBuffers: [GLenum] = [GL_COLOR_ATTACHMENT0] + Array(repeating: GL_NONE, count: GLLimits.colorAttachments - 1)
    /// The colour attachment from which reads and copies take pixels; GL_NONE if reads and copies have no source.
    package var readBuffer = GL_COLOR_ATTACHMENT0

    /// The size of a framebuffer without attachments, and its number of samples per pixel (OpenGL ES 3.1 §9.2.1).
    var defaults = DefaultSize() { didSet { resolved = nil } }

    struct DefaultSize {
        /// Programs can set and query `layers`, but the number has no effect: draws without images count samples in all layers.
        var width = 0, height = 0, samples = 0, layers = 0
        var hasFixedSampleLocations = false
        /// Whether width and height are above 0, so that draws have pixels.
        var isUsable: Bool { width > 0 && height > 0 }
        /// The number of samples that draws use.
        var drawnSamples: Int { samples > 0 ? GLLimits.sampleCount(atLeast: samples) : 1 }
    }

    /// All attachments, and the versions of their images when `resolved` was made.
    private var attached: [FramebufferAttachment] = []
    private var versions: [Int] = []
    private var resolved: Result?

    private struct Result {
        var status: FramebufferStatus
        var target: Framebuffer?
    }

    package init(name: GLuint) { self.name = name }

    // MARK: Attachments

    /// A place to which an image is attached.
    package enum Point: Equatable { case color(Int), depth, stencil, depthAndStencil }

    package func attach(_ attachment: FramebufferAttachment?, to point: Point) {
        switch point {
        case .color(let index): color[index] = attachment
        case .depth: depth = attachment
        case .stencil: stencil = attachment
        case .depthAndStencil: depth = attachment; stencil = attachment
        }
        didChangeAttachments()
    }
    /// Detaches all images for which the condition holds.
    package func detach(where condition: (FramebufferAttachment) -> Bool) {
        for i in color.indices { if let attachment = color[i], condition(attachment) { color[i] = nil } }
        if let attachment = depth, condition(attachment) { depth = nil }
        if let attachment = stencil, condition(attachment) { stencil = nil }
        didChangeAttachments()
    }
    private func didChangeAttachments() {
        attached = color.compactMap { $0 } + [depth, stencil].compactMap { $0 }
        resolved = nil
    }
    package func setDrawBuffers(_ buffers: [GLenum]) {
        for i in drawBuffers.indices { drawBuffers[i] = i < buffers.count ? buffers[i] : GL_NONE }
        resolved = nil
    }
    /// For each output of fragment shaders, the attachment to which the output is written; nil if there is no such attachment.
    package var drawnColors: [FramebufferAttachment?] { drawBuffers.map { $0 == GL_NONE ? nil : color[Int($0 - GL_COLOR_ATTACHMENT0)] } }
    /// The attachment from which reads and copies take pixels; nil if there is no such attachment.
    package var readAttachment: FramebufferAttachment? {
        readBuffer == GL_NONE ? nil : color[Int(readBuffer - GL_COLOR_ATTACHMENT0)]
    }

    // MARK: The images of the attachments

    private func resolve(_ context: GLContext) throws(GLError) -> Result {
        if let resolved, isCurrent { return resolved }
        for attachment in attached where attachment.isLayered { try attachment.texture?.gatherFaces(level: attachment.level, on: context.device) }
        var result = Result(status: FramebufferStatus(of: self, version: context.version))
        if result.status.isComplete {
            result.target = try makeTarget(context.device)
        }
        versions = attached.map(\.imageVersion)
        resolved = result
        return result
    }
    private var isCurrent: Bool {
        for i in attached.indices where attached[i].imageVersion != versions[i] { return false }
        return true
    }
    private func makeTarget(_ device: Device) throws(GLError) -> Framebuffer {
        var outputs: [Attachment?] = drawnColors.map { $0?.image }
        while let last = outputs.last, last == nil { outputs.removeLast() }
        let depth = depth?.image, stencil = stencil?.image
        return try GLError.rethrowing {
            if outputs.isEmpty && depth == nil && stencil == nil {
                // If nothing is attached, draws write nothing, but queries count the samples, so the framebuffer needs a size.
                let size = attached.first?.image?.size ?? (width: defaults.width, height: defaults.height)
                let samples = attached.first?.image?.samples ?? defaults.drawnSamples
                return try device.makeFramebuffer(width: size.width, height: size.height, color: [], samples: samples, label: captureName)
            }
            return try device.makeFramebuffer(color: outputs, depth: depth, stencil: stencil, label: captureName)
        }
    }

    package func status(_ context: GLContext) throws(GLError) -> FramebufferStatus { try resolve(context).status }

    /// Returns the images that draws write.
    package func target(_ context: GLContext) throws(GLError) -> Framebuffer {
        let result = try resolve(context)
        guard let target = result.target else { throw .invalidFramebufferOperation(result.status.reason) }
        mark(context.commands)
        return target
    }
    /// Notes that the pending commands use the images.
    package func mark(_ commands: PendingCommands) {
        for attachment in attached { attachment.mark(commands) }
    }

    /// The number of samples of the images; 0 if there is one sample for each pixel.
    package var samples: Int {
        let samples = attached.first?.image?.samples ?? (attached.isEmpty ? defaults.drawnSamples : 1)
        return samples > 1 ? samples : 0
    }
}
