// FuzzOutcome: all results of a case on one device, as bytes. The outcomes of two devices are compared bit for bit.

import Raster
import Shading

package struct FuzzOutcome: Sendable, Hashable {
    package struct Part: Sendable, Hashable {
        /// The name of the result, such as "pass 0 color 1 sample 2".
        package var name: String
        package var bytesPerTexel: Int
        package var width: Int
        package var bytes: [UInt8]
    }
    package var parts: [Part] = []
    /// The sample counts that the queries returned, in the order of the draws.
    package var counts: [UInt64] = []
    /// The thrown error; nil if no error was thrown. For a `RasterError`, the string is only the error's code, because the renderers
    /// promise only equal codes. For an error of any other kind, the string is the error's whole text.
    package var error: String?
    /// The whole text of the thrown error; nil if no error was thrown.
    package var message: String?

    package init() {}

    /// Adds the bytes of every level, slice and sample of a texture.
    package mutating func add(_ texture: Texture, name: String) throws {
        try texture.prepareForHostAccess()
        let size = texture.format.bytesPerTexel
        for (number, level) in texture.storage.levels.enumerated() {
            for slice in 0..<level.slices {
                for sample in 0..<texture.storage.samples {
                    let start = texture.storage.address(level: number, slice: slice, x: 0, y: 0, sample: sample)
                    let bytes = [UInt8](UnsafeRawBufferPointer(start: start, count: level.width * level.height * size))
                    parts.append(Part(name: "\(name) \(texture.format) level \(number) slice \(slice) sample \(sample)",
                                      bytesPerTexel: size, width: level.width, bytes: bytes))
                }
            }
        }
    }

    /// Adds the bytes of a buffer. A difference is described by words of four bytes.
    package mutating func add(_ buffer: Buffer, name: String) {
        parts.append(Part(name: "\(name), \(buffer.byteCount) bytes", bytesPerTexel: 4, width: max(1, buffer.byteCount / 4), bytes: Array(buffer.bytes)))
    }

    /// Describes the first difference between two outcomes; nil if the outcomes are equal.
    package func difference(from actual: FuzzOutcome) -> String? {
        if error != actual.error { return "error: \(error ?? "none") expected, \(actual.error ?? "none") thrown" }
        // Both outcomes have the same error. After an error, for example a loop that was stopped, a draw may be incomplete, so no pictures
        // are compared.
        if error != nil { return nil }
        if counts != actual.counts { return "query counts: \(counts) expected, \(actual.counts) counted" }
        if parts.map(\.name) != actual.parts.map(\.name) { return "images: \(parts.map(\.name)) expected, \(actual.parts.map(\.name)) drawn" }
        for (e, a) in zip(parts, actual.parts) where e.bytes != a.bytes {
            let different = e.bytes.indices.filter { e.bytes[$0] != a.bytes[$0] }.map { $0 / e.bytesPerTexel }
            let texel = different[0], range = texel * e.bytesPerTexel ..< min(e.bytes.count, (texel + 1) * e.bytesPerTexel)
            func text(_ bytes: [UInt8]) -> String {
                bytes[range].map { let digits = String($0, radix: 16); return digits.count == 1 ? "0" + digits : digits }.joined(separator: " ")
            }
            return "\(e.name): \(Set(different).count) texels differ, first at (\(texel % e.width), \(texel / e.width)): bytes \(text(e.bytes)) expected, \(text(a.bytes)) drawn"
        }
        return nil
    }

    /// Runs a closure and keeps the error that the closure throws.
    package static func collect(_ body: (inout FuzzOutcome) throws -> Void) -> FuzzOutcome {
        var outcome = FuzzOutcome()
        do { try body(&outcome) } catch let error as RasterError {
            outcome.error = error.code.rawValue
            outcome.message = "\(error)"
        } catch {
            outcome.error = "\(error)"
            outcome.message = outcome.error
        }
        return outcome
    }
}
