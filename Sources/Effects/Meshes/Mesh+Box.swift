// A box: six flat faces, each with the whole texture.

import Raster

extension Mesh {
    /// Returns a box around the origin; `size` is its full extent along each axis.
    public static func box(size: SIMD3<Float> = .one) -> Mesh {
        var mesh = Mesh()
        // For each face, the outward normal and the directions in which u and v grow; u × v is the normal.
        let faces: [(SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)] = [
            (.init(0, 0, 1), .init(1, 0, 0), .init(0, 1, 0)), (.init(1, 0, 0), .init(0, 0, -1), .init(0, 1, 0)),
            (.init(0, 0, -1), .init(-1, 0, 0), .init(0, 1, 0)), (.init(-1, 0, 0), .init(0, 0, 1), .init(0, 1, 0)),
            (.init(0, 1, 0), .init(1, 0, 0), .init(0, 0, -1)), (.init(0, -1, 0), .init(1, 0, 0), .init(0, 0, 1)),
        ]
        for (normal, right, up) in faces {
            mesh.add(Mesh(columns: 1, rows: 1) { u, v in
                let corner = normal + right * (2 * u - 1) + up * (2 * v - 1)
                return MeshVertex(position: corner * size * 0.5, normal: normal, u: u, v: v)
            })
        }
        return mesh
    }
    /// Returns an upright rectangle around the origin. The front faces +z and shows the whole texture.
    public static func plane(width: Float = 1, height: Float = 1) -> Mesh {
        Mesh(columns: 1, rows: 1) { u, v in
            MeshVertex(position: .init((u - 0.5) * width, (v - 0.5) * height, 0), normal: .init(0, 0, 1), u: u, v: v)
        }
    }
    /// Returns a horizontal square at y = 0, `size` wide. The texture is repeated `repeats` times along each side.
    public static func floor(size: Float, repeats: Float) -> Mesh {
        Mesh(columns: 1, rows: 1) { u, v in
            MeshVertex(position: .init((u - 0.5) * size, 0, (0.5 - v) * size), normal: .init(0, 1, 0), u: u * repeats, v: v * repeats)
        }
    }
}
