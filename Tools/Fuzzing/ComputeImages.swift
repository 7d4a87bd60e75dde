// ComputeImages: the images that a random compute shader reads and writes.

import Raster

struct ImageDeclaration: Sendable, Hashable {
    var name: String
    var shape: SamplerShape
    var format: PixelFormat
    /// The letter before the word `image`.
    var prefix: String { format.kind == .int ? "i" : format.kind == .uint ? "u" : "" }
    var declaration: String { "layout(\(format.imageLayout)) \(access)uniform \(prefix)image\(shape.rawValue) \(name);" }
    /// A qualifier such as `readonly`, followed by a space.
    var access = ""
    /// The type of a texel in GLSL.
    var texelType: String { prefix + "vec4" }
}

/// The images of a program. Each invocation writes one sample of one texel of `own`; no other invocation uses this sample. All invocations
/// change the texels of `counts`, in any order.
struct ComputeImages: Sendable, Hashable {
    /// An image that is only read.
    var source: ImageDeclaration
    var own: ImageDeclaration
    /// The size of `own`, with the number of its slices.
    var size: SIMD3<Int>
    /// The number of samples per pixel of `own`.
    var samples: Int
    /// An image with one integer per texel, and the atomic function that changes the texels.
    var counts: ImageDeclaration
    var function: String

    /// Functions of GLSL that return the invocation's texel, and the number of its sample.
    var ownFunctions: String {
        let type = intType(own.shape.imageCoordinateCount), w = size.x, h = size.y
        let value = switch own.shape.imageCoordinateCount {
        case 1: "n"
        case 2: "ivec2(n % \(w), n / \(w))"
        default: "ivec3(n % \(w), n / \(w) % \(h), n / \(w * h))"
        }
        return """
            \(type) ownTexel() { int n = int(invocation()) / \(samples); return \(value); }
            int ownSample() { return int(invocation()) % \(samples); }
            """
    }
    /// The arguments of a function that uses the invocation's texel.
    var ownPlace: String { own.shape.isMultisampled ? "ownTexel(), ownSample()" : "ownTexel()" }
    var declarations: String { [source, own, counts].map(\.declaration).joined(separator: "\n") + "\n" }
}

extension PixelFormat {
    /// The name in a layout qualifier of an image (GLSL 4.30 §4.4.6.2).
    var imageLayout: String {
        let name = "\(self)"
        for (suffix, short) in [("Float", "f"), ("Snorm", "_snorm"), ("Int", "i"), ("Uint", "ui")] where name.hasSuffix(suffix) {
            if self == .rg11b10Float { return "r11f_g11f_b10f" }
            let size = name.dropLast(suffix.count)
            return (size == "rgb10a2" ? "rgb10_a2" : size) + short
        }
        return self == .rgb10a2 ? "rgb10_a2" : name
    }
}
