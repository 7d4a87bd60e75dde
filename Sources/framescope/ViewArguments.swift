// ViewArguments: the arguments of framescope view, read from texts.

import ArgumentParser
import FrameCapture
import FrameViewing

extension FrameViewer.Stage: ExpressibleByArgument {
    private static let arguments: [(stage: FrameViewer.Stage, name: String, meaning: String)] = [
        (.picture, "picture", "the draw's picture"), (.meshIn, "mesh-in", "its vertices before the vertex shader"),
        (.meshOut, "mesh-out", "its vertices after the vertex shader"),
    ]
    package init?(argument: String) {
        guard let entry = Self.arguments.first(where: { $0.name == argument }) else { return nil }
        self = entry.stage
    }
    package static var allValueStrings: [String] { arguments.map(\.name) }
    package static var allValueDescriptions: [String: String] { Dictionary(uniqueKeysWithValues: arguments.map { ($0.name, $0.meaning) }) }
    package var defaultValueDescription: String { Self.arguments.first { $0.stage == self }?.name ?? "" }
}
extension FrameViewer.Page: ExpressibleByArgument {}

/// A pixel, written X,Y.
struct PixelPlace: ExpressibleByArgument {
    var place: SIMD2<Int>
    init?(argument: String) {
        let parts = argument.split(separator: ",").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        place = SIMD2(parts[0], parts[1])
    }
}

extension FrameViewer.Drawer: ExpressibleByArgument {}
/// The number of a texture, optionally with a level and a layer.
struct TexturePlace: ExpressibleByArgument {
    var slice: TextureSlice
    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0.hasPrefix("#") ? $0.dropFirst() : $0) }
        guard (1...3).contains(parts.count), parts.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else { return nil }
        slice = TextureSlice(texture: parts[0] ?? 0, level: parts.count > 1 ? parts[1] ?? 0 : 0, layer: parts.count > 2 ? parts[2] ?? 0 : 0)
    }
}
/// A range of two numbers, or the automatic range.
enum PictureRange: ExpressibleByArgument {
    case automatic, limits(Float, Float)
    init?(argument: String) {
        if argument == "auto" { self = .automatic; return }
        let parts = argument.split(separator: ",").compactMap { Float($0) }
        guard parts.count == 2, parts.allSatisfy(\.isFinite) else { return nil }
        self = .limits(parts[0], parts[1])
    }
}
