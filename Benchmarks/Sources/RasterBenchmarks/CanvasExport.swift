// CanvasExport: writes the scenes of the canvas as files, so that other programs can draw the scenes: scripts/bench-skia draws the scenes
// with Skia.

import Canvas
import Foundation
import Raster

/// A canvas scene in a file. Paths have the form of SVG's path data; all lengths are in pixels; y grows downwards.
struct ExportedScene: Codable {
    struct Stroke: Codable { var width: Double; var roundJoin: Bool }
    struct ExportedShadow: Codable { var offset: [Double]; var blur: Double; var color: [Double] }
    /// `positions` has x and y of each glyph's origin.
    struct Glyphs: Codable { var size: Double; var ids: [UInt32]; var positions: [Double] }
    /// In frame n, an item is turned by `turn` · n radians around `center`, and then moved by `motion` · n.
    struct Item: Codable {
        var path: String
        var stroke: Stroke?
        /// Red, green, blue and alpha, 0…1, not premultiplied.
        var color: [Double]
        var center: [Double]
        var turn: Double
        var motion: [Double]
        var shadow: ExportedShadow?
        var glyphs: Glyphs?
    }
    var name: String
    var width: Int
    var height: Int
    var items: [Item]

    init(_ scene: CanvasScene, width: Int, height: Int) throws {
        name = scene.name
        (self.width, self.height) = (width, height)
        items = try scene.make().map { item in
            Item(path: item.path.data, stroke: item.stroke.map { Stroke(width: $0.width, roundJoin: $0.join == .round) }, color: item.color.components,
                 center: [item.center.x, item.center.y], turn: item.turn, motion: [item.motion.x, item.motion.y],
                 shadow: item.shadow.map { ExportedShadow(offset: [$0.offset.x, $0.offset.y], blur: $0.blur, color: $0.color.components) },
                 glyphs: item.glyphs.map { run in
                     Glyphs(size: run.size, ids: run.glyphs.map(\.id), positions: run.glyphs.flatMap { [$0.position.x, $0.position.y] })
                 })
        }
    }
}

extension Path {
    /// The path in the form of SVG's path data.
    fileprivate var data: String {
        func text(_ points: Point...) -> String { points.map { "\($0.x) \($0.y)" }.joined(separator: " ") }
        return elements.map { element in
            switch element {
            case .move(let to): "M" + text(to)
            case .line(let to): "L" + text(to)
            case .quadratic(let control, let to): "Q" + text(control, to)
            case .cubic(let control1, let control2, let to): "C" + text(control1, control2, to)
            case .close: "Z"
            }
        }.joined()
    }
}
extension Color {
    fileprivate var components: [Double] { [red, green, blue, alpha].map { Double($0) } }
}

extension CanvasScene {
    /// Writes each scene to a folder: NAME.json has the scene, and NAME.png has the picture of frame 0 that Raster draws.
    static func export(_ scenes: [CanvasScene], to folder: String, on device: Device, width: Int, height: Int) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for scene in scenes {
            let path = "\(folder)/\(scene.name)"
            try JSONEncoder().encode(try ExportedScene(scene, width: width, height: height)).write(to: URL(fileURLWithPath: path + ".json"))
            try Measurement.picture(of: scene, on: device, width: width, height: height).writePNG(to: path + ".png")
        }
    }
}
