// PanelDrawList: a copy of the draws of one frame of panels. A copy is needed, because Dear ImGui keeps the draws only until the next
// frame.
//
// Positions are pixels from the top left. Texture coordinate (0, 0) is the top left corner of a picture.

import CImGui
import Raster

/// A vertex in Dear ImGui's layout, 20 bytes.
struct PanelVertex: BitwiseCopyable {
    // The fields are single numbers. With a vector of two numbers, the size of the structure would be a multiple of 8 bytes, not 20 bytes.
    var x, y: Float
    var u, v: Float
    /// R, G, B, A from the lowest byte up, sRGB with straight alpha.
    var color: UInt32
}

struct PanelDrawCommand {
    /// The clip rectangle in pixels: x0, y0, x1, y1.
    var clip: SIMD4<Float>
    /// The index of the texture among the frame's textures.
    var texture: Int
    var indices: Range<Int>

    /// Returns the pixels whose centres lie in the clip rectangle, counted from the bottom left; nil if there are no such pixels.
    func scissor(width: Int, height: Int) -> PixelRect? {
        func edge(_ x: Float, _ limit: Int) -> Int { Int(min(max((x - 0.5).rounded(.up), 0), Float(limit))) }
        let x0 = edge(clip.x, width), x1 = edge(clip.z, width), top = edge(clip.y, height), bottom = edge(clip.w, height)
        guard x0 < x1, top < bottom else { return nil }
        return PixelRect(x: x0, y: height - bottom, width: x1 - x0, height: bottom - top)
    }
}

struct PanelDrawList {
    var mesh = PanelMesh()
    var commands: [PanelDrawCommand] = []

    init() {}
    /// Returns the draws of the current context, whose frame must have ended. `fontGrowth` is the `growth` of the context's
    /// `GlyphAtlas`.
    static func current(fontGrowth: Float) -> PanelDrawList {
        var list = PanelDrawList()
        for i in 0..<imgui_list_count() {
            var count: Int32 = 0
            let vertices = imgui_list_vertices(i, &count)?.assumingMemoryBound(to: PanelVertex.self)
            let allVertices = UnsafeBufferPointer(start: vertices, count: Int(count))
            let indices = imgui_list_indices(i, &count)
            let allIndices = UnsafeBufferPointer(start: indices, count: Int(count))
            for k in 0..<imgui_list_command_count(i) {
                let c = imgui_list_command(i, k)
                guard c.index_count > 0 else { continue }
                let first = list.mesh.indices.count
                list.mesh.append(vertices: allVertices[Int(c.first_vertex)...], indices: allIndices[Int(c.first_index)..<Int(c.first_index + c.index_count)],
                                 textureGrowth: c.texture == 0 ? fontGrowth : 1)
                list.commands.append(PanelDrawCommand(clip: .init(c.clip.0, c.clip.1, c.clip.2, c.clip.3), texture: Int(c.texture),
                                                      indices: first..<list.mesh.indices.count))
            }
        }
        return list
    }
}
