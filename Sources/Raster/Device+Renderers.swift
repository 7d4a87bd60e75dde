// Device+Renderers: chooses a device's renderer. All other files use only the Renderer protocol.

import Host
import Kernel
import Memory

extension Device {
    /// Makes a device. If there is no LLVM library, code cannot be compiled. In this case, `.jit` draws with the reference renderer and
    /// reports this fact once on standard error; `name` is the name of the reference renderer. If an option is out of range, all calls that
    /// make resources or submit commands throw `invalidArgument`.
    public convenience init(_ kind: Kind = .jit, options: Options = Options()) {
        self.init(kind, options: options, compiler: Device.makeCompiler(options))
    }
    /// - Parameter compiler: The compiler of jit's kernels; devices may share a compiler, see `makeCompiler`.
    convenience init(_ kind: Kind, options: Options, compiler: KernelCompiler) {
        self.init(renderer: LibraryCall.perform { Device.makeRenderer(kind, options, compiler) }, options: options)
    }
    /// Makes a device with any renderer. All other initialisers call this initialiser, so RASTER_CAPTURE applies to all devices.
    package convenience init(renderer: any Renderer, options: Options = Options()) {
        self.init(unobserved: renderer, options: options)
        LibraryCall.perform { captureAsEnvironmentAsks() }
    }
    /// Makes a compiler for devices with these options.
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
            return try TileRenderer(target: KernelTarget(lanes: options.lanes, instructionSet: options.resolvedInstructionSet().kernelSet),
                                    threads: options.threads ?? usualThreadCount, stepLimit: options.shaderStepLimit,
                                    compiler: compiler, tiers: .baselineThenOptimized)
        } catch {
            CompilerNotice.compiler.print("Raster draws with its slow reference renderer: \(error)")
            return ReferenceRenderer(stepLimit: options.shaderStepLimit)
        }
    }

    /// One thread per core. If memory is scarce, only the caller's thread draws, because other threads need stacks and heaps.
    private static var usualThreadCount: Int { AddressSpace.isScarce ? 1 : min(WorkerPool.coreCount, Options.threadRange.upperBound) }

    /// - Parameter isBaseline: If true, the device runs only the quickly compiled code; if false, only the optimised code.
    /// Throws if kernels cannot be compiled on this machine.
    package static func compiled(lanes: Int?, threads: Int, isBaseline: Bool, stepLimit: Int = Options().shaderStepLimit) throws -> Device {
        Device(renderer: try TileRenderer(target: KernelTarget(lanes: lanes, instructionSet: Options().resolvedInstructionSet().kernelSet), threads: threads,
                                          stepLimit: stepLimit, compiler: KernelCompiler(cache: CodeCache(.standard)),
                                          tiers: isBaseline ? .baseline : .optimized))
    }
}

extension TileRenderer {
    /// Makes a tile renderer. The reference renderer draws the passes whose kernels cannot be compiled. Throws if kernels cannot be
    /// compiled on this machine at all.
    package convenience init(lanes: Int, instructions: Device.InstructionSet = .host, threads: Int, stepLimit: Int,
                             options: KernelOptions = KernelOptions(), cache: CodeCache = CodeCache(.standard),
                             tiers: TierPolicy = .optimized) throws(KernelError) {
        try self.init(target: KernelTarget(lanes: lanes, instructionSet: instructions.kernelSet), threads: threads, stepLimit: stepLimit,
                      compiler: KernelCompiler(options: options, cache: cache), tiers: tiers)
    }
    package convenience init(target: KernelTarget, threads: Int, stepLimit: Int, compiler: KernelCompiler, tiers: TierPolicy) throws(KernelError) {
        try self.init(target: target, threads: threads, stepLimit: stepLimit, compiler: compiler, tiers: tiers) { ReferenceRenderer(stepLimit: stepLimit) }
    }
}
