// DevicePool: several devices for many tasks. Each device is used by one task at a time.

/// Several devices that draw in parallel, by default one per core, for applications that draw many small pictures from many tasks. The
/// application makes a state for each device once, with programs, pipelines and effects, and need not make the programs, pipelines and
/// effects again for every picture. The devices share compiled machine code, with or without a code cache: the first device that needs a
/// piece of code compiles it, and the other devices wait for the result.
///
///     let pool = DevicePool { device in try Thumbnails(device) }
///     let picture = try await pool.run { thumbnails in try thumbnails.draw(model) }
public actor DevicePool<State> {
    /// An actor that owns one device and its state. The compiler ensures that the state does not leave the actor.
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
    /// The number of devices.
    public nonisolated let count: Int
    private var free: [Worker]
    /// The tasks that wait for a device. The task that has waited longest is first.
    private var waiting: [CheckedContinuation<Worker, Never>] = []

    /// Makes a pool of devices.
    /// - Parameters:
    ///   - kind: The renderer of the devices.
    ///   - count: The number of devices, clamped to 1…256. nil means one per core.
    ///   - options: The settings of the devices. If `threads` is nil, each device draws on one thread.
    ///   - make: Makes the state that a device keeps between pictures. The pool calls `make` once per device, when the device is first
    ///     used.
    public init(_ kind: Device.Kind = .jit, count: Int? = nil, options: Device.Options = Device.Options(),
                make: @escaping @Sendable (Device) throws -> State) {
        self.count = min(max(count ?? WorkerPool.coreCount, 1), Device.Options.threadRange.upperBound)
        var options = options
        options.threads = options.threads ?? 1
        let compiler = Device.makeCompiler(options)
        free = (0..<self.count).map { [options] _ in Worker { try make(Device(kind, options: options, compiler: compiler)) } }
    }

    /// Waits for a free device and calls `body` with its state. No other task uses this device during the call. The tasks get
    /// devices in the order of their calls.
    /// - Throws: The errors of `body`, and of `make` for the device. If `make` throws an error, the pool calls `make` again when
    ///   the device is next used.
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
