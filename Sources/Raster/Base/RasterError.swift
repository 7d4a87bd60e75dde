/// A refused request, which names the thing, the place, the problem and the remedy. Nothing has been changed or drawn when it is
/// thrown, unless the code says otherwise.
public struct RasterError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of refusal, for programs that react to some of them.
    public enum Code: String, Sendable, Hashable {
        /// A size is out of its range, or sizes that belong together do not fit.
        case invalidSize
        /// A format is not defined for this use.
        case invalidFormat
        /// A number or name is out of its range.
        case invalidArgument
        /// A buffer has fewer bytes than would be read or written.
        case bufferTooSmall
        /// Something that belongs to a program was set, or drawn, before `setPipeline`.
        case missingPipeline
        /// The vertex layout reads a slot to which no buffer is bound.
        case missingVertexBuffer
        /// The program has no uniform, or no uniform block, of this name.
        case unknownUniform
        /// A value has another type, or more elements, than the uniform of this name.
        case uniformTypeMismatch
        /// A uniform block of the program has no buffer.
        case missingUniformBuffer
        /// The vertex layout does not say where an attribute of the program comes from.
        case unknownAttribute
        /// An attribute's format does not give the type that the shader declares.
        case attributeTypeMismatch
        /// The program has no sampler of this name.
        case unknownSampler
        /// A texture's shape, format or comparison is not the one that the GLSL sampler reads.
        case samplerTypeMismatch
        /// The mip levels that are to be read are not all there.
        case incompleteTexture
        /// An attachment of a framebuffer is missing, not renderable, or lies outside of its texture.
        case incompleteFramebuffer
        /// Attachments differ in size or samples, or a fragment output does not fit its attachment's format.
        case attachmentMismatch
        /// A pass reads an image that it draws to.
        case feedbackLoop
        /// The request is understood, but Raster does not do it.
        case unsupported
        /// A resource was made by another device, or its device is gone.
        case wrongDevice
        /// A file or its bytes are no PNG or JPEG, are cut off, or damaged.
        case invalidImage
        /// A file is no model that can be read, or is damaged.
        case invalidModel
        /// A file is no capture that can be read, or is damaged.
        case invalidCapture
        /// A file is not there, or may not be read.
        case fileNotReadable
        /// A file cannot be made or written.
        case fileNotWritable
        /// A shader's loop reached the step limit. The draws before it are in the framebuffer, its own may be in part.
        case shaderDidNotEnd
        /// The system, or the device's memory limit, has no room for it.
        case outOfMemory
        /// Two threads called one device, or what it made, at the same time. The call that was there first goes on.
        case deviceInUse
        /// Something of the system's is missing: a display, an OpenGL, a process.
        case systemUnavailable
    }
    /// The kind of refusal.
    public var code: Code
    /// The thing that was refused: "vertex buffer 'mesh' at slot 0", "uniform 'mvp'".
    public var subject: String
    /// The command in which it was met: "draw 3 of pass 'shadow'". Empty when the call itself is the place.
    public var place: String
    /// The mistake, as the rest of a sentence that begins with the subject: "has 12 bytes, not room for 16".
    public var problem: String
    /// The way out: "make it larger, or write less".
    public var remedy: String

    /// The parts of the message, in the order in which it is read.
    public init(_ code: Code, _ subject: String, at place: String = "", _ problem: String, remedy: String) {
        self.code = code; self.subject = subject; self.place = place; self.problem = problem; self.remedy = remedy
    }

    /// The whole message as one line: place, subject, problem, remedy, code.
    public var description: String {
        (place.isEmpty ? "" : "\(place): ") + "\(subject) \(problem); \(remedy) [\(code.rawValue)]"
    }
}
