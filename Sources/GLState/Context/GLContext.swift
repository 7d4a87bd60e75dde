import Raster

/// A context of OpenGL ES: all state that its calls set and its draws use. Each function of OpenGL is a method with the function's name, in a
/// file beside the objects that the function uses. A thread must hold the lock of the `DriverDevice` while it calls a method.
package final class GLContext {
    package let version: GLVersion
    package let share: ShareGroup
    package let commands: PendingCommands
    package var device: Device { share.driver.device }

    /// The code that the next glGetError returns; GL_NO_ERROR if there was no error since the last call.
    package var errorCode: GLenum = GL_NO_ERROR
    package var debug = DebugState()

    // MARK: Objects that belong to the context
    package var framebuffers = NameTable<FramebufferObject>()
    package var vertexArrays = NameTable<VertexArrayObject>()
    package var queries = NameTable<QueryObject>()
    package var transformFeedbacks = NameTable<TransformFeedbackObject>()
    package var pipelines = NameTable<ProgramPipelineObject>()

    // MARK: Bindings
    package var buffers = BufferBindings()
    package var textureUnits: [TextureUnit]
    var imageUnits: [ImageUnit]
    package let defaultTextures = DefaultTextures()
    /// The number of the active texture unit (glActiveTexture), from 0.
    package var activeUnit = 0
    package var renderbuffer: RenderbufferObject?
    /// The framebuffer object into which draws write; nil if draws write into the surface.
    package var drawFramebuffer: FramebufferObject?
    /// The framebuffer object from which reads and copies take pixels; nil if reads and copies take pixels from the surface.
    package var readFramebuffer: FramebufferObject?
    /// `drawSurface` and `readSurface` are the images of the surfaces that are current with the context; nil if no surface is current.
    package var drawSurface: DefaultFramebuffer?
    package var readSurface: DefaultFramebuffer?
    package var surfaceBuffers = SurfaceBuffers()
    package var program: ProgramObject?
    /// The program pipeline object that is bound; nil if no object is bound. If no program is current, the programs of this object draw.
    package var pipeline: ProgramPipelineObject?
    package var vertexArray: VertexArrayObject
    package let defaultVertexArray = VertexArrayObject(name: 0)
    package var transformFeedback: TransformFeedbackObject
    package let defaultTransformFeedback = TransformFeedbackObject(name: 0)
    package var activeQueries = ActiveQueries()

    // MARK: State
    package var state = FixedState()
    package var pixelStore = PixelStore()
    /// The images whose sizes and formats the program has tested with proxy targets (OpenGL 3.3 §3.8.17).
    var proxies: [TextureKind: TextureImage] = [:]
    /// For each vertex attribute: the value that all vertices get if the attribute's array is disabled (glVertexAttrib).
    package var currentAttributes: [AttributeValue] = Array(repeating: .float(SIMD4(0, 0, 0, 1)), count: GLLimits.vertexAttributes)
    /// For each attribute location whose vertices Raster cannot read: a converted copy of the vertices.
    var convertedArrays: [Int: ConvertedArray] = [:]
    package var drawCache = DrawCache()
    package var streams = ClientStreams()
    /// The number of draws in the frame so far. Captures show this number as the place of a draw.
    package var drawNumber: UInt = 0
    /// Whether a capture may contain draws of the present frame.
    var mayCaptureDraws = false
    /// The number of primitives that transform feedback has written.
    package var writtenPrimitiveCount = 0
    /// Whether the context is a debug context. A debug context begins with debug output enabled (KHR_debug).
    package var isDebugContext = false { didSet { debug.isEnabled = isDebugContext } }
    /// Whether the program asked for robust access. All contexts have robust access, so only queries return this value.
    package var isRobustContext = false
    /// Whether the program asked for notification of resets. No context is ever lost (EXT_robustness).
    package var notifiesOfResets = false
    /// Whether draws go to a window with a back buffer. If this property is true, each swap of the window ends a frame.
    package var showsWindow = false
    /// Copies the picture to the window without a swap; nil if the surface has a back buffer, because then a swap copies the picture.
    package var showFront: (() -> Void)?
    /// Whether the context has already reported that the program calls fixed functions.
    var toldFixedFunctions = false
    /// Whether the context has been current. When the context becomes current for the first time, the viewport and the scissor get the size
    /// of the surface.
    package var wasCurrent = false

    package init(version: GLVersion, share: ShareGroup) {
        self.version = version; self.share = share
        if version.isES { state.desktop.switchOn() }
        state.clipsAfterWidening = version.isES
        commands = PendingCommands(device: share.driver.device)
        vertexArray = defaultVertexArray
        transformFeedback = defaultTransformFeedback
        imageUnits = Array(repeating: ImageUnit(version), count: GLLimits.imageUnits)
        textureUnits = (0..<GLLimits.combinedTextureUnits).map { _ in TextureUnit() }
        commands.report = { [unowned self] error in record(error, in: "a recorded draw") }
        commands.willFlush = { [unowned self] in if mayCaptureDraws { nameObjects() } }
        commands.didFlush = { [unowned self] in streams.reset() }
    }

    /// Records the error of a call. glGetError returns the error's code, and the debug output contains the error's reason.
    package func record(_ error: GLError, in function: StaticString) {
        if errorCode == GL_NO_ERROR { errorCode = error.code }
        debug.report(error, in: function)
    }

    /// Makes surfaces current with the context (eglMakeCurrent).
    package func makeCurrent(draw: DefaultFramebuffer?, read: DefaultFramebuffer?) {
        drawSurface = draw; readSurface = read
        guard !wasCurrent else { return }
        wasCurrent = true
        // Without a back buffer, draws and reads begin with the front buffer (OpenGL 3.3 §4.2.1). GL_FRONT and GL_BACK both name the
        // surface's only image.
        if version.isDesktop && draw?.hasBackBuffer == false { surfaceBuffers.draw = GL_FRONT; surfaceBuffers.read = GL_FRONT }
        let width = draw?.width ?? 0, height = draw?.height ?? 0
        state.viewport = (0, 0, width, height)
        state.scissor = PixelRect(x: 0, y: 0, width: width, height: height)
    }

    /// Checks that the context has the functions of OpenGL ES 3.1.
    package func checkES31() throws(GLError) {
        guard version.hasES31 else { throw .invalidOperation("the function belongs to OpenGL ES 3.1, and the context has \(version.name)") }
    }

    package func glGetError() throws(GLError) -> GLenum {
        defer { errorCode = GL_NO_ERROR }
        return errorCode
    }
    /// Returns after all commands have run, like glFinish, although OpenGL demands only that glFlush starts the commands.
    package func glFlush() throws(GLError) {
        commands.flush()
        showFront?()
    }
    package func glFinish() throws(GLError) {
        commands.flush()
        showFront?()
        endFrameWithoutWindow()
    }
    /// Called when the program waits for its picture or reads its picture. If the program draws without a window, this call ends the captured
    /// frame. If the context draws into a window, this call does nothing, because a frame ends when its picture is shown in the window.
    func endFrameWithoutWindow() {
        guard !showsWindow else { return }
        do { try endFrame() } catch { record(GLError(error), in: "the end of a frame") }
    }
    /// Ends the present frame, and begins the next frame. A capture consists of whole frames. All commands must have run.
    package func endFrame() throws {
        drawNumber = 0
        try device.finishFrame()
        try beginFrame()
    }
    /// Begins a frame for captures. The call does nothing if a frame has already begun.
    package func beginFrame() throws {
        try device.beginFrame(label: "frame")
        mayCaptureDraws = device.mayCaptureDraws
    }
}
