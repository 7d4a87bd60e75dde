import Foundation

/// A new folder in the system's folder for temporary files. The folder is removed when this object is released.
package final class TemporaryFolder {
    package let url: URL
    package init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("raster-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
