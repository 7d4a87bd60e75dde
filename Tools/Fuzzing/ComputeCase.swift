// ComputeCase: dispatches of random compute shaders, one after another, and a draw that reads the results of the dispatches.

import Raster

package struct ComputeCase: FuzzCase {
    /// One dispatch with its resources, which are given as indices of the case's buffers and textures.
    struct Step: Sendable, Hashable {
        var program = 0
        /// The number of work groups.
        var groups = SIMD3(1, 1, 1)
        /// Whether the dispatch reads its work group counts from the buffer `Plan`.
        var isIndirect = false
        /// The indices of the buffers for the blocks. The buffer `given` is only read, and differs from `own` and `tally`.
        var given = 0, own = 1, tally = 3
        /// The position of the blocks in their buffers, in bytes.
        var offset = 0
        /// `source`: the index of the texture that is only read. `target`: the index of the texture for the image `own`. The two textures
        /// differ.
        var source = 0, target = 1
        /// `level`: the mip level of the images. `layer`: if an image is a two-dimensional layer of a texture, the index of this layer.
        var level = 0, layer = 0
        /// Whether the images and the texture `earlier` are missing: reads give zeros, and writes do nothing.
        var isBare = false
        /// The number of bytes after the fixed part of the blocks `Given` and `Own`; nil if the blocks extend to the end of their buffers.
        var room: Int?
        /// Whether the dispatch begins a new pass.
        var beginsPass = false
    }
    /// A draw that reads a buffer and a texture.
    struct Show: Sendable, Hashable {
        enum Way: String, Sendable, Hashable, CaseIterable { case plain, indexed, indirect }
        var way = Way.plain
        var buffer = 0, texture = 0
    }
    /// The form that all textures have.
    struct Form: Sendable, Hashable {
        var type = TextureType.d2
        var format = PixelFormat.rgba8
        var width = 8, height = 8, depth = 1, levels = 1
        /// The number of samples per pixel.
        var samples = 1
    }

    package let seed: UInt64
    var form: Form
    /// The form of the texture in which the invocations count: one integer of 32 bits per texel.
    var countForm: Form
    var programs: [ComputeText]
    var images: [ComputeImages]
    var steps: [Step]
    var show: Show?
    /// Whether a single encoder records all dispatches and the draw.
    var isOneFrame: Bool
    /// The sizes of the buffers in bytes. A buffer is made larger if a block needs more.
    var byteCounts: [Int]

    /// `dataBufferCount` is the number of buffers that begin with arbitrary contents. Two buffers for the block `Tally` follow these
    /// buffers. `textureCount` is the number of textures.
    static let dataBufferCount = 3, textureCount = 3

    package var reductions: [ComputeCase] {
        var result: [ComputeCase] = []
        func add(_ change: (inout ComputeCase) -> Void) {
            var copy = self
            change(&copy)
            if copy != self { result.append(copy) }
        }
        for i in steps.indices where steps.count > 1 { add { $0.steps.remove(at: i) } }
        add { $0.show = nil }
        add { $0.show?.way = .plain }
        add { $0.isOneFrame = false }
        for i in steps.indices {
            add { $0.steps[i].isIndirect = false }
            add { $0.steps[i].groups = .one }
            for axis in 0..<3 { add { $0.steps[i].groups[axis] = ($0.steps[i].groups[axis] + 1) / 2 } }
            add { $0.steps[i].offset = 0 }
            add { $0.steps[i].level = 0 }
            add { $0.steps[i].layer = 0 }
            add { $0.steps[i].isBare = false }
            add { $0.steps[i].room = nil }
            add { $0.steps[i].beginsPass = false }
        }
        for i in programs.indices where steps.contains(where: { $0.program == i }) {
            for smaller in programs[i].reductions { add { $0.programs[i] = smaller } }
        }
        return result
    }
}

extension ComputeCase.Form {
    var size: SIMD3<Int> { SIMD3(width, height, type == .cube ? 6 : type == .cubeArray ? 6 * depth : depth) }
    /// Whether an image can be a layer of the texture.
    var hasLayers: Bool { [.d2Array, .d3, .cube, .cubeArray].contains(type) }
    var descriptor: TextureDescriptor {
        TextureDescriptor(type: type, format: format, width: width, height: height, depth: depth, mipLevels: levels, samples: samples)
    }
    /// An upper bound for the number of texels of all levels and samples.
    var texelCount: Int { 2 * size.x * size.y * size.z * samples }
    /// The shape in which shaders see the texture.
    var shape: SamplerShape { samples == 1 ? SamplerShape(type) : type == .d2Array ? .multisampleArray : .multisample }
    /// The shape in which shaders see a layer.
    var layerShape: SamplerShape { samples == 1 ? .d2 : .multisample }
    /// The letter before the word `sampler`.
    var prefix: String { format.kind == .int ? "i" : format.kind == .uint ? "u" : "" }
    /// The sampler that reads the texture.
    var sampler: NamedTexture { NamedTexture(name: "earlier", shape: shape, prefix: prefix) }
}
