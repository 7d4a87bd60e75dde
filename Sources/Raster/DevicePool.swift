// DevicePool: several devices for many tasks, each used by one task at a time.

/// Devices that work side by side, one for each core, for programs that draw many small pictures from many tasks. Each device has a state that
/// the program makes once for it, with programs, pipelines and effects, so that nothing is compiled for every picture; the devices share what is
/// compiled to machine code: whichever first needs a piece of code compiles it, and the others wait for it, with or without a code cache.
///
///     let pool = DevicePool { device in try Thumbnails(device) }
///     let picture = try await pool.run { thumbnails in try thumbnails.draw(model) }
public actor DevicePool<State> {
    /// A device with its state, on an actor of its own: the compiler keeps the state from being handed out.
    private actor Worker {
        private let make: @Sendable () throws -> State
        private var state: State?
        init(make: @escaping @Sendable () throws -> State) { self.make = make }
        func run<Result: Sendable>(_ body: @Sendable (State) throws -> Result) throws -> Result {
            let state = try self.state ?? make()
            self.state = state
            return try body(state)
        }
    }
    /// How many devices work side by side.
    public nonisolated let count: Int
    private var free: [Worker]
    /// Tasks that wait for a device, the first one at the front.
    private var waiting: [CheckedContinuation<Worker, Never>] = []

    /// A pool of `count` devices, 1…256; nil for one per core.
    /// - Parameters:
    ///   - kind: The renderer of the devices.
    ///   - count: The number of devices; numbers out of the range are held in it.
    ///   - options: Their settings. Where `threads` is nil, each draws on one thread.
    ///   - make: Makes what a device keeps between pictures; is called once for each device, when it is first used.
    public init(_ kind: Device.Kind = .jit, count: Int? = nil, options: Device.Options = Device.Options(),
                make: @escaping @Sendable (Device) throws -> State) {
        self.count = min(max(count ?? WorkerPool.coreCount, 1), Device.Options.threadRange.upperBound)
        var options = options
        options.threads = options.threads ?? 1
        let compiler = Device.makeCompiler(options)
        free = (0..<self.count).map { [options] _ in Worker { try make(Device(kind, options: options, compiler: compiler)) } }
    }

    /// Calls `body` with the state of a device that no other task uses, once there is one. Tasks are served in the order in which they ask.
    /// - Throws: What `body` throws, and what `make` threw for the device: it is tried again the next time.
    public func run<Result: Sendable>(_ body: @Sendable (State) throws -> Result) async throws -> Result {
        let worker = await take()
        defer { giveBack(worker) }
        return try await worker.run(body)
    }
    private func take() async -> Worker {
        if let worker = free.popLast() { return worker }
        return await withCheckedContinuation { waiting.append($0) }
    }
    private func giveBack(_ worker: Worker) {
        if waiting.isEmpty { free.append(worker) } else { waiting.removeFirst().resume(returning: worker) }
    }
}
