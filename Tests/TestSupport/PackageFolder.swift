import Foundation

/// Where this package lies, for tests that read its files.
package let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
