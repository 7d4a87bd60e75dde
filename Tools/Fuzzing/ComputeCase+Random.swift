// Makes dispatches from random numbers.

import Raster
import SeededRandom
import Shading

extension ComputeCase {
    package init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(state: seed ^ 0xD15_9A7C)
        form = Form(&random)
        countForm = Form(&random, counting: true)
        programs = []
        images = []
        let earlier = random.once(in: 3) ? nil : form.sampler
        for number in 0..<random.pick([1, 1, 2, 2, 3]) {
            images.append(ComputeImages(form, countForm, &random))
            programs.append(ComputeText(seed: seed &* 3 &+ UInt64(number), images: images[number], earlier: earlier))
        }
        steps = []
        for number in 0..<random.int(1...4) { steps.append(Step(&random, programs, form, number: number)) }
        if !random.once(in: 3) { show = Show(way: random.pick(Show.Way.allCases), buffer: random.int(0...4), texture: random.int(0...Self.textureCount - 1)) }
        isOneFrame = random.once(in: 2)
        byteCounts = (0..<Self.dataBufferCount + 2).map { _ in random.pick([512, 4096, 1000, 20_000, 4]) }
    }
}

extension ComputeCase.Step {
    fileprivate init(_ random: inout SeededGenerator, _ programs: [ComputeText], _ form: ComputeCase.Form, number: Int) {
        program = number < programs.count ? number : random.int(0...programs.count - 1)
        let size = programs[program].size, invocations = size.x * size.y * size.z
        // The number of invocations is limited, because the reference renderer takes a long time for each invocation.
        let most = max(1, 2000 / invocations)
        groups = SIMD3(min(most, random.pick([1, 1, 2, 3, 7, 16, 33, 300])), 1, 1)
        if most > 4 && random.once(in: 3) {
            groups = SIMD3(random.pick([1, 2, 3, 5]), random.pick([1, 2, 3]), random.pick([1, 1, 2]))
        }
        if random.once(in: 12) { groups[random.int(0...2)] = 0 }
        if invocations == 1 && random.once(in: 12) {
            groups = .one
            groups[random.int(0...2)] = random.pick([4001, 9000, Device.maximumWorkGroupCount])
        }
        isIndirect = random.once(in: 4)
        own = random.int(0...ComputeCase.dataBufferCount - 1)
        tally = random.int(3...4)
        given = random.pick((0...4).filter { $0 != own && $0 != tally })
        offset = random.pick([0, 0, 0, 4, 12, 256])
        source = random.int(0...ComputeCase.textureCount - 1)
        target = (source + random.int(1...ComputeCase.textureCount - 1)) % ComputeCase.textureCount
        level = random.int(0...form.levels - 1)
        layer = form.hasLayers ? random.int(0...max(1, form.type == .d3 ? form.size.z >> level : form.size.z) - 1) : 0
        beginsPass = random.once(in: 2)
        isBare = random.once(in: 16)
        if random.once(in: 4) { room = random.pick([0, 4, 60, 200]) }
    }
}

extension ComputeCase.Form {
    private static let formats = ImageFormat.allCases.map(\.pixelFormat)
    /// The formats of images whose texels have the size of this form's texels.
    fileprivate var equalFormats: [PixelFormat] {
        Self.formats.filter { $0.bytesPerTexel == format.bytesPerTexel }
    }

    fileprivate init(_ random: inout SeededGenerator, counting: Bool = false) {
        type = random.pick(counting ? [.d2, .d2, .d1, .d3, .d2Array, .buffer] : [.d2, .d2, .d2] + TextureType.allCases)
        format = counting ? .r32Uint : random.pick(type == .buffer ? Self.formats.filter(\.isBufferTexel) : Self.formats)
        width = counting ? random.int(1...6) : random.pick([1, 3, 8, 13, 16, 33])
        height = type.hasOneRow ? 1 : type.isCube ? width : counting ? random.int(1...4) : random.pick([1, 4, 7, 16])
        depth = type.isArray || type == .d3 ? random.int(1...3) : 1
        if type == .d2 && random.once(in: 4) || type == .d2Array && random.once(in: 2) {
            samples = random.pick(Device.sampleCounts)
        } else if !counting && type != .rectangle && type != .buffer && random.once(in: 3) {
            levels = random.int(1...TextureDescriptor.fullMipLevelCount(width: width, height: height, depth: type == .d3 ? depth : 1))
        }
    }
}

extension ComputeImages {
    fileprivate init(_ form: ComputeCase.Form, _ countForm: ComputeCase.Form, _ random: inout SeededGenerator) {
        func image(_ name: String, _ access: [String]) -> ImageDeclaration {
            let shape = form.hasLayers && random.once(in: 3) ? form.layerShape : form.shape
            return ImageDeclaration(name: name, shape: shape, format: random.pick(form.equalFormats), access: random.pick(access))
        }
        source = image("source", ["readonly ", "", "restrict readonly "])
        own = image("own", ["", "coherent ", "volatile "])
        (size, samples) = (form.size, form.samples)
        counts = ImageDeclaration(name: "counts", shape: countForm.shape, format: random.pick([.r32Int, .r32Uint]))
        function = random.pick(["imageAtomicAdd", "imageAtomicMin", "imageAtomicMax", "imageAtomicAnd", "imageAtomicOr", "imageAtomicXor"])
    }
}
