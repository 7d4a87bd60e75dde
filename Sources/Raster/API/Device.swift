// Device: makes resources. What it submits is in Commands/Device+Submit.swift, which renderers it has in Device+Renderers.swift.

import Shading
import Synchronization

/// A GPU in software: makes resources and executes commands. Devices share no state. One thread at a time may use a device and what
/// it made: a call that meets another thread's throws `deviceInUse`.
public final class Device {
    /// The renderer that executes a device's commands. All give the same bits.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Reads like the specification: scalar, on one thread, slow.
        case reference
        /// Compiles shaders and raster loops for the CPU at hand and runs them on all cores.
        case jit
    }
    /// The folder in which compiled code is kept between runs.
    public enum CodeCacheLocation: Sendable, Hashable {
        /// `$RASTER_CODE_CACHE`, or `$XDG_CACHE_HOME/raster`, or `~/.cache/raster`.
        case standard
        /// A folder at this path, which is made when it is not there.
        case directory(String)
        /// Nothing is kept; each run compiles anew.
        case none
    }
    /// Settings of a device that hold for all its life. The defaults are good for most programs.
    public struct Options: Sendable, Hashable {
        /// Iterations that a shader's loops may take per quad and run before it is stopped with `shaderDidNotEnd`: 1…2³¹ − 1. jit
        /// counts them for as many quads as run together, so quads that part in their loops may be stopped sooner.
        public var shaderStepLimit = 1 << 22
        /// jit: threads that draw, the caller's included, 1…256; nil for one per core.
        public var threads: Int?
        /// jit: pixels per vector, 4, 8 or 16; nil for the width that is fastest on the CPU. The picture is the same.
        public var lanes: Int?
        /// Bytes that the device's textures and buffers may take together, with the pictures that are being decoded to become
        /// textures: 0 or more; nil for three quarters of the memory that the machine, or the process's control group, has. A
        /// request beyond it throws `outOfMemory`.
        public var memoryLimit: Int?
        /// The folder in which jit keeps compiled code between runs.
        public var codeCache = CodeCacheLocation.standard
        /// jit: instructions of a shader (see `ShaderLimits.instructions`; leaving nested blocks counts for each block) that are
        /// compiled at most. A larger shader is drawn by the reference renderer, with the same pixels, and a line on standard
        /// error says so. 400,000: some 10 seconds.
        public var compiledInstructions = 400_000
        /// jit: instructions of a shader that LLVM optimises in the background. A larger one stays as it was compiled first.
        /// 50,000: some 30 seconds.
        public var optimizedInstructions = 50_000
        /// Whether the device looks for likely mistakes that are no errors, as uniforms that nobody set, and reports each once: see
        /// `ValidationReport`. It costs time with each draw. By default on where `RASTER_VALIDATE` is 1, and in debug builds unless it is 0.
        public var validation = Device.Options.validatesByDefault
        /// The defaults.
        public init() {}
    }
    /// The settings that it was made with.
    public let options: Options
    package let renderer: any Renderer
    package let memory: MemoryBudget
    package let access = DeviceAccess()
    /// What validation mode has found; nil where it is off.
    package let validation: ValidationLog?
    /// The error that every call throws because an option is out of its range; nil when all are in theirs.
    private let refusal: RasterError?
    private var companions: [ObjectIdentifier: AnyObject] = [:]
    private let companionLock = Mutex(())
    /// Is told of what the device executes; nil for nobody.
    package var observer: (any CommandObserver)?
    /// What the device captured last; nil where it has captured nothing, while it captures, and where the last capture failed.
    public internal(set) var lastCapture: CaptureSummary?
    /// The label of the frame of several submits that is being drawn; nil outside of one.
    var frameLabel: String?

    /// A device that no variable of the environment captures; `Device+Renderers` has the others.
    init(unobserved renderer: any Renderer, options: Options) {
        self.renderer = renderer; self.options = options
        refusal = options.refusal
        validation = options.validation ? ValidationLog() : nil
        memory = MemoryBudget(limit: options.memoryLimit ?? SystemMemory.defaultLimit)
    }
    /// Bytes that the device's textures and buffers take now; see `Options.memoryLimit`.
    public var memoryInUse: Int { memory.used }

    /// Makes or draws something: with options in their ranges, by one thread at a time.
    @inline(__always)
    func use<Result>(_ body: () throws -> Result) throws -> Result {
        try access.held("device") {
            if let refusal { throw refusal }
            return try body()
        }
    }
    /// The object of a type that another layer keeps for this device, made when it is first asked for and freed with the device.
    /// Initialisers ask for it, which cannot fail: so this waits where another thread is about to ask, unlike what draws.
    package func companion<Companion: AnyObject>(_ type: Companion.Type, make: () -> Companion) -> Companion {
        var result: Companion?
        companionLock.withLock { _ in
            let companion = companions[ObjectIdentifier(type)] as? Companion ?? make()
            companions[ObjectIdentifier(type)] = companion
            result = companion
        }
        return result!
    }

    /// The renderer's name, for people: "reference", "jit (8 lanes, 4 threads)", "opengl (…)".
    public var name: String { renderer.name }

    /// The largest width, height, depth or layer count of a texture.
    public static let maximumTextureSize = 16384
    /// The largest `RasterState.lineWidth` and `pointSize`, in pixels. A larger number in gl_PointSize counts as this one.
    public static let maximumLineWidth: Float = 2048, maximumPointSize: Float = 2048
    /// Bytes of the largest buffer: 4 GiB.
    public static let maximumBufferByteCount = 1 << 32
    /// The most vertices of a draw, those of all instances together.
    public static let maximumVertexCount = 1 << 32

    /// Compiles and links two shaders of any GLSL dialect; 330 where no `#version` is given.
    /// - Throws: `ShaderError` with all diagnostics.
    public func makeProgram(vertex: ShaderSource, fragment: ShaderSource, options: ShaderCompileOptions = ShaderCompileOptions(),
                            label: String = "") throws -> Program {
        try use {
            var recording = options
            let includes = options.includeResolver.map { IncludeRecorder($0) }
            recording.includeResolver = includes
            func sources() -> ProgramSources { ProgramSources(vertex: vertex, fragment: fragment, options: options, includes: includes?.found ?? []) }
            do {
                return Program(linked: try ShaderCompiler.link(vertex: vertex, fragment: fragment, options: recording), sources: sources(), label: label, device: self)
            } catch let error as ShaderError {
                var named = error
                for i in named.diagnostics.indices { named.diagnostics[i].program = label }
                observer?.didFail(toMake: sources(), label: label, error: named)
                dropFinishedObserver()
                throw named
            }
        }
    }
    /// Compiles and links two shaders from plain text; diagnostics call them "vertex" and "fragment".
    /// - Throws: `ShaderError` with all diagnostics.
    public func makeProgram(vertex: String, fragment: String, label: String = "") throws -> Program {
        try makeProgram(vertex: ShaderSource(text: vertex, name: "vertex"), fragment: ShaderSource(text: fragment, name: "fragment"), label: label)
    }

    /// A buffer of zeros.
    /// - Throws: `RasterError` with `invalidSize` when the size is negative or over 4 GiB, and `outOfMemory`.
    public func makeBuffer(byteCount: Int, label: String = "") throws -> Buffer {
        try use { try newBuffer(byteCount: byteCount, label: label) }
    }
    private func newBuffer(byteCount: Int, label: String) throws(RasterError) -> Buffer {
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
    /// A buffer with the bytes of `elements`, as they lie in the array's memory.
    /// - Throws: `RasterError` with `invalidSize` over 4 GiB, and `outOfMemory`.
    public func makeBuffer<Element: BitwiseCopyable>(_ elements: [Element], label: String = "") throws -> Buffer {
        let buffer = try makeBuffer(byteCount: elements.count * MemoryLayout<Element>.stride, label: label)
        try buffer.update(elements)
        return buffer
    }

    /// A texture of zeros.
    /// - Throws: `RasterError` with `invalidSize` or `unsupported` for the descriptor, and `outOfMemory`.
    public func makeTexture(_ descriptor: TextureDescriptor) throws -> Texture {
        try use { try newTexture(descriptor) }
    }
    private func newTexture(_ descriptor: TextureDescriptor) throws -> Texture {
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

    /// Puts a program, a vertex layout and raster state together and checks them against each other.
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
    /// A pipeline with the commonest settings by name; the others have OpenGL's defaults. For the rest give a `RasterState`.
    public func makePipeline(program: Program, vertexLayout: VertexLayout, depth: DepthState? = nil, cull: CullMode = .none,
                             blend: BlendState? = nil, label: String = "") throws -> Pipeline {
        var state = RasterState()
        state.depth = depth; state.cull = cull
        if blend != nil { state.colorTargets = Array(repeating: ColorTargetState(blend: blend), count: 8) }
        return try makePipeline(program: program, vertexLayout: vertexLayout, state: state, label: label)
    }

    /// A framebuffer of given images, at least one and at most 8 colours, all of one size and sample count.
    /// - Parameters:
    ///   - color: Indexed by fragment output location; nil throws that output away.
    ///   - depth: An image of a depth format.
    ///   - stencil: An image of a stencil format; the one of `depth` when that has stencil too.
    ///   - label: The name that error messages call it by.
    /// - Throws: `RasterError` with `incompleteFramebuffer`, `attachmentMismatch` or `wrongDevice`.
    public func makeFramebuffer(color: [Attachment?], depth: Attachment? = nil, stencil: Attachment? = nil, label: String = "") throws -> Framebuffer {
        try validatedFramebuffer(color: color, depth: depth, stencil: stencil, label: label)
    }
    /// A framebuffer with textures of its own.
    /// - Parameters:
    ///   - width: Pixels of a row, 1…`maximumTextureSize`.
    ///   - height: Number of rows, 1…`maximumTextureSize`.
    ///   - color: The formats of the colour attachments.
    ///   - depth: A depth, stencil or combined format; nil for none.
    ///   - samples: 1 or 4 per pixel.
    ///   - label: The name that error messages call it by.
    /// - Throws: `RasterError` as `makeTexture` and `makeFramebuffer(color:depth:stencil:label:)` do.
    public func makeFramebuffer(width: Int, height: Int, color: [PixelFormat] = [.rgba8], depth: PixelFormat? = nil, samples: Int = 1,
                                label: String = "") throws -> Framebuffer {
        func make(_ format: PixelFormat) throws -> Attachment {
            Attachment(try makeTexture(TextureDescriptor(format: format, width: width, height: height, samples: samples, label: label)))
        }
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

    /// The error for the first option that is out of its range.
    var refusal: RasterError? {
        func error(_ option: String, _ value: Int, _ remedy: String) -> RasterError {
            RasterError(.invalidArgument, "Device.Options.\(option)", "is \(value)", remedy: remedy)
        }
        if !(1...Int(Int32.max)).contains(shaderStepLimit) { return error("shaderStepLimit", shaderStepLimit, "use 1 to 2³¹ − 1") }
        if let threads, !Self.threadRange.contains(threads) { return error("threads", threads, "use 1 to \(Self.threadRange.upperBound), or nil") }
        if let lanes, ![4, 8, 16].contains(lanes) { return error("lanes", lanes, "use 4, 8, 16 or nil") }
        if let memoryLimit, memoryLimit < 0 { return error("memoryLimit", memoryLimit, "use 0 or more bytes, or nil") }
        return nil
    }
}
