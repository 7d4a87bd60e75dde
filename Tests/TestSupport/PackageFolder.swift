import Foundation

/// The folder of this package, for tests that read its files.
package let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
