// WorkerLoop: answers requests in a worker process. The parent writes requests to the worker's standard input, one line of JSON each; the
// worker answers on descriptor 3. The worker's standard output and standard error stay free for messages.

import Foundation
import Glibc

package enum WorkerLoop {
    package static let answerDescriptor: Int32 = 3

    /// Reads requests from standard input, and answers each request, until standard input ends.
    package static func run<Request: Decodable, Reply: Encodable>(_ answer: (Request) throws -> Reply) throws {
        // With a limit of 0 bytes for core files, the system writes no core file if a request crashes the worker.
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        let answers = FileHandle(fileDescriptor: answerDescriptor, closeOnDealloc: false)
        while let line = readLine() {
            var reply = try JSONEncoder().encode(answer(try JSONDecoder().decode(Request.self, from: Data(line.utf8))))
            reply.append(UInt8(ascii: "\n"))
            try answers.write(contentsOf: reply)
        }
    }
}
