// RasterError: every way the API refuses a request. It names the thing, the place and the remedy.

/// A refused request. Nothing has been changed or drawn when it is thrown, unless the code says otherwise.
public struct RasterError: Error, Sendable, Hashable, CustomStringConvertible {
    public enum Code: String, Sendable, Hashable {
        case invalidSize, invalidFormat, invalidArgument
        case bufferTooSmall
        case missingPipeline, missingVertexBuffer
        case unknownUniform, uniformTypeMismatch, missingUniformBuffer
        case unknownAttribute, attributeTypeMismatch
        case unknownSampler, samplerTypeMismatch, incompleteTexture
        case incompleteFramebuffer, attachmentMismatch, feedbackLoop
        case unsupported
        case wrongDevice
        case invalidImage, invalidModel, fileNotReadable, fileNotWritable
        /// A shader loop hit the step limit: the draws before it are in the framebuffer, its own may be in part.
        case shaderDidNotEnd
        case outOfMemory
        /// Two threads called one device, or what it made, at the same time. The call that was there first goes on.
        case deviceInUse
        case systemUnavailable
    }
    public var code: Code
    /// The thing: "vertex buffer 'mesh' at slot 0", "uniform 'mvp'".
    public var subject: String
    /// Where: "draw 3 of pass 'shadow'". Empty when the call itself is the place.
    public var place: String
    public var problem: String
    /// What to do about it.
    public var remedy: String

    public init(_ code: Code, _ subject: String, at place: String = "", _ problem: String, remedy: String) {
        self.code = code; self.subject = subject; self.place = place; self.problem = problem; self.remedy = remedy
    }

    public var description: String {
        (place.isEmpty ? "" : "\(place): ") + "\(subject) \(problem); \(remedy) [\(code.rawValue)]"
    }
}
