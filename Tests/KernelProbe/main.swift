// kernel-probe: a process that KernelTests and scripts/sanitize observe from outside.
//
//   kernel-probe cache          uses the standard code cache, at the place given by the environment
//   kernel-probe exit SECONDS [THREADS]   exits SECONDS after THREADS compilations of some seconds have begun in the background
//   kernel-probe exit-locked    exits while one thread compiles and holds a lock; another thread waits for this lock in the middle
//   of a compilation
//   kernel-probe share          compiles kernels and prints whether each computes the right result, and where its code came from
//   kernel-probe overflow       reads beyond the end of its memory, which the address sanitizer must report
//   kernel-probe race           two threads change one number, which the thread sanitizer must report
//   kernel-probe mutex          two threads change one number in turns, which the thread sanitizer must not call a race

import Foundation
import Kernel
import Synchronization

func keep() {
    for _ in 0 ..< 2 {
        let cache = CodeCache(.standard), name = Digest(of: [1])
        cache.store([1, 2, 3], named: name)
        print(cache.object(named: name) == [1, 2, 3] ? "kept" : "not kept")
    }
}

func leave(after seconds: Double, threads: Int) throws {
    let target = KernelTarget(lanes: 8)
    // Making a builder loads libLLVM.
    _ = try KernelBuilder(name: "probe", target: target)
    let compiler = KernelCompiler(cache: CodeCache(.none))
    let backgrounds = (0 ..< threads).map { _ in BackgroundCompilation() }
    for (number, background) in backgrounds.enumerated() {
        background.add([{
            let made = try? compiler.kernel("large", key: [UInt8(number)], target: target) { k in
                k.entry("run", [.pointer]) { arguments in
                    let memory = arguments[0].pointer
                    var lanes = memory.loadLanes(Float.self)
                    for n in 0 ..< 200_000 { lanes = lanes * lanes + Float(n) }
                    memory.store(lanes)
                    return []
                }
            }
            print(made == nil ? "failed" : "compiled")
            fflush(nil)
        }])
    }
    usleep(UInt32(seconds * 1e6))
    print("leaves")
    exit(0)
}

func leaveLocked() throws {
    let target = KernelTarget(lanes: 8), lock = Mutex(()), begun = Atomic<Int>(0)
    _ = try KernelBuilder(name: "probe", target: target)
    for number in 0 ..< 2 {
        Thread.detachNewThread {
            BackgroundCompilation.perform {
                if number == 1 { while begun.load(ordering: .relaxed) < 1 { sched_yield() } }
                lock.withLock { _ in
                    begun.add(1, ordering: .relaxed)
                    // Makes LLVM allocate memory many times.
                    for _ in 0 ..< 30_000 { _ = try? KernelBuilder(name: "probe", target: target) }
                }
            }
        }
    }
    while begun.load(ordering: .relaxed) < 1 { sched_yield() }
    // This pause gives the second thread time to reach the lock and to wait for the lock.
    usleep(20_000)
    print("leaves")
    exit(0)
}

func share() throws {
    typealias Run = @convention(c) (Float) -> Float
    var wrong = 0
    // The limit is so small that files are removed while other processes read them.
    let cache = CodeCache(.standard, limit: 20_000), compiler = KernelCompiler(cache: cache)
    for round in 0 ..< 40 {
        let number = round % 10
        let compiler = round < 10 ? compiler : KernelCompiler(cache: cache)
        let kernel = try compiler.kernel("add", key: [UInt8(number)], target: KernelTarget(lanes: 4)) { k in
            k.entry("run", [.float], results: [.float]) { [$0[0].scalar(Float.self) + Float(number)] }
        }
        let run: Run = try kernel.function("run")
        if run(100) != 100 + Float(number) { wrong += 1 }
    }
    print("\(wrong) of 40 wrong")
}

func overflow() {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16), end = CommandLine.arguments.count * 8
    print(memory.load(fromByteOffset: end, as: UInt8.self))
    memory.deallocate()
}

/// A number in separately allocated memory, for two threads.
final class Counter: @unchecked Sendable {
    let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    let mutex = Mutex(())
    let ready = Atomic<Int>(0)
    init() { number.initialize(to: 0) }
    deinit { number.deallocate() }
}
func count(_ change: @escaping @Sendable (Counter) -> Void) {
    let counter = Counter()
    // The threads are made with pthread_create, so that only the code of `change` can order the threads' accesses.
    let threads = (0 ..< 2).map { _ in
        var thread = pthread_t()
        let argument = Unmanaged.passRetained(Work {
            // Waits until both threads run. If one thread began after the other had ended, the new thread might take over the ended
            // thread's place in the sanitizer's records.
            counter.ready.add(1, ordering: .relaxed)
            while counter.ready.load(ordering: .relaxed) < 2 { sched_yield() }
            for _ in 0 ..< 20_000 { change(counter) }
        }).toOpaque()
        pthread_create(&thread, nil, { argument in
            Unmanaged<Work>.fromOpaque(argument!).takeRetainedValue().body()
            return nil
        }, argument)
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
    print(counter.number.pointee)
}
final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
}

switch CommandLine.arguments.dropFirst().first {
case "exit": try leave(after: Double(CommandLine.arguments[2])!, threads: CommandLine.arguments.dropFirst(3).first.flatMap { Int($0) } ?? 1)
case "exit-locked": try leaveLocked()
case "share": try share()
case "overflow": overflow()
case "race": count { $0.number.pointee += 1 }
case "mutex": count { counter in counter.mutex.withLock { _ in counter.number.pointee += 1 } }
default: keep()
}
