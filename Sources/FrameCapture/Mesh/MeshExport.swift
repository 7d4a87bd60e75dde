import Raster
import Shading

/// The kind of vertex data that a mesh shows.
public enum MeshStage: String, Sendable, Hashable, CaseIterable {
    /// The attributes that the vertex shader reads.
    case `in`
    /// The positions that the vertex shader writes.
    case out
}

/// The coordinate system of a mesh after the vertex shader.
public enum MeshSpace: String, Sendable, Hashable, CaseIterable {
    /// gl_Position unchanged: x, y, z, w.
    case clip
    /// gl_Position divided by w: the visible range is −1…1.
    case ndc
    /// x and y in pixels of the target, from the lower left; z in the depth range. The coordinates are not snapped to the
    /// rasteriser's grid.
    case window
}

/// The attributes that hold the positions, normals and texture coordinates of a mesh before the vertex shader.
public struct MeshAttributes: Sendable, Hashable {
    /// The name of the position attribute. If `position` is nil, the position is the first attribute whose name contains "position". If no
    /// name contains "position", the search is repeated with "pos", and then with "vertex". If no name contains any of these words, the
    /// position is the first attribute of two or more floats.
    public var position: String?
    /// The name of the normal attribute. If `normal` is nil, the normal is the first attribute whose name contains "normal". If the
    /// attribute that is found is also the position, the mesh has no normals.
    public var normal: String?
    /// The name of the texture coordinate attribute. If `textureCoordinate` is nil, the texture coordinate is the first attribute whose
    /// name contains "texcoord". If no name contains "texcoord", the search is repeated with "texture", and then with "uv". If the
    /// attribute that is found is also the position, the mesh has no texture coordinates.
    public var textureCoordinate: String?
    /// If a parameter is nil, the attribute is chosen as the property with the parameter's name describes.
    public init(position: String? = nil, normal: String? = nil, textureCoordinate: String? = nil) {
        self.position = position; self.normal = normal; self.textureCoordinate = textureCoordinate
    }
}

/// The vertices of a draw as a Wavefront OBJ. Strips and fans are split into single primitives, also at primitive restarts.
public struct MeshExport: Sendable {
    /// The OBJ text. The text has vertex lines `v` (in clip space with w), `vn` and `vt`, primitive lines `f`, `l` and `p`, and a
    /// line `o` for each instance.
    public let obj: String
    /// The coordinates of each vertex, as in the text: x, y, z, and in clip space also w.
    public let positions: [SIMD4<Float>]
    /// For each primitive, the indices of its one, two or three vertices.
    public let corners: [[Int]]
    /// The number of vertices in all instances.
    public var vertexCount: Int { positions.count }
    /// The number of primitives in all instances.
    public var primitiveCount: Int { corners.count }
    /// The attributes that the vertex shader reads, but that are not in the OBJ text; empty for the stage `out`.
    public let omittedAttributes: [String]
    /// The number of vertices whose position has a coordinate that is not finite. OBJ cannot express such coordinates, so most readers of
    /// OBJ files refuse these vertices.
    public let oddVertexCount: Int

    /// The maximum number of primitives, and also the maximum number of vertices, summed over all instances.
    static let limit = 1 << 22
}

extension Capture {
    /// Returns the vertices of a draw as an OBJ. The reference renderer runs the vertex shader; the tile renderer would give the
    /// same bits.
    /// - Parameters:
    ///   - stage: The vertices before or after the vertex shader.
    ///   - draw: The draw.
    ///   - frame: The draw's frame.
    ///   - space: The coordinate system for the stage `.out`.
    ///   - attributes: The attributes for the stage `.in`.
    ///   - replacing: Shaders that replace captured shaders.
    ///   - device: The device that executes the events before the draw.
    /// - Throws: `RasterError` with `invalidArgument` if an attribute does not exist or no attribute can be the position;
    ///   `unsupported` for more than 2²² vertices or primitives.
    public func mesh(of draw: CapturedDraw, in frame: CapturedFrame, stage: MeshStage, space: MeshSpace = .clip, attributes: MeshAttributes = MeshAttributes(),
                     replacing: [ShaderReplacement] = [], on device: Device = Device(.jit)) throws -> MeshExport {
        let (count, overflows) = draw.count.multipliedReportingOverflow(by: draw.instanceCount)
        guard !overflows, count <= MeshExport.limit else {
            throw RasterError(.unsupported, "the mesh of draw @\(draw.number)", "has \(draw.count) vertices in \(draw.instanceCount) instances, more than \(MeshExport.limit)",
                              remedy: "draw less of it, or read its buffers with framescope state")
        }
        let walk = DrawWalk(try Replayer(frame, of: self, on: device, replacing: replacing), stepLimit: stepLimit(on: device.options))
        var builder: MeshBuilder?
        try walk.run(from: draw, through: draw) { _, call, _ in
            var made = try MeshBuilder(call, draw, stage, space, attributes)
            for texture in walk.replayer.textures { try texture.prepareForHostAccess() }
            try walk.reference.forEachInstance(of: call) { made.add($0, instances: call.instanceCount) }
            builder = made
            return true
        }
        return builder?.export ?? MeshExport(obj: "", positions: [], corners: [], omittedAttributes: [], oddVertexCount: 0)
    }
}
