// Cube textures: faces according to OpenGL's table of major axes, and filtering across their edges.

import Foundation
import Raster
import SeededRandom
import Shading
import Testing

private let cubeLookUp = TextureOperation(kind: .sample, dimension: .cube, levelOfDetail: .explicit, unit: 0)

/// Returns the direction towards the point (sc, tc) on a face at the given distance, by the inverse of OpenGL 3.3 table 3.19.
private func direction(_ face: Int, _ sc: Double, _ tc: Double, depth: Double = 1) -> SIMD3<Double> {
    switch face {
    case 0: SIMD3(depth, -tc, -sc)
    case 1: SIMD3(-depth, -tc, sc)
    case 2: SIMD3(sc, depth, tc)
    case 3: SIMD3(sc, -depth, -tc)
    case 4: SIMD3(sc, -tc, depth)
    default: SIMD3(-sc, -tc, -depth)
    }
}
private func read(_ units: TextureUnits, _ d: SIMD3<Double>) -> SIMD4<Float> {
    lookUp(units, cubeLookUp, s: [Float(d.x)], t: [Float(d.y)], r: [Float(d.z)])[0]
}

@Test("the direction to the centre of every texel reads that texel, nearest and linear")
func texelCentres() throws {
    let device = Device()
    for n in [1, 2, 5] {
        let texture = try device.makeTexture(TextureDescriptor(type: .cube, format: .r32Float, width: n, height: n))
        try texture.replace(bytes: (0..<6 * n * n).map { Float($0) })
        for sampler in [Sampler.nearest, .linear] {
            let units = TextureUnits(bindings: [TextureBinding(texture, sampler)])
            for face in 0..<6 {
                for j in 0..<n {
                    for i in 0..<n {
                        let d = direction(face, (Double(i) + 0.5) / Double(n) * 2 - 1, (Double(j) + 0.5) / Double(n) * 2 - 1) * 3.7
                        #expect(abs(read(units, d).x - Float((face * n + j) * n + i)) < 1e-3)
                    }
                }
            }
        }
    }
}

@Test("the texel across an edge is the adjacent texel of the next face")
func neighboursTouch() throws {
    for n in [1, 2, 3, 8] {
        // Returns the position of a texel's centre in half texels. The cube extends from −n to n.
        func centre(_ face: Int, _ i: Int, _ j: Int) -> SIMD3<Double> {
            direction(face, Double(2 * i + 1 - n), Double(2 * j + 1 - n), depth: Double(n))
        }
        for face in 0..<6 {
            for k in 0..<n {
                for (i, j) in [(-1, k), (n, k), (k, -1), (k, n)] {
                    let found = cubeNeighbour(face: face, i, j, n)
                    #expect(found.face != face && (0..<n).contains(found.i) && (0..<n).contains(found.j))
                    // The middle of the shared edge is half a texel from the centres of both texels.
                    let inside = centre(face, min(max(i, 0), n - 1), min(max(j, 0), n - 1))
                    let edge = (centre(face, i, j) + inside) / 2
                    let distance = centre(found.face, found.i, found.j) - edge
                    #expect(abs((distance * distance).sum() - 1) < 1e-9)
                }
            }
        }
    }
}

@Test("linear filtering is continuous across every edge and corner", arguments: [PixelFormat.rgba32Float, .rgba8])
func seamsAreContinuous(format: PixelFormat) throws {
    let device = Device()
    var random = SeededGenerator(state: 17)
    let texture = try randomTexture(device, .cube, format, 4, 4, using: &random)
    let units = TextureUnits(bindings: [TextureBinding(texture, .linear)])
    let tolerance: Float = format == .rgba8 ? 3 / 256 : 1e-3
    for _ in 0..<3000 {
        // A point on an edge of the cube has two coordinates of magnitude 1. The two sides of the edge belong to different faces.
        let axes = [(0, 1), (0, 2), (1, 2)].randomElement(using: &random)!
        var p = SIMD3<Double>(repeating: Double.random(in: -1...1, using: &random))
        if Int.random(in: 0..<4, using: &random) == 0 { p = SIMD3(repeating: Bool.random(using: &random) ? 1 : -1) }
        p[axes.0] = Bool.random(using: &random) ? 1 : -1
        p[axes.1] = Bool.random(using: &random) ? 1 : -1
        var a = p, b = p
        a[axes.0] *= 0.9999; b[axes.1] *= 0.9999
        let difference = read(units, a) - read(units, b)
        #expect(difference.max() < tolerance && difference.min() > -tolerance)
    }
}

@Test("at a corner the three texels around it have equal weight")
func cornersAverageThree() throws {
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(type: .cube, format: .r32Float, width: 4, height: 4))
    for (face, value) in [(0, Float(3)), (2, 6), (4, 9)] {
        try texture.replace(region: TextureRegion(z: face, width: 4, height: 4), bytes: [Float](repeating: value, count: 16))
    }
    let units = TextureUnits(bindings: [TextureBinding(texture, .linear)])
    for d in [SIMD3(1, 0.99999, 0.99999), SIMD3(0.99999, 1, 0.99999), SIMD3(0.99999, 0.99999, 1)] { #expect(abs(read(units, d).x - 6) < 1e-3) }
}

@Test("without seamless filtering, a face uses only its own texels")
func facesApart() throws {
    let device = Device()
    let texture = try device.makeTexture(TextureDescriptor(type: .cube, format: .r32Float, width: 2, height: 2))
    try texture.replace(region: TextureRegion(z: 0, width: 2, height: 2), bytes: [Float](repeating: 1, count: 4))
    var sampler = Sampler.linear
    sampler.seamlessCube = false
    let units = TextureUnits(bindings: [TextureBinding(texture, sampler)])
    #expect(read(units, SIMD3(1, 0.999, 0.999)).x == 1 && read(units, SIMD3(0.999, 1, 0.999)).x == 0)
}

@Test("a cube's level of detail comes from the face that the direction hits")
func cubeLevelOfDetail() throws {
    let device = Device()
    let n = 64
    let texture = try device.makeTexture(TextureDescriptor(type: .cube, format: .r32Float, width: n, height: n, mipLevels: 7))
    for level in 0..<7 {
        let size = n >> level
        try texture.replace(level: level, bytes: [Float](repeating: Float(level), count: 6 * size * size))
    }
    let units = TextureUnits(bindings: [TextureBinding(texture, .trilinear)])
    let operation = TextureOperation(kind: .sample, dimension: .cube, levelOfDetail: .gradient, unit: 0)
    var random = SeededGenerator(state: 19)
    for _ in 0..<500 {
        let face = Int.random(in: 0..<6, using: &random)
        let scale = Double.random(in: 0.3...4, using: &random)
        let p = direction(face, .random(in: -0.8...0.8, using: &random), .random(in: -0.8...0.8, using: &random)) * scale
        func step() -> SIMD3<Double> {
            SIMD3(.random(in: -0.2...0.2, using: &random), .random(in: -0.2...0.2, using: &random), .random(in: -0.2...0.2, using: &random))
        }
        let dx = step(), dy = step()
        // The expected derivatives are central differences of the projected coordinate.
        func project(_ d: SIMD3<Double>) -> SIMD2<Double> {
            let (sc, tc, ma): (Double, Double, Double) = switch face {
            case 0: (-d.z, -d.y, d.x)
            case 1: (d.z, -d.y, -d.x)
            case 2: (d.x, d.z, d.y)
            case 3: (d.x, -d.z, -d.y)
            case 4: (d.x, -d.y, d.z)
            default: (-d.x, -d.y, -d.z)
            }
            return SIMD2(sc / ma + 1, tc / ma + 1) / 2 * Double(n)
        }
        func length(_ d: SIMD3<Double>) -> Double {
            let v = (project(p + d * 1e-5) - project(p - d * 1e-5)) / 2e-5
            return (v * v).sum().squareRoot()
        }
        let expected = max(0, min(6, log2(max(length(dx), length(dy)))))
        let result = lookUp(units, operation, s: [Float(p.x)], t: [Float(p.y)], r: [Float(p.z)]) {
            $0.dsdx = .init(repeating: Float(dx.x)); $0.dtdx = .init(repeating: Float(dx.y)); $0.drdx = .init(repeating: Float(dx.z))
            $0.dsdy = .init(repeating: Float(dy.x)); $0.dtdy = .init(repeating: Float(dy.y)); $0.drdy = .init(repeating: Float(dy.z))
        }[0].x
        #expect(abs(Double(result) - expected) < 1e-4)
    }
}
