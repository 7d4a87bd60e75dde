// Geometry: the meshes and pictures of the scenes, made here so that both renderers get the same bytes.

import Foundation
import Raster
import Synchronization

/// Meshes and pictures, each made once per process, because the time for making them is not part of a measurement.
enum Made {
    private static let kept = Mutex<[String: any Sendable]>([:])
    static func once<Value: Sendable>(_ name: String, _ make: () -> Value) -> Value {
        if let known = kept.withLock({ $0[name] }) as? Value { return known }
        let value = make()
        kept.withLock { $0[name] = value }
        return value
    }
}

struct Mesh: Sendable {
    /// Vertices of 32 bytes: three floats for the position, three for the normal, two for uv.
    var vertices: [Float]
    var indices: [UInt32]

    static let layout = VertexLayout(stride: 32, VertexAttribute("position", .float3), VertexAttribute("normal", .float3, offset: 12),
                                     VertexAttribute("uv", .float2, offset: 24))

    /// Returns a torus around the y axis. The torus has `rings` cells along the large circle and `sides` cells around the tube.
    static func torus(rings: Int, sides: Int, radius: Float = 1, tube: Float = 0.4) -> Mesh {
        Made.once("torus \(rings) \(sides) \(radius) \(tube)") {
            var mesh = Mesh(vertices: [], indices: [])
            for i in 0...rings {
                let u = Float(i) / Float(rings), a = u * 2 * .pi
                for j in 0...sides {
                    let v = Float(j) / Float(sides), b = v * 2 * .pi
                    let n = SIMD3(cos(a) * cos(b), sin(b), sin(a) * cos(b))
                    let p = SIMD3(cos(a) * radius, 0, sin(a) * radius) + n * tube
                    mesh.vertices += [p.x, p.y, p.z, n.x, n.y, n.z, u, v]
                }
            }
            let row = UInt32(sides + 1)
            for i in 0..<UInt32(rings) { for j in 0..<UInt32(sides) {
                let k = i * row + j
                mesh.indices += [k, k + 1, k + row, k + 1, k + row + 1, k + row]
            } }
            return mesh
        }
    }

    /// Returns a wavy sheet around the origin, with `n`×`n` cells and sides of `size`.
    static func sheet(_ n: Int, size: Float, height: Float) -> Mesh {
        Made.once("sheet \(n) \(size) \(height)") {
            var mesh = Mesh(vertices: [], indices: [])
            for i in 0...n { for j in 0...n {
                let u = Float(i) / Float(n), v = Float(j) / Float(n)
                mesh.vertices += [(u - 0.5) * size, height * sin(u * 40) * cos(v * 40), (v - 0.5) * size, 0, 1, 0, u * 20, v * 20]
            } }
            let row = UInt32(n + 1)
            for i in 0..<UInt32(n) { for j in 0..<UInt32(n) {
                let k = i * row + j
                mesh.indices += [k, k + 1, k + row, k + 1, k + row + 1, k + row]
            } }
            return mesh
        }
    }
    /// Returns long triangles, side by side around the z axis. Each triangle extends from z = −`length` to +`length`.
    static func tube(_ n: Int, radius: Float, length: Float) -> Mesh {
        Made.once("tube \(n) \(radius) \(length)") {
            var mesh = Mesh(vertices: [], indices: [])
            for i in 0..<n {
                let angle = Float(i) / Float(n) * 2 * .pi, c = cos(angle), s = sin(angle), u = Float(i) / Float(n) * 20
                mesh.vertices += [radius * c, radius * s, -length, -c, -s, 0, u, 0]
                mesh.vertices += [radius * c, radius * s, length, -c, -s, 0, u, 20]
            }
            for i in 0..<UInt32(n) {
                let k = 2 * i, next = 2 * ((i + 1) % UInt32(n))
                mesh.indices += [k, k + 1, next, next, k + 1, next + 1]
            }
            return mesh
        }
    }
}

enum Pictures {
    /// Returns a colourful picture of noise and checkers with detail at every scale.
    static func detail(_ size: Int) -> Image {
        Made.once("detail \(size)") {
            var image = Image(width: size, height: size)
            var state: UInt32 = 12345
            for y in 0..<size { for x in 0..<size {
                state = state &* 1664525 &+ 1013904223
                let check: UInt8 = ((x >> 5) ^ (y >> 5)) & 1 == 0 ? 200 : 60
                let noise = UInt8(state >> 27)
                image[x, y] = SIMD4(check &+ noise, UInt8(x * 255 / size), UInt8(y * 255 / size), 255)
            } }
            return image
        }
    }
    /// Returns a picture of a soft white disc with premultiplied alpha.
    static func disc(_ size: Int) -> Image {
        Made.once("disc \(size)") {
            var image = Image(width: size, height: size)
            for y in 0..<size { for x in 0..<size {
                let dx = (Float(x) + 0.5) / Float(size) * 2 - 1, dy = (Float(y) + 0.5) / Float(size) * 2 - 1
                let a = UInt8(max(0, min(1, (1 - (dx * dx + dy * dy).squareRoot()) * 3)) * 200)
                image[x, y] = SIMD4(a, a, a, a)
            } }
            return image
        }
    }
}
