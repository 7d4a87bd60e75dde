// A temporary file of a test, deleted with the test.

import Foundation

final class TemporaryFile {
    let path: String
    init(_ suffix: String = ".rcap") { path = FileManager.default.temporaryDirectory.appendingPathComponent("capture-\(UUID().uuidString)\(suffix)").path }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    var bytes: [UInt8] { get throws { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) } }
    func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }
    var exists: Bool { FileManager.default.fileExists(atPath: path) }
}
