// Device: makes resources. Commands/Device+Submit.swift submits commands. Device+Renderers.swift chooses the renderer.

import Host
import Shading

/// A GPU in software: makes resources and executes commands. Devices share no state. Only one thread at a time may use a device and
/// its resources. A call throws `deviceInUse` if another thread is in a call at the same time.
public final class Device {
    /// The renderer that executes a device's commands. All renderers draw the same bits.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Follows the specification step by step: scalar, on one thread, slow.
        case reference
        /// Compiles shaders, and the loops over vertices and pixels, for the present CPU. The compiled code runs on all cores.
        case jit
    }
    /// The folder in which compiled code is kept between runs.
    public enum CodeCacheLocation: Sendable, Hashable {
        /// `$RASTER_CODE_CACHE`, or `$XDG_CACHE_HOME/raster`, or `~/.cache/raster`.
        case standard
        /// The folder at this path. The device creates the folder if it does not exist.
        case directory(String)
        /// Compiled code is not kept; each run of the application compiles its shaders again.
        case none
    }
    /// The settings with which a device is made. The settings of an existing device cannot change. The defaults suit most applications.
    public struct Options: Sendable, Hashable {
        /// The maximum number of steps in one run of a shader, 1…2³¹ − 1. A step is a return from the end of a loop to its beginning, so
        /// the first iteration of a loop is no step. The steps of all loops in a run are added up. A run processes a quad: up to four
        /// vertices, pixels or invocations. A step that several of them take together counts once. If a run takes more steps, the shader
        /// is stopped with the error `shaderDidNotEnd`. In jit, all quads that run together share one count. If these quads leave their
        /// loops after different numbers of steps, jit may stop the shader sooner.
        public var shaderStepLimit = 1 << 22
        /// jit: the number of threads that draw, including the caller's, 1…256. nil means one thread per core.
        public var threads: Int?
        /// jit: the number of pixels per vector, 4, 8 or 16. nil means the fastest number on the CPU. The number does not change
        /// the picture.
        public var lanes: Int?
        /// jit: the instructions that compiled code may use. Code for an older CPU draws the same picture, at about the speed of an
        /// older CPU. nil means the value of the environment variable `RASTER_INSTRUCTIONS` (x86v2, x86v3 or host), or `host` if the
        /// variable is not set.
        public var instructionSet: InstructionSet?
        /// The maximum number of bytes, 0 or more, that all the device's textures and buffers may take together. Images that are being
        /// decoded into textures also count. nil means three quarters of the machine's memory, or of the control group's memory if this is
        /// less. A request beyond the limit throws `outOfMemory`.
        public var memoryLimit: Int?
        /// The folder in which jit keeps compiled code between runs.
        public var codeCache = CodeCacheLocation.standard
        /// jit: the maximum number of instructions in a shader that jit compiles (see `ShaderLimits.instructions`; a jump out of nested
        /// blocks counts once for each block). Larger shaders run on the reference renderer, which gives the same pixels. A line on
        /// standard error reports each larger shader. Compiling 400,000 instructions takes about 10 seconds.
        public var compiledInstructions = 400_000
        /// jit: the maximum number of instructions in a shader that LLVM optimises in the background. A larger shader keeps its
        /// first, quickly compiled code. Optimising 50,000 instructions takes about 30 seconds.
        public var optimizedInstructions = 50_000
        /// Whether the device looks for likely mistakes that are not errors, such as unset uniforms, and reports each mistake once:
        /// see `ValidationReport`. The search costs time with each draw. The default is true if
        /// the environment variable `RASTER_VALIDATE` is 1, and false if the variable has
        /// another value. If the variable is not set, the default is true only in debug builds.
        public var validation = Device.Options.validatesByDefault
        /// Whether the device accepts draws whose results OpenGL leaves undefined, as a driver must (robust buffer access). If false, the
        /// device refuses draws with undefined results. If true, these draws have the results that the following list states, no draw
        /// reads or writes memory outside of its resources, and the pixels of a draw do not depend on threads or lanes:
        ///
        /// - An attribute without a vertex buffer, or outside of its buffer, is (0, 0, 0, 0).
        /// - A draw ends at the last whole index of its index buffer. Indices have the type that the draw states, even if the application
        ///   filled the index buffer with elements of another type.
        /// - A uniform block without a buffer, or with too few bytes, reads zeros for the missing bytes. An offset that is no
        ///   multiple of 4 is rounded down.
        /// - Reads from a storage block without a buffer give zeros, and writes to such a block are lost. Reads from an image that does not
        ///   fit its uniform, or that the pass draws to, give zeros, and writes to such an image are lost. An offset of a storage block
        ///   that is no multiple of 4 is rounded down.
        /// - If the shaders of a command write a buffer that the command also reads for vertices, indices or uniform blocks, these reads
        ///   get the bytes from before the command.
        /// - A texture that does not fit its sampler reads as if no texture were bound: (0, 0, 0, 1). If a sampler compares, but the shader
        ///   reads colours, the comparison is left out.
        /// - A texture that is also an image of the pass has the texels from before the pass.
        /// - A fragment output or a clear value whose type does not fit the image's format changes nothing. Integers are not
        ///   blended.
        public var robustAccess = false
        /// Whether the device draws for applications that call OpenGL. A capture for an application that calls OpenGL describes states in
        /// OpenGL's words.
        package var servesOpenGL = false
        /// The defaults.
        public init() {}
    }
    /// The settings with which the device was made.
    public let options: Options
    package let renderer: any Renderer
    package let memory: MemoryBudget
    package let access = DeviceAccess()
    /// The mistakes that validation mode has found; nil if validation mode is off.
    package let validation: ValidationLog?
    /// The error that every call throws if an option is out of range; nil if all options are in range.
    private let refusal: RasterError?
    private var companions: [ObjectIdentifier: AnyObject] = [:]
    private let companionLock = Lock(())
    /// Receives the commands that the device executes; nil if there is no observer.
    package var observer: (any CommandObserver)?
    /// The summary of the device's last capture; nil if there was no capture, if a capture is running, or if the last capture
    /// failed.
    public internal(set) var lastCapture: CaptureSummary?
    /// The label of the current call of `frame`; nil if no call of `frame` is running.
    var frameLabel: String?

    /// Makes a device without looking at the environment variable RASTER_CAPTURE. The initialisers in `Device+Renderers` start a capture if
    /// the variable asks for a capture.
    init(unobserved renderer: any Renderer, options: Options) {
        self.renderer = renderer; self.options = options
        refusal = options.refusal
        validation = options.validation ? ValidationLog() : nil
        memory = MemoryBudget(limit: options.memoryLimit ?? SystemMemory.defaultLimit)
    }
    /// The number of bytes that the device's textures and buffers take now; see `Options.memoryLimit`.
    public var memoryInUse: Int { memory.used }

    /// Calls `body` while no other thread is inside the device. Throws if another thread is inside the device, or if an option is
    /// out of range.
    @inline(__always)
    func use<Result>(_ body: () throws -> Result) throws -> Result {
        try access.held("device") {
            if let refusal { throw refusal }
            return try body()
        }
    }
    /// Does the same as `use`, for a `body` that is code of the application and therefore runs with the application's floating-point
    /// settings.
    func useByHost<Result>(_ body: () throws -> Result) throws -> Result {
        try access.heldByHost("device") {
            if let refusal { throw refusal }
            return try body()
        }
    }
    /// Returns the device's only object of the class `type`. Another layer defines this class. The first call makes the object. The object
    /// is freed with the device. If another thread is inside the device, the function waits for that thread instead of throwing
    /// `deviceInUse`, because initialisers that cannot throw call this function.
    package func companion<Companion: AnyObject>(_ type: Companion.Type, make: () -> Companion) -> Companion {
        var result: Companion?
        companionLock.withLock { _ in
            let companion = companions[ObjectIdentifier(type)] as? Companion ?? make()
            companions[ObjectIdentifier(type)] = companion
            result = companion
        }
        return result!
    }

    /// The renderer's name for display: "reference", "jit (8 lanes, 4 threads)", "opengl (…)".
    public var name: String { renderer.name }

    /// The maximum width, height, depth or layer count of a texture.
    public static let maximumTextureSize = 16384
    /// The sample counts per pixel that textures and framebuffers may have, in ascending order.
    public static let sampleCounts = SamplePositions.counts
    /// The largest permitted values of `RasterState.lineWidth` and `RasterState.pointSize`, in pixels. A larger gl_PointSize is reduced to
    /// `maximumPointSize`.
    public static let maximumLineWidth: Float = 2048, maximumPointSize: Float = 2048
    /// The maximum size of a buffer in bytes: 4 GiB.
    public static let maximumBufferByteCount = 1 << 32
    /// The maximum number of vertices in a draw, summed over all instances.
    public static let maximumVertexCount = 1 << 32

    /// The maximum number of work groups of a dispatch along each of x, y and z.
    public static let maximumWorkGroupCount = 65535
    /// The maximum number of invocations of a dispatch, summed over all work groups. This limit keeps a dispatch from running for days, as
    /// `maximumVertexCount` keeps a draw from running for days.
    public static let maximumInvocationCount = 1 << 32

    /// Makes a buffer of zeros.
    /// - Throws: `RasterError` with `invalidSize` if the size is negative or over 4 GiB, or with `outOfMemory`.
    public func makeBuffer(byteCount: Int, label: String = "") throws -> Buffer {
        try use { try newBuffer(byteCount: byteCount, label: label) }
    }
    func newBuffer(byteCount: Int, label: String) throws(RasterError) -> Buffer {
        let subject = label.isEmpty ? "buffer" : "buffer '\(label)'"
        guard (0...Device.maximumBufferByteCount).contains(byteCount) else {
            throw RasterError(.invalidSize, subject, "cannot have \(byteCount) bytes", remedy: "use 0 to 4 GiB")
        }
        let share = try memory.take(byteCount, for: subject)
        guard let buffer = Buffer(byteCount: byteCount, label: label, device: self, share: share) else {
            throw RasterError(.outOfMemory, subject, "of \(byteCount) bytes does not fit into memory", remedy: "free memory, or use a smaller buffer")
        }
        return buffer
    }
    /// Makes a buffer with a byte-by-byte copy of the array `elements`.
    /// - Throws: `RasterError` with `invalidSize` if the elements take over 4 GiB, or with `outOfMemory`.
    public func makeBuffer<Element: BitwiseCopyable>(_ elements: [Element], label: String = "") throws -> Buffer {
        let buffer = try makeBuffer(byteCount: elements.count * MemoryLayout<Element>.stride, label: label)
        try buffer.update(elements)
        return buffer
    }

    /// Makes a texture of zeros.
    /// - Throws: `RasterError` with `invalidSize` or `unsupported` if the descriptor is invalid, or with `outOfMemory`.
    public func makeTexture(_ descriptor: TextureDescriptor) throws -> Texture {
        try use { try newTexture(descriptor) }
    }
    func newTexture(_ descriptor: TextureDescriptor) throws(RasterError) -> Texture {
        try descriptor.validate()
        let subject = descriptor.label.isEmpty ? "texture" : "texture '\(descriptor.label)'"
        let layout = TexelStorage.Layout(width: descriptor.width, height: descriptor.height, slices: descriptor.slices,
                                         depthShrinks: descriptor.type == .d3, mipLevels: descriptor.mipLevels, samples: descriptor.samples,
                                         bytesPerTexel: descriptor.format.bytesPerTexel)
        let share = try memory.take(layout.byteCount, for: subject)
        guard let storage = TexelStorage(layout, share: share) else {
            throw RasterError(.outOfMemory, subject, "does not fit into memory", remedy: "free memory, or use a smaller texture")
        }
        return Texture(descriptor: descriptor, device: self, storage: storage)
    }

    /// Combines a program, a vertex layout and raster state, and checks that they fit together.
    /// - Throws: `RasterError` with `invalidArgument`, `invalidFormat`, `unknownAttribute`, `attributeTypeMismatch` or
    ///   `wrongDevice`.
    public func makePipeline(program: Program, vertexLayout: VertexLayout, state: RasterState, label: String = "") throws -> Pipeline {
        try use {
            guard program.owner === self else { throw RasterError.wrongDevice(program.name) }
            let fetch = try resolveVertexFetch(program: program, layout: vertexLayout)
            try state.validate(program: program)
            let pipeline = Pipeline(program: program, vertexLayout: vertexLayout, state: state, label: label, fetch: fetch, device: self)
            try renderer.prepare(pipeline)
            return pipeline
        }
    }
    /// Makes a pipeline from the most common settings. All other settings have OpenGL's defaults; to change them, pass a
    /// `RasterState`.
    public func makePipeline(program: Program, vertexLayout: VertexLayout, depth: DepthState? = nil, cull: CullMode = .none,
                             blend: BlendState? = nil, label: String = "") throws -> Pipeline {
        var state = RasterState()
        state.depth = depth; state.cull = cull
        if blend != nil { state.colorTargets = Array(repeating: ColorTargetState(blend: blend), count: 8) }
        return try makePipeline(program: program, vertexLayout: vertexLayout, state: state, label: label)
    }

    /// Makes a framebuffer from existing images: at least one image, at most 8 colour attachments, all of equal sample count. If
    /// the sizes differ, passes draw to the pixels that all images have.
    /// - Parameters:
    ///   - color: The colour attachments, indexed by fragment output location. A nil entry discards the output of its location.
    ///   - depth: An image of a depth format.
    ///   - stencil: An image of a stencil format. If the format of `depth` has stencil too, `stencil` must be the same image as
    ///     `depth`.
    ///   - encodesSRGB: See `Framebuffer.encodesSRGB`.
    ///   - label: The framebuffer's name in error messages.
    /// - Throws: `RasterError` with `incompleteFramebuffer`, `attachmentMismatch` or `wrongDevice`.
    public func makeFramebuffer(color: [Attachment?], depth: Attachment? = nil, stencil: Attachment? = nil, encodesSRGB: Bool = true,
                                label: String = "") throws -> Framebuffer {
        try validatedFramebuffer(color: color, depth: depth, stencil: stencil, encodesSRGB: encodesSRGB, label: label)
    }
    /// Makes a framebuffer with textures of its own. If the framebuffer has neither colours nor depth, passes only count and discard
    /// fragments (GL_FRAMEBUFFER_DEFAULT_WIDTH).
    /// - Parameters:
    ///   - width: The number of pixels per row, 1…`maximumTextureSize`.
    ///   - height: The number of rows, 1…`maximumTextureSize`.
    ///   - color: The formats of the colour attachments.
    ///   - depth: A depth, stencil or combined format; nil if the framebuffer has neither depth nor stencil.
    ///   - samples: The number of samples per pixel: 1, 2, 4, 8 or 16.
    ///   - label: The framebuffer's name in error messages.
    /// - Throws: The errors of `makeTexture` and `makeFramebuffer(color:depth:stencil:encodesSRGB:label:)`.
    public func makeFramebuffer(width: Int, height: Int, color: [PixelFormat] = [.rgba8], depth: PixelFormat? = nil, samples: Int = 1,
                                label: String = "") throws -> Framebuffer {
        func make(_ format: PixelFormat) throws -> Attachment {
            Attachment(try makeTexture(TextureDescriptor(format: format, width: width, height: height, samples: samples, label: label)))
        }
        if color.isEmpty && depth == nil { return try validatedFramebuffer(width: width, height: height, samples: samples, label: label) }
        let depthAttachment = try depth.map(make)
        let isDepth = depth?.hasDepth ?? false, isStencil = depth?.hasStencil ?? false
        return try makeFramebuffer(color: try color.map(make), depth: isDepth ? depthAttachment : nil,
                                   stencil: isStencil ? depthAttachment : nil, label: label)
    }
}

extension RasterError {
    static func wrongDevice(_ subject: String) -> RasterError {
        RasterError(.wrongDevice, subject, "belongs to another device", remedy: "make it with the device that uses it")
    }
}

extension Device.Options {
    static let threadRange = 1...256

    /// The error for the first option that is out of range; nil if all options are in range.
    var refusal: RasterError? {
        func error(_ option: String, _ value: Int, _ remedy: String) -> RasterError {
            RasterError(.invalidArgument, "Device.Options.\(option)", "is \(value)", remedy: remedy)
        }
        if !(1...Int(Int32.max)).contains(shaderStepLimit) { return error("shaderStepLimit", shaderStepLimit, "use 1 to 2³¹ − 1") }
        if let threads, !Self.threadRange.contains(threads) { return error("threads", threads, "use 1 to \(Self.threadRange.upperBound), or nil") }
        if let lanes, ![4, 8, 16].contains(lanes) { return error("lanes", lanes, "use 4, 8, 16 or nil") }
        do throws(RasterError) { _ = try resolvedInstructionSet() } catch { return error }
        if let memoryLimit, memoryLimit < 0 { return error("memoryLimit", memoryLimit, "use 0 or more bytes, or nil") }
        return nil
    }
}
