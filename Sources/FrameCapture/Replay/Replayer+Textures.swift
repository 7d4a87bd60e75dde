// Replayer+Textures: finds textures by name, even textures that no draw writes.

import CaptureFile
import Raster

extension Replayer {
    /// Returns one image of a texture, found by the texture's label, or by its number as "#3".
    /// - Throws: `RasterError` with `invalidArgument` if the frame has no such texture, level or layer.
    func image(named name: String, level: Int, layer: Int) throws -> Attachment {
        let all = frame.table.textures, number = name.hasPrefix("#") ? Int(name.dropFirst()) : nil
        let found = all.indices.filter { $0 == number || (!name.isEmpty && all[$0].descriptor.label == name) }
        let list = all.enumerated().map { "#\($0.offset)" + ($0.element.descriptor.label.isEmpty ? "" : " \($0.element.descriptor.label)") }
            .joined(separator: ", ")
        guard let first = found.first else {
            throw RasterError(.invalidArgument, "texture '\(name)'", "is not in frame \(frame.number)", remedy: "it has \(list)")
        }
        guard found.count == 1 else {
            throw RasterError(.invalidArgument, "texture '\(name)'", "is the label of several textures", remedy: "choose one by its number: \(found.map { "#\($0)" }.joined(separator: ", "))")
        }
        try all[first].descriptor.require(level: level, layer: layer, of: "texture '\(name)'")
        return Attachment(textures[first], level: level, slice: layer)
    }
}

extension TextureDescriptor {
    /// Returns the number of layers, cube faces or depth slices of a level.
    package func layerCount(atLevel level: Int) -> Int {
        switch type {
        case .cube: 6
        case .cubeArray: 6 * max(1, depth)
        case .d3: max(1, depth >> level)
        case .d2, .d2Array, .d1, .d1Array, .rectangle, .buffer: max(1, depth)
        }
    }
    /// Checks that the texture has the level, and that the level has the layer.
    /// - Parameter name: The name of the texture for the error, such as "texture #3".
    /// - Throws: `RasterError` with `invalidArgument`. The error names the missing level or layer, and the existing levels or layers.
    package func require(level: Int, layer: Int, of name: String) throws {
        func there(_ count: Int, _ thing: String) -> String { count == 1 ? "its only \(thing) is 0" : "its \(thing)s are 0 to \(count - 1)" }
        guard (0..<mipLevels).contains(level) else {
            throw RasterError(.invalidArgument, "level \(level) of \(name)", "does not exist", remedy: there(mipLevels, "level"))
        }
        let layers = layerCount(atLevel: level)
        guard (0..<layers).contains(layer) else {
            throw RasterError(.invalidArgument, "layer \(layer) of \(mipLevels == 1 ? name : "level \(level) of \(name)")", "does not exist", remedy: there(layers, "layer"))
        }
    }
}
