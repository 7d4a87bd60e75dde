/// A refused request to Raster. Nothing was changed or drawn, unless the description of the error's code says otherwise.
public typealias RasterError = Refusal<RasterErrorCode>

/// The kinds of `RasterError`, for applications that handle some kinds.
public enum RasterErrorCode: String, Sendable, Hashable {
    /// A size is out of range, or sizes that belong together do not match.
    case invalidSize
    /// A format is not defined for this use.
    case invalidFormat
    /// A number or name is not allowed.
    case invalidArgument
    /// A buffer has fewer bytes than the request reads or writes.
    case bufferTooSmall
    /// A uniform or resource of a program was set, or a draw was recorded, before `setPipeline`.
    case missingPipeline
    /// The vertex layout reads a slot without a buffer.
    case missingVertexBuffer
    /// The program has no uniform, or no uniform block, of this name.
    case unknownUniform
    /// The type of a value differs from the type of the uniform, or the value has more elements than the uniform.
    case uniformTypeMismatch
    /// A uniform block of the program has no buffer.
    case missingUniformBuffer
    /// The program has no storage block of this name.
    case unknownStorageBlock
    /// A storage block of the program has no buffer.
    case missingStorageBuffer
    /// The program has no image of this name.
    case unknownImage
    /// A texture's type or format does not match the GLSL image.
    case imageTypeMismatch
    /// The vertex layout has no entry and no constant for an attribute of the program.
    case unknownAttribute
    /// An attribute's format does not match the type that the shader declares.
    case attributeTypeMismatch
    /// The program has no sampler of this name.
    case unknownSampler
    /// A texture's type, format or comparison does not match the GLSL sampler.
    case samplerTypeMismatch
    /// The texture lacks some of the mip levels to be read.
    case incompleteTexture
    /// An attachment of a framebuffer is missing, is not renderable, or lies outside of its texture.
    case incompleteFramebuffer
    /// Attachments differ in their sample counts, or a fragment output does not fit its attachment's format.
    case attachmentMismatch
    /// A pass reads an image that it draws to.
    case feedbackLoop
    /// Raster does not support the request.
    case unsupported
    /// A resource was made by another device, or the device that made the resource no longer exists.
    case wrongDevice
    /// A file or a list of bytes is no picture of a kind that Raster reads, or is truncated or damaged.
    case invalidImage
    /// A file is not a supported model, or is damaged.
    case invalidModel
    /// A file is not a readable capture, or is damaged.
    case invalidCapture
    /// A file does not exist or is not readable.
    case fileNotReadable
    /// A file cannot be created or written.
    case fileNotWritable
    /// A shader's loop reached the step limit. The commands and draws before the shader's draw or dispatch are complete. A part of the
    /// results of this draw or dispatch may exist, too: each pixel, each word of a storage buffer and each texel of an image has either its
    /// value from before the draw or dispatch, or a value that an invocation of the shader wrote. Which pixels, words and texels have the
    /// new value depends on the renderer and on the number of threads. Nothing else has changed.
    case shaderDidNotEnd
    /// The system has no memory for the request, or the device's memory limit is reached.
    case outOfMemory
    /// Two threads called the same device, or its resources, at the same time. Of two overlapping calls, the call that began first continues.
    case deviceInUse
    /// The system lacks a part that is needed, such as a display, OpenGL or a process.
    case systemUnavailable
}
