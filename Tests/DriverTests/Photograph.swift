// Photograph: waits until a screen shows enough pixels of each kind, such as red pixels.

import Glibc
import Raster
import TestSupport

enum Photograph {
    /// Kinds of pixels by their names.
    typealias Kinds = [String: @Sendable (_ red: Int, _ green: Int, _ blue: Int) -> Bool]

    /// Takes photographs until a photograph has at least the given number of pixels of each kind.
    static func wait(for kinds: Kinds, pixels: Int = 400, _ take: () throws -> Image?) throws {
        let deadline = ContinuousClock.now + .seconds(30)
        var counts: [String: Int] = [:]
        repeat {
            if let image = try take()?.converted(to: .rgb8) {
                counts = kinds.mapValues { _ in 0 }
                for start in stride(from: 0, to: image.bytes.count, by: 3) {
                    let (red, green, blue) = (Int(image.bytes[start]), Int(image.bytes[start + 1]), Int(image.bytes[start + 2]))
                    for (name, fits) in kinds where fits(red, green, blue) { counts[name, default: 0] += 1 }
                }
                if counts.values.allSatisfy({ $0 >= pixels }) { return }
            }
            usleep(100_000)
        } while ContinuousClock.now < deadline
        throw TestFailure("the screen shows \(counts)")
    }

    /// The kinds of pixels that the gears of es2gears and glxgears have.
    static let gears: Kinds = [
        "red": { $0 > 80 && $0 > 3 * $1 && $0 > 3 * $2 }, "green": { $1 > 80 && $1 > 3 * $0 && $1 > 2 * $2 }, "blue": { $2 > 80 && $2 > 2 * $0 && $2 > 2 * $1 },
    ]
}

extension VirtualScreen {
    /// Waits until the screen shows at least the given number of pixels of each kind.
    func wait(for kinds: Photograph.Kinds, pixels: Int = 400) throws {
        try Photograph.wait(for: kinds, pixels: pixels) { try Image.read(bytes: run("import", ["-window", "root", "png:-"])) }
    }
}
