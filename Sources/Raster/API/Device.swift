// Device: makes resources and executes commands. No global state; one thread at a time uses a device and what it made.

import Kernel
import Shading

/// A GPU in software. One thread at a time may use it and what it made: a call that meets another thread's throws `deviceInUse`.
public final class Device {
    /// Which renderer executes.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Plain, scalar, the truth.
        case reference
        /// Compiled for the CPU at hand, on all cores; the same bits.
        case jit
    }
    /// Where compiled code is kept between runs.
    public enum CodeCacheLocation: Sendable, Hashable {
        /// `$RASTER_CODE_CACHE`, or `$XDG_CACHE_HOME/raster`, or `~/.cache/raster`.
        case standard
        case directory(String)
        case none
    }
    public struct Options: Sendable, Hashable {
        /// Iterations a shader's loops may take per quad and run before it is stopped with `shaderDidNotEnd`: 1…2³¹ − 1. jit counts
        /// them for as many quads as run together, so quads that part in their loops may be stopped sooner.
        public var shaderStepLimit = 1 << 22
        /// jit: threads that draw, the caller's included, 1…256; nil for one per core.
        public var threads: Int?
        /// jit: pixels per vector, 4, 8 or 16; nil for what the CPU does best. The picture is the same.
        public var lanes: Int?
        /// Bytes that the device's textures and buffers may take together, with the pictures that are being decoded to become
        /// textures: 0 or more; nil for three quarters of the memory that the machine, or the process's control group, has. What
        /// would take more throws `outOfMemory`.
        public var memoryLimit: Int?
        public var codeCache = CodeCacheLocation.standard
        /// jit: instructions of a shader (see `ShaderLimits.instructions`; leaving nested blocks counts for each block) that are
        /// compiled at most. A larger shader is drawn by the reference renderer, with the same pixels, and a line on standard
        /// error says so. 400,000: some 10 seconds.
        public var compiledInstructions = 400_000
        /// jit: instructions of a shader that LLVM optimises in the background. A larger one stays as it was compiled first. 50,000:
        /// some 30 seconds.
        public var optimizedInstructions = 50_000
        public init() {}
    }
    public let options: Options
    package let renderer: any Renderer
    package let memory: MemoryBudget
    package let access = DeviceAccess()
    /// Why nothing can be made with the device, if so.
    private let refusal: RasterError?
    /// What other layers keep for this device, one object per type; freed with it.
    package var companions: [ObjectIdentifier: AnyObject] = [:]

    /// Where code cannot be compiled (no LLVM library), `.jit` gives the reference renderer and says so once on standard
    /// error; `name` tells which it is. With an option out of its range, everything that the device is asked to make or to
    /// submit throws `invalidArgument`.
    public convenience init(_ kind: Kind = .jit, options: Options = Options()) {
        self.init(renderer: Device.makeRenderer(kind, options), options: options)
    }
    private static func makeRenderer(_ kind: Kind, _ options: Options) -> any Renderer {
        guard kind == .jit, options.refusal == nil else { return ReferenceRenderer(stepLimit: options.shaderStepLimit) }
        let location: CacheLocation = switch options.codeCache {
        case .standard: .standard
        case .directory(let path): .directory(path)
        case .none: .none
        }
        do {
            var kernelOptions = KernelOptions()
            kernelOptions.largestWeight = options.compiledInstructions
            kernelOptions.largestFullWeight = options.optimizedInstructions
            return try TileRenderer(lanes: options.lanes ?? KernelTarget.preferredLanes,
                                    threads: options.threads ?? min(WorkerPool.coreCount, Options.threadRange.upperBound), stepLimit: options.shaderStepLimit,
                                    options: kernelOptions, cache: CodeCache(location), forms: .quickThenFull)
        } catch {
            CompilerNotice.compiler.print("Raster draws with its slow reference renderer: \(error)")
            return ReferenceRenderer(stepLimit: options.shaderStepLimit)
        }
    }
    package init(renderer: any Renderer, options: Options = Options()) {
        self.renderer = renderer; self.options = options
        refusal = options.refusal
        memory = MemoryBudget(limit: options.memoryLimit ?? SystemMemory.defaultLimit)
    }
    /// Bytes that the device's textures and buffers take now; see `Options.memoryLimit`.
    public var memoryInUse: Int { memory.used }

    /// Makes or draws something: with options in their ranges, by one thread at a time.
    @inline(__always)
    private func use<Result>(_ body: () throws -> Result) throws -> Result {
        try access.held("device") {
            if let refusal { throw refusal }
            return try body()
        }
    }
    /// For people: "reference", "opengl (…)".
    public var name: String { renderer.name }

    /// The largest width, height, depth or layer count of a texture.
    public static let maximumTextureSize = 16384
    /// The largest `RasterState.lineWidth` and `pointSize`, in pixels. What a program writes to gl_PointSize is held below it.
    public static let maximumLineWidth: Float = 2048, maximumPointSize: Float = 2048
    /// Bytes of the largest buffer: 4 GiB.
    public static let maximumBufferByteCount = 1 << 32
    /// The most vertices of a draw, those of all instances together.
    public static let maximumVertexCount = 1 << 32

    public func makeCommandEncoder(label: String = "frame") -> CommandEncoder { CommandEncoder(label: label, device: self) }

    /// Compiles and links. Any GLSL dialect; 330 where no `#version` is given. Throws `ShaderError`.
    public func makeProgram(vertex: ShaderSource, fragment: ShaderSource, options: ShaderCompileOptions = ShaderCompileOptions(),
                            label: String = "") throws -> Program {
        try use {
            Program(linked: try ShaderCompiler.link(vertex: vertex, fragment: fragment, options: options),
                    sources: ProgramSources(vertex: vertex, fragment: fragment, options: options), label: label, device: self)
        }
    }
    /// The same from plain text; diagnostics call the files "vertex" and "fragment".
    public func makeProgram(vertex: String, fragment: String, label: String = "") throws -> Program {
        try makeProgram(vertex: ShaderSource(text: vertex, name: "vertex"), fragment: ShaderSource(text: fragment, name: "fragment"), label: label)
    }

    /// Zero-filled. Throws `invalidSize` when negative or over 4 GiB, and `outOfMemory`.
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
    /// Holds a copy of `elements`.
    public func makeBuffer<Element: BitwiseCopyable>(_ elements: [Element], label: String = "") throws -> Buffer {
        let buffer = try makeBuffer(byteCount: elements.count * MemoryLayout<Element>.stride, label: label)
        try buffer.update(elements)
        return buffer
    }

    /// Zero-filled. Throws what the descriptor is refused for, and `outOfMemory`.
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

    /// Checks program, layout and state against each other.
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
    /// The common settings by name; for the rest give a `RasterState`.
    public func makePipeline(program: Program, vertexLayout: VertexLayout, depth: DepthState? = nil, cull: CullMode = .none,
                             blend: BlendState? = nil, label: String = "") throws -> Pipeline {
        var state = RasterState()
        state.depth = depth; state.cull = cull
        if blend != nil { state.colorTargets = Array(repeating: ColorTargetState(blend: blend), count: 8) }
        return try makePipeline(program: program, vertexLayout: vertexLayout, state: state, label: label)
    }

    /// From given images. Throws `incompleteFramebuffer` or `attachmentMismatch`.
    public func makeFramebuffer(color: [Attachment?], depth: Attachment? = nil, stencil: Attachment? = nil, label: String = "") throws -> Framebuffer {
        try validatedFramebuffer(color: color, depth: depth, stencil: stencil, label: label)
    }
    /// With textures of its own. `depth` may be a combined depth-stencil format.
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

    /// Compiles what the recorded commands need and draws nothing, so that submitting them later, or others with the same
    /// pipelines, kinds of textures and formats, compiles nothing. Throws what `submit` refuses.
    public func prepare(_ encoder: CommandEncoder) throws {
        try use {
            try check(encoder)
            renderer.preparation(for: encoder.commands)?()
        }
    }
    /// The same on another thread, while this one goes on. A `submit` that needs what is still being
    /// compiled draws with quickly compiled code.
    /// Code that cannot be compiled is no error here; `submit` draws without it.
    @discardableResult
    public func prepareInBackground(_ encoder: CommandEncoder) throws -> Preparation {
        try use {
            try check(encoder)
            return Preparation(renderer.preparation(for: encoder.commands))
        }
    }

    /// Validates and executes, and returns when all is drawn. Throws before anything is drawn, but for
    /// `shaderDidNotEnd`.
    public func submit(_ encoder: CommandEncoder) throws {
        try use {
            try check(encoder)
            try renderer.execute(encoder.commands)
        }
    }
    private func check(_ encoder: CommandEncoder) throws {
        guard encoder.device === self else { throw RasterError.wrongDevice("encoder '\(encoder.label)'") }
        if let error = encoder.recordingError { throw error }
        try validate(encoder.commands)
    }
}

extension RasterError {
    static func wrongDevice(_ subject: String) -> RasterError {
        RasterError(.wrongDevice, subject, "belongs to another device", remedy: "make it with the device that uses it")
    }
}

extension Device.Options {
    fileprivate static let threadRange = 1...256

    /// The first option that is out of its range.
    fileprivate var refusal: RasterError? {
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
