// SuiteWorker: a worker process, which runs cases of a suite, and the requests that the suite sends to the worker.

import Workers

package struct WorkerRequest: Codable, Sendable {
    package var file: String
    package var prefix: [String]
    /// The case's index among the cases of the file.
    package var index: Int
    package var device: CaseDevice.Kind
}

package enum SuiteWorker {
    /// Reads requests from standard input, and answers each request, until standard input ends.
    package static func run(lanes: Int?, form: CaseDevice.Form) throws {
        let worker = Worker(lanes: lanes, form: form)
        try WorkerLoop.run(worker.answer)
    }
}

/// Keeps a worker's devices, and the last file that the worker read.
private final class Worker {
    private let lanes: Int?
    private let form: CaseDevice.Form
    private var devices: [CaseDevice.Kind: CaseDevice] = [:]
    private var last: (file: String, cases: [ConformanceCase])?
    init(lanes: Int?, form: CaseDevice.Form) { self.lanes = lanes; self.form = form }

    func answer(_ request: WorkerRequest) -> CaseResult {
        do {
            if last?.file != request.file {
                last = (request.file, try CaseSuite.cases(of: CaseSuite.Source(file: request.file, prefix: request.prefix)))
            }
            guard let cases = last?.cases, cases.indices.contains(request.index) else { return .fail("the file has changed while its cases ran") }
            let test = cases[request.index]
            if case .skipped(let reason) = test.content { return .skip(reason) }
            let device = try devices[request.device] ?? CaseDevice(request.device, lanes: lanes, form: form)
            devices[request.device] = device
            return CaseRunner(device).run(test)
        } catch { return .fail("\(error)") }
    }
}
