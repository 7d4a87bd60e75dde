// Device+Renderers: which renderer a device draws with. The only file that knows both.

import Kernel
import Memory

extension Device {
    /// Makes a device. Where code cannot be compiled, because there is no LLVM library, `.jit` gives the reference renderer and
    /// says so once on standard error; `name` tells which one it is. With an option out of its range, everything that the device is
    /// asked to make or to submit throws `invalidArgument`.
    public convenience init(_ kind: Kind = .jit, options: Options = Options()) {
        self.init(kind, options: options, compiler: Device.makeCompiler(options))
    }
    /// - Parameter compiler: Makes the kernels of jit, and may be another device's too; see `makeCompiler`.
    convenience init(_ kind: Kind, options: Options, compiler: KernelCompiler) {
        self.init(renderer: Device.makeRenderer(kind, options, compiler), options: options)
    }
    /// A device on any renderer. Every device is made here, so that none can miss what RASTER_CAPTURE asks for.
    package convenience init(renderer: any Renderer, options: Options = Options()) {
        self.init(unobserved: renderer, options: options)
        captureAsEnvironmentAsks()
    }
    /// The compiler of devices that have these options.
    static func makeCompiler(_ options: Options) -> KernelCompiler {
        let location: CacheLocation = switch options.codeCache {
        case .standard: .standard
        case .directory(let path): .directory(path)
        case .none: .none
        }
        var kernelOptions = KernelOptions()
        kernelOptions.largestWeight = options.compiledInstructions
        kernelOptions.largestOptimizedWeight = options.optimizedInstructions
        return KernelCompiler(options: kernelOptions, cache: CodeCache(location))
    }
    private static func makeRenderer(_ kind: Kind, _ options: Options, _ compiler: KernelCompiler) -> any Renderer {
        guard kind == .jit, options.refusal == nil else { return ReferenceRenderer(stepLimit: options.shaderStepLimit) }
        do {
            return try TileRenderer(lanes: options.lanes ?? KernelTarget.preferredLanes,
                                    threads: options.threads ?? usualThreadCount, stepLimit: options.shaderStepLimit,
                                    compiler: compiler, tiers: .baselineThenOptimized)
        } catch {
            CompilerNotice.compiler.print("Raster draws with its slow reference renderer: \(error)")
            return ReferenceRenderer(stepLimit: options.shaderStepLimit)
        }
    }

    /// A thread for each processor; this one alone where there is little memory for the stacks and heaps of others.
    private static var usualThreadCount: Int { AddressSpace.isScarce ? 1 : min(WorkerPool.coreCount, Options.threadRange.upperBound) }

    /// - Parameter isBaseline: runs the code that is compiled quickly, and no other; else the optimised.
    /// Throws where kernels cannot be compiled here.
    package static func compiled(lanes: Int?, threads: Int, isBaseline: Bool, stepLimit: Int = Options().shaderStepLimit) throws -> Device {
        Device(renderer: try TileRenderer(lanes: lanes ?? KernelTarget.preferredLanes, threads: threads, stepLimit: stepLimit,
                                          cache: CodeCache(.standard), tiers: isBaseline ? .baseline : .optimized))
    }
}

extension TileRenderer {
    /// The tile renderer that leaves passes whose kernels cannot be compiled to the reference renderer.
    /// Throws where kernels cannot be compiled here.
    package convenience init(lanes: Int, threads: Int, stepLimit: Int, options: KernelOptions = KernelOptions(), cache: CodeCache = CodeCache(.standard),
                             tiers: TierPolicy = .optimized) throws(KernelError) {
        try self.init(lanes: lanes, threads: threads, stepLimit: stepLimit, compiler: KernelCompiler(options: options, cache: cache), tiers: tiers)
    }
    package convenience init(lanes: Int, threads: Int, stepLimit: Int, compiler: KernelCompiler, tiers: TierPolicy) throws(KernelError) {
        try self.init(lanes: lanes, threads: threads, stepLimit: stepLimit, compiler: compiler, tiers: tiers) { ReferenceRenderer(stepLimit: stepLimit) }
    }
}
