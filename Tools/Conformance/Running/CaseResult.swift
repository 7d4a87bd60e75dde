// CaseResult: the outcome of a case on a device.

package struct CaseResult: Sendable, Hashable, Codable {
    package enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        case pass, fail, skip
        /// The system's OpenGL builds the program, but Raster, which must record the draws, refuses the program. Nothing was drawn.
        case built
        /// The worker process died while it ran the case.
        case crash
        /// The case was still running at the end of its time limit.
        case timeout
        package var isFailure: Bool { self == .fail || self == .crash || self == .timeout }
    }
    package var outcome: Outcome
    /// The reason for the outcome; empty for a pass.
    package var reason: String
    /// A hash of all examined pixels and words of buffers. Raster's renderers must give the same hash.
    package var digest: UInt64
    package init(_ outcome: Outcome, _ reason: String = "", digest: UInt64 = 0) { self.outcome = outcome; self.reason = reason; self.digest = digest }
    package static let pass = CaseResult(.pass)
    static func fail(_ reason: String) -> CaseResult { CaseResult(.fail, reason) }
    static func built(_ reason: String) -> CaseResult { CaseResult(.built, reason) }
    static func skip(_ reason: String) -> CaseResult { CaseResult(.skip, reason) }
}

/// An FNV-1a hash of the bits of pixels and words.
struct PixelDigest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
    mutating func add(_ pixels: [SIMD4<Float>]) {
        for pixel in pixels { add((0..<4).map { pixel[$0].bitPattern }) }
    }
    /// Adds words of a buffer.
    mutating func add(_ words: [UInt32]) {
        for word in words { value = (value ^ UInt64(word)) &* 0x0000_0100_0000_01B3 }
    }
}
