// KernelCompiler: provides the kernel for a key. The kernel comes from memory or from the disk cache; otherwise the kernel is built and
// compiled.
//
// A KernelCompiler may be used from any thread. If two threads ask for the same kernel, the second thread waits for the first, and the two
// threads get the same kernel. Threads that ask for different kernels compile them in parallel.

import CLLVM
import Host
import Memory

/// A request for a kernel.
package struct KernelRequest: Sendable {
    package var name: String
    /// A key that identifies everything on which `build` depends, except the target. Equal keys must build equal kernels.
    package var key: [UInt8]
    package var target: KernelTarget
    /// The name of the function whose address a TieredKernel provides.
    package var entry: String
    /// The approximate number of instructions that LLVM will process. A kernel whose weight is too large is not compiled.
    package var weight: Int
    /// Emits the kernel, on any thread. This closure is called only if no cache has the kernel.
    package var build: @Sendable (KernelBuilder) throws(KernelError) -> Void

    package init(_ name: String, key: [UInt8], target: KernelTarget, entry: String = "", weight: Int = 0,
                 build: @escaping @Sendable (KernelBuilder) throws(KernelError) -> Void) {
        self.name = name
        self.key = key
        self.target = target
        self.entry = entry
        self.weight = weight
        self.build = build
    }
}

package final class KernelCompiler: Sendable {
    /// The number of kernels from each origin (memory, disk or compilation) since the compiler was made.
    package struct Statistics: Sendable, Hashable {
        package var compiled = 0
        package var readFromDisk = 0
        package var foundInMemory = 0

        package init(compiled: Int = 0, readFromDisk: Int = 0, foundInMemory: Int = 0) {
            self.compiled = compiled
            self.readFromDisk = readFromDisk
            self.foundInMemory = foundInMemory
        }
    }

    package let options: KernelOptions
    package let cache: CodeCache
    /// The maximum number of bytes of code that the compiler keeps in memory. Beyond this limit, the compiler forgets the least
    /// recently requested kernels. The code of a forgotten kernel is freed when nothing else uses the kernel.
    package let memoryLimit: Int
    private let hostFunctions: HostFunctions
    private let state = Lock(State())

    /// `HostFunctions` is marked as `@unchecked Sendable`, because addresses of C functions do not change.
    private struct HostFunctions: @unchecked Sendable { let addresses: [String: UnsafeRawPointer] }

    /// An entry for a kernel. If the kernel does not exist yet, the thread that holds the entry's lock is making the kernel.
    private final class Entry: Sendable {
        let kernel = Lock<Kernel?>(nil)
    }
    private struct State {
        var entries: [Digest: (entry: Entry, lastUse: Int, size: Int)] = [:]
        var clock = 0
        var size = 0
        var statistics = Statistics()
        /// The kernels by the digests of their code, while the kernels exist.
        var contents: [Digest: WeakKernel] = [:]
        /// The number of entries of `contents` at which the entries of freed kernels are removed.
        var mostContents = 64

        mutating func remember(_ kernel: Kernel, _ content: Digest) {
            contents[content] = WeakKernel(kernel: kernel)
            if contents.count < mostContents { return }
            contents = contents.filter { $0.value.kernel != nil }
            mostContents = max(64, 2 * contents.count)
        }
    }
    private struct WeakKernel { weak var kernel: Kernel? }

    /// - Parameter hostFunctions: C functions by the names under which kernels call them.
    package init(options: KernelOptions = KernelOptions(), cache: CodeCache = CodeCache(.standard),
                 hostFunctions: [String: UnsafeRawPointer] = [:], memoryLimit: Int = 64 << 20) {
        self.options = options
        self.cache = cache
        self.memoryLimit = memoryLimit
        self.hostFunctions = HostFunctions(addresses: hostFunctions)
    }

    package var statistics: Statistics { state.withLock { $0.statistics } }

    /// Returns the kernel for a key.
    /// - Parameters:
    ///   - key: identifies everything on which `build` depends, except the target and the tier. Equal keys must build equal kernels.
    ///   - build: emits the kernel; called only if no cache has the kernel.
    package func kernel(
        _ name: String, key: [UInt8], target: KernelTarget, tier: CompileTier = .optimized, build: (KernelBuilder) throws(KernelError) -> Void
    ) throws(KernelError) -> Kernel {
        let digest = digest(key, target, tier)
        let entry = state.withLock { state in
            state.clock += 1
            let entry = state.entries[digest]?.entry ?? Entry()
            state.entries[digest, default: (entry, 0, 0)].lastUse = state.clock
            return entry
        }
        let outcome = entry.kernel.withLock { kernel -> Result<Kernel, KernelError> in
            if let kernel {
                state.withLock { $0.statistics.foundInMemory += 1 }
                return .success(kernel)
            }
            let made = Result { () throws(KernelError) in
                if let kept = read(name, digest, target) { return kept }
                return try make(name, digest, target, tier, build)
            }
            kernel = try? made.get()
            return made
        }
        if case .success(let kernel) = outcome { keep(digest, entry, kernel.size) } else { forget(digest, entry) }
        return try outcome.get()
    }
    package func kernel(_ request: KernelRequest, _ tier: CompileTier = .optimized) throws(KernelError) -> Kernel {
        try kernel(request.name, key: request.key, target: request.target, tier: tier, build: request.build)
    }

    /// Returns the kernel if the kernel is in memory or on disk; else nil. This function never compiles and never waits for a compilation.
    package func cached(_ request: KernelRequest, _ tier: CompileTier) -> Kernel? {
        let digest = digest(request.key, request.target, tier)
        if let kernel = kernelInMemory(digest) { return kernel }
        return read(request.name, digest, request.target)
    }

    /// Returns the kernels of all requests. Kernels that must be compiled are compiled in parallel.
    package func kernels(_ requests: [KernelRequest]) throws(KernelError) -> [Kernel] {
        let made = Lock([Kernel?](repeating: nil, count: requests.count))
        try Self.sideBySide(requests.count) { (index) throws(KernelError) in
            let kernel = try kernel(requests[index])
            made.withLock { $0[index] = kernel }
        }
        return made.withLock { $0.map { $0! } }
    }

    /// Calls `body` once for each number below `count`, on as many threads as there are processors, or one call after the other if
    /// memory is scarce. If several calls throw errors, this function throws the error of the call with the lowest number.
    static func sideBySide(_ count: Int, _ body: @Sendable (Int) throws(KernelError) -> Void) throws(KernelError) {
        if count == 1 { return try body(0) }
        // Each thread needs memory for its stack. So if memory is scarce, the calls run one after the other.
        if AddressSpace.isScarce {
            for index in 0..<count { try body(index) }
            return
        }
        let failures = Lock([KernelError?](repeating: nil, count: count))
        ParallelLoop.run(count: count) { index in
            do throws(KernelError) { try body(index) } catch { failures.withLock { $0[index] = error } }
        }
        if let failure = failures.withLock({ $0.lazy.compactMap { $0 }.first }) { throw failure }
    }

    /// Returns the kernel for a key if the kernel is already in memory; else nil. This function never compiles, never reads a file and
    /// never waits for a compilation.
    package func kernelInMemory(key: [UInt8], target: KernelTarget) -> Kernel? {
        kernelInMemory(digest(key, target, .optimized))
    }
    private func kernelInMemory(_ digest: Digest) -> Kernel? {
        let entry = state.withLock { state in
            state.clock += 1
            state.entries[digest]?.lastUse = state.clock
            return state.entries[digest]?.entry
        }
        return entry?.kernel.withLockIfAvailable { $0 } ?? nil
    }

    private func read(_ name: String, _ digest: Digest, _ target: KernelTarget) -> Kernel? {
        guard target.runsHere, let object = cache.object(for: digest),
              let kernel = try? Kernel(name: name, object: object, hostFunctions: hostFunctions.addresses) else { return nil }
        state.withLock { $0.statistics.readFromDisk += 1 }
        return kernel
    }

    private func make(
        _ name: String, _ digest: Digest, _ target: KernelTarget, _ tier: CompileTier, _ build: (KernelBuilder) throws(KernelError) -> Void
    ) throws(KernelError) -> Kernel {
        guard target.runsHere else { throw .processorUnsupported("\(target.instructionSet)") }
        // The LLVM library itself needs memory too. The library is opened before `withRoom` checks the free memory, because an error of
        // opening the library gives a more precise reason than the error of `withRoom`.
        _ = try LLVMLibrary.shared.get()
        // LLVM needs a larger stack than a caller's thread may have, so LLVM runs on a separate thread. Starting a thread takes
        // little time compared with compiling a kernel.
        let produced = try Self.withRoom(name) {
            DeepStack.run(byteCount: Self.stackByteCount) { Result { () throws(KernelError) in try produce(name, target, tier, build) } }
        }
        guard let (kernel, content) = try produced?.get() else { throw .outOfMemory(name: name) }
        cache.link(digest, to: content)
        return kernel
    }
    /// Builds a kernel up to the code from which LLVM emits the object. If a kernel with the same code exists in memory or on disk, takes this
    /// kernel; otherwise has LLVM emit the object. Returns the kernel and the digest of its code.
    private func produce(_ name: String, _ target: KernelTarget, _ tier: CompileTier,
                         _ build: (KernelBuilder) throws(KernelError) -> Void) throws(KernelError) -> (Kernel, Digest) {
        let code = try BackgroundCompilation.perform { () throws(KernelError) in
            let builder = try KernelBuilder(name: name, target: target, tier: tier, checks: options.checks)
            var options = options
            options.effort = tier.effort(options.effort)
            try build(builder)
            if builder.hasHotLoops { options.effort = self.options.effort }
            return try builder.compile(options) { content in kernel(withContent: content, name).map { ($0, content) } }
        }
        switch code {
        case .known(let known): return known
        case .object(let object, let content):
            let kernel = try Kernel(name: name, object: object, hostFunctions: hostFunctions.addresses)
            cache.store(object, named: content)
            state.withLock { state in
                state.statistics.compiled += 1
                state.remember(kernel, content)
            }
            return (kernel, content)
        }
    }
    /// Returns the kernel whose code has the digest `content`, from memory or from disk.
    private func kernel(withContent content: Digest, _ name: String) -> Kernel? {
        let inMemory = state.withLock { state in
            let kernel = state.contents[content]?.kernel
            if kernel != nil { state.statistics.foundInMemory += 1 }
            return kernel
        }
        if let inMemory { return inMemory }
        guard let object = cache.object(named: content),
              let kernel = try? Kernel(name: name, object: object, hostFunctions: hostFunctions.addresses) else { return nil }
        state.withLock { state in
            state.statistics.readFromDisk += 1
            state.remember(kernel, content)
        }
        return kernel
    }

    /// LLVM ends the process if an allocation fails. So if memory is scarce, kernels are compiled one after the other, and a kernel
    /// is compiled only if enough memory is free for the compilation.
    private static func withRoom<Value: Sendable>(_ name: String, _ body: () throws(KernelError) -> Value) throws(KernelError) -> Value {
        guard AddressSpace.isScarce else { return try body() }
        let outcome = alone.withLock { _ in
            AddressSpace.hasRoom(for: roomByteCount) ? Result { () throws(KernelError) in try body() } : .failure(.outOfMemory(name: name))
        }
        return try outcome.get()
    }
    private static let alone = Lock(())
    /// `roomByteCount` is the number of bytes that must be free before a kernel is compiled. `stackByteCount` is the size of LLVM's
    /// stack.
    private static let roomByteCount = 128 << 20, stackByteCount = 8 << 20

    private func keep(_ digest: Digest, _ entry: Entry, _ size: Int) {
        state.withLock { state in
            guard let known = state.entries[digest], known.entry === entry, known.size == 0 else { return }
            state.entries[digest]!.size = size
            state.size += size
            if state.size <= memoryLimit { return }
            for (oldest, _) in state.entries.filter({ $0.value.size > 0 && $0.key != digest }).sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                if state.size <= memoryLimit { break }
                state.size -= state.entries.removeValue(forKey: oldest)!.size
            }
        }
    }

    private func forget(_ digest: Digest, _ entry: Entry) {
        state.withLock { state in
            if state.entries[digest]?.entry === entry { state.entries[digest] = nil }
        }
    }

    /// Returns the digest that identifies a kernel before its code exists. The digest covers the caller's key, the target, this build of the
    /// program, LLVM's major version, the tier and the options of the compilation.
    private func digest(_ key: [UInt8], _ target: KernelTarget, _ tier: CompileTier) -> Digest {
        var message = Self.programIdentity + target.identity + [options.effort.rawValue, tier.rawValue]
        message += options.passes.utf8
        message.append(0)
        if let checks = options.checks { message += [1, checks.fill] }
        return Digest(of: message + key)
    }

    /// The identity of this build of the program. Each build of the program has a different identity, because another build may emit other
    /// code for the same key. An object of an older build is used only if this build has emitted the same code.
    private static let programIdentity: [UInt8] = {
        var words: [UInt64] = [0, 0, UInt64(RASTER_LLVM_VERSION)]
        words.withUnsafeMutableBufferPointer { RasterProgramIdentity($0.baseAddress!) }
        return words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }()
}
