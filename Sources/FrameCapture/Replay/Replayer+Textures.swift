// Replayer+Textures: finds textures by their names, whether or not a draw writes them.

import CaptureFile
import Raster

extension Replayer {
    /// One image of a texture: by the texture's label, or its number as "#3".
    /// - Throws: `RasterError` with `invalidArgument` where the frame has no such texture, level or layer.
    func image(named name: String, level: Int, layer: Int) throws -> Attachment {
        let all = frame.table.textures, number = name.hasPrefix("#") ? Int(name.dropFirst()) : nil
        let found = all.indices.filter { $0 == number || (!name.isEmpty && all[$0].descriptor.label == name) }
        let list = all.enumerated().map { "#\($0.offset)" + ($0.element.descriptor.label.isEmpty ? "" : " \($0.element.descriptor.label)") }.joined(separator: ", ")
        guard let first = found.first else { throw RasterError(.invalidArgument, "texture '\(name)'", "is not in frame \(frame.number)", remedy: "it has \(list)") }
        guard found.count == 1 else {
            throw RasterError(.invalidArgument, "texture '\(name)'", "is the label of several textures", remedy: "choose one by its number: \(found.map { "#\($0)" }.joined(separator: ", "))")
        }
        let levels = textures[first].storage.levels
        guard levels.indices.contains(level), (0..<levels[level].slices).contains(layer) else {
            let slices = levels.indices.contains(level) ? levels[level].slices : levels[0].slices
            throw RasterError(.invalidArgument, "level \(level), layer \(layer) of texture '\(name)'", "is not there", remedy: "it has \(levels.count) levels and \(slices) layers, from 0 on")
        }
        return Attachment(textures[first], level: level, slice: layer)
    }
}
