// WorkerProtocol: what a suite and its worker processes say to each other, a line of JSON each: the suite writes to the
// worker's standard input, the worker answers on descriptor 3. Its standard output and error stay free for messages.

import Foundation
import Glibc

package struct WorkerRequest: Codable, Sendable {
    package var file: String
    package var prefix: [String]
    /// The case's number among those of the file.
    package var index: Int
    package var device: CaseDevice.Kind
}

package enum WorkerLoop {
    package static let answerDescriptor: Int32 = 3

    /// Answers requests until standard input ends.
    package static func run(lanes: Int?, form: CaseDevice.Form) throws {
        // A case that crashes leaves no core file behind.
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        let worker = Worker(lanes: lanes, form: form)
        while let line = readLine() {
            let request = try JSONDecoder().decode(WorkerRequest.self, from: Data(line.utf8))
            var answer = try JSONEncoder().encode(worker.answer(request))
            answer.append(UInt8(ascii: "\n"))
            try FileHandle(fileDescriptor: answerDescriptor, closeOnDealloc: false).write(contentsOf: answer)
        }
    }
}

/// The devices and the file that a worker holds.
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
