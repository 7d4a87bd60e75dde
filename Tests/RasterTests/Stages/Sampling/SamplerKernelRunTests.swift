// Lookups for rows of pixels that are parallel to the texture's rows. For such rows of pixels, lookups read runs of consecutive texels. The
// tests draw pictures at their own size, magnified, minified and mirrored, at every edge of textures that are wider or narrower than a run.

import Kernel
import Raster
import SeededRandom
import Shading
import ShadingKernel
import Testing

/// Operands in blocks of 32 lanes. A block is 8×4 pixels, in the order of quads.
private struct PictureRows {
    var random: SeededGenerator
    let width: Int, height: Int, layers: Int
    let dimension: TextureDimension

    private mutating func step() -> Float {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: 1
        case 1: 0
        case 2: -Float.random(in: 0.1...1.5, using: &random)
        case 3: Float.random(in: 1.5...3, using: &random)
        default: Float.random(in: 0.1...1.6, using: &random)
        }
    }
    mutating func rows(_ blocks: Int) -> LookupRows {
        var rows = LookupRows()
        for _ in 0..<blocks {
            let x = step(), y = Bool.random(using: &random) ? x : step()
            let tilt = Int.random(in: 0..<6, using: &random) == 0 ? Float.random(in: -0.3...0.3, using: &random) : 0
            let startX = Float.random(in: -2...Float(width), using: &random), startY = Float.random(in: -2...Float(height), using: &random)
            let layer = Float.random(in: 0...Float(layers), using: &random), mixesLayers = Int.random(in: 0..<4, using: &random) == 0
            let face = Int.random(in: 0..<6, using: &random)
            for quad in 0..<8 {
                rows.append { lane in
                    let px = Float(lane & 1 + 2 * (quad & 3)), py = Float(lane >> 1 + 2 * (quad >> 2))
                    let s = (startX + px * x) / Float(width), t = (startY + py * y + px * tilt) / Float(height)
                    var place = [s, t, mixesLayers ? layer + Float(lane) : layer]
                    var dx = [x / Float(width), tilt / Float(height), Float(0)], dy = [0, y / Float(height), Float(0)]
                    if dimension == .cube {
                        func onFace(_ u: Float, _ v: Float, _ major: Float) -> [Float] {
                            var direction = [u, v, u]
                            direction[face / 2] = face % 2 == 0 ? major : -major
                            return direction
                        }
                        place = onFace(2 * s - 1, 2 * t - 1, 1)
                        dx = onFace(2 * dx[0], 2 * dx[1], 0); dy = onFace(2 * dy[0], 2 * dy[1], 0)
                    }
                    let values = place + dx + dy, fields: [LookupRows.Field] = [.s, .t, .r, .dsdx, .dtdx, .drdx, .dsdy, .dtdy, .drdy]
                    return Dictionary(uniqueKeysWithValues: zip(fields, values.map(\.bitPattern)))
                }
            }
        }
        return rows
    }
}

@Test("pictures parallel to the screen give the reference's bits at every edge", arguments: [TextureDimension.d2, .cube, .d2Array, .d3],
      [(PixelFormat.rgba8, 1), (.rgba8, 3), (.rgb10a2, 1)])
func samplerKernelRuns(dimension: TextureDimension, image: (PixelFormat, Int)) throws {
    let kernels = LookupKernels(), layers = dimension == .d3 || dimension == .d2Array ? 3 : 1, format = image.0
    let type = samplerTestType(dimension)
    for (width, otherHeight) in [(1, 1), (2, 3), (7, 5), (8, 8), (9, 2), (40, 23)] where image.1 == 1 || width > 7 {
        let height = dimension == .cube ? width : otherHeight
        var random = SeededGenerator(state: UInt64(width * 31 + height))
        let texture = try randomTexture(Device(.reference), type, format, width, height, layers, mipLevels: image.1, using: &random)
        var pictures = PictureRows(random: random, width: width, height: height, layers: layers, dimension: dimension)
        let rows = pictures.rows(48)
        for wrap in samplerTestWraps.indices where dimension != .cube || wrap < 2 {
            var sampler = samplerTestSampler(wrap, .linear, .linear, image.1 > 1 ? .linear : .none)
            if wrap == 1 { sampler.seamlessCube = false }
            let operation = TextureOperation(kind: .sample, dimension: dimension, unit: 0)
            // The lookup reads a run of consecutive texels. To pick texels out of this run, the AVX2 code uses different instructions from
            // the AVX-512 code.
            let alsoAVX2 = dimension == .d2 && format == .rgba8 && wrap < 2 && KernelTarget(lanes: 8, instructionSet: .x86v3).runsHere
            for set in alsoAVX2 ? [KernelTarget.InstructionSet.host, .x86v3] : [.host] {
                try checkSampler(SamplerComparison(operation: operation, bindings: [TextureBinding(texture, sampler)], instructionSet: set, kernels: kernels),
                                 rows, "\(dimension) \(width)×\(height) \(format) \(image.1) levels, wrap \(wrap), \(set)", lanes: [4, 8, 16, 32])
            }
        }
    }
}
