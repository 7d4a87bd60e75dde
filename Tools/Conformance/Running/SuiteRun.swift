// SuiteRun: runs the cases of a suite in parallel, in worker processes.

import Foundation
import Glibc
import Raster
import Workers

package struct SuiteRun: Sendable {
    /// One case on one device.
    package struct Task: Sendable {
        package var test: ConformanceCase
        package var source: CaseSuite.Source
        /// The case's index among the cases of its file.
        package var index: Int
        package var device: CaseDevice.Kind
        package init(test: ConformanceCase, source: CaseSuite.Source, index: Int, device: CaseDevice.Kind) {
            self.test = test; self.source = source; self.index = index; self.device = device
        }
    }
    /// A task and its outcome.
    package struct Record: Sendable {
        package var task: Task
        package var result: CaseResult
        package var milliseconds: Double
        package init(task: Task, result: CaseResult, milliseconds: Double) { self.task = task; self.result = result; self.milliseconds = milliseconds }
    }
    /// The command that starts the worker program, with the arguments.
    package var workerCommand: [String]
    package var jobs: Int
    /// The time limit of a case, in seconds.
    package var timeout: Double
    /// The largest number of cases per process. After this number of cases, another process replaces the worker. So the memory of a process
    /// stays limited.
    package var casesPerProcess = 500
    /// The stack size of each thread. A thread only waits for its worker process and decodes the answers, so a small stack is
    /// enough.
    package var stackByteCount = 1 << 20

    package init(workerCommand: [String], jobs: Int, timeout: Double) {
        self.workerCommand = workerCommand; self.jobs = jobs; self.timeout = timeout
    }

    /// Runs all tasks; returns their records in the tasks' order. Several threads call `progress`, but never at the same time.
    package func run(_ tasks: [Task], progress: @escaping @Sendable (Int, Record) -> Void = { _, _ in }) -> [Record] {
        let queue = TaskQueue(tasks, progress)
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackByteCount)
        var threads: [pthread_t] = []
        for _ in 1..<max(1, min(jobs, tasks.count)) {
            let share = Unmanaged.passRetained(Share(self, queue))
            var thread = pthread_t()
            let status = pthread_create(&thread, &attributes, { argument in
                let share = Unmanaged<Share>.fromOpaque(argument!).takeRetainedValue()
                share.run.work(share.queue)
                return nil
            }, share.toOpaque())
            // If a thread cannot be created, the other threads execute the tasks of the missing thread.
            if status == 0 { threads.append(thread) } else { share.release() }
        }
        // The calling thread executes tasks, too, so the run succeeds even if there is no memory for other threads.
        work(queue)
        for thread in threads { pthread_join(thread, nil) }
        return queue.records
    }

    /// The object that a thread of the run receives as its argument.
    private final class Share {
        let run: SuiteRun, queue: TaskQueue
        init(_ run: SuiteRun, _ queue: TaskQueue) { self.run = run; self.queue = queue }
    }

    private func work(_ queue: TaskQueue) {
        var worker: WorkerProcess?
        var count = 0
        while let (number, task) = queue.next() {
            let start = ContinuousClock.now
            if count >= casesPerProcess { worker = nil }
            var result: CaseResult
            do {
                if worker == nil {
                    worker = try WorkerProcess(workerCommand, environment: CaptureRun.environment(ProcessInfo.processInfo.environment),
                                               relaying: CaptureRun.noticePrefix)
                    count = 0
                }
                count += 1
                let request = WorkerRequest(file: task.source.file, prefix: task.source.prefix, index: task.index, device: task.device)
                let answer: WorkerAnswer<CaseResult>? = worker?.ask(request, milliseconds: Int(min(max(timeout, 0.001), 1e6) * 1000))
                switch answer {
                case .result(let answer)?: result = answer
                case .died(let how)?:
                    result = CaseResult(.crash, how)
                    worker = nil
                case .timeout?, nil:
                    result = CaseResult(.timeout, "it did not end in \(timeout) seconds")
                    worker = nil
                }
            } catch { result = CaseResult(.crash, "\(error)") }
            let time = (ContinuousClock.now - start).components
            queue.finish(number, Record(task: task, result: result, milliseconds: Double(time.seconds) * 1000 + Double(time.attoseconds) / 1e15))
        }
    }

    /// Changes the outcome of a case from passed to failed if Raster's renderers draw different bits.
    package static func compareRenderers(_ records: [Record]) -> [Record] {
        var result = records
        var first: [String: Int] = [:]
        for (number, record) in records.enumerated() where record.task.device != .opengl && record.result.outcome == .pass {
            let key = "\(record.task.source.file)\n\(record.task.index)"
            guard let other = first[key] else { first[key] = number; continue }
            if records[other].result.digest != record.result.digest {
                result[number].result = CaseResult(.fail, "\(record.task.device.rawValue) draws different bits than \(records[other].task.device.rawValue)",
                                                   digest: record.result.digest)
            }
        }
        return result
    }
}

/// The remaining tasks and the records of the finished tasks; the threads of a run share these tasks and records. `Sendable` is unchecked,
/// because the compiler cannot see that every access holds `lock`.
private final class TaskQueue: @unchecked Sendable {
    private let lock = NSLock()
    private let tasks: [SuiteRun.Task]
    private var position = 0
    private var done: [SuiteRun.Record?]
    private var doneCount = 0
    private let progress: @Sendable (Int, SuiteRun.Record) -> Void

    init(_ tasks: [SuiteRun.Task], _ progress: @escaping @Sendable (Int, SuiteRun.Record) -> Void) {
        self.tasks = tasks; self.progress = progress
        done = Array(repeating: nil, count: tasks.count)
    }
    func next() -> (Int, SuiteRun.Task)? {
        lock.withLock {
            guard position < tasks.count else { return nil }
            defer { position += 1 }
            return (position, tasks[position])
        }
    }
    func finish(_ number: Int, _ record: SuiteRun.Record) {
        lock.withLock {
            done[number] = record
            doneCount += 1
            progress(doneCount, record)
        }
    }
    /// The records of all tasks. Call this property only after all cases have finished.
    var records: [SuiteRun.Record] { lock.withLock { done.compactMap { $0 } } }
}
