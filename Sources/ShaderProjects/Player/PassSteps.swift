// PassSteps: draws the steps of a convolution pyramid or of jump flooding, which change the picture of a pass.

import Raster

/// The steps: their target textures, and the textures and values that each step reads. The uniforms have glslViewer's names.
final class PassSteps {
    let kind: ShaderProject.Steps.Kind
    /// The program of the steps.
    let run: PassRun
    private let device: Device
    private var pictures: [Framebuffer] = []
    private var size = SIMD2(0, 0)
    /// The picture of the last step; nil before the first frame.
    private(set) var result: Texture?

    /// The maximum number of smaller pictures of a pyramid.
    private static let maximumDepth = 12
    /// The prefixes of a pyramid's uniforms. The longer prefix is from older versions.
    private static let prefixes = ["u_pyramid", "u_convolutionPyramid"]

    init(kind: ShaderProject.Steps.Kind, run: PassRun, device: Device) {
        self.kind = kind; self.run = run; self.device = device
        run.isStep = true
        // Each pixel of a picture of jump flooding holds the position of a seed. Interpolation between two positions would give a position
        // without a seed.
        if kind == .flood { run.stepSampler = .nearest }
    }

    /// One drawing: its target, and the textures and values that the program reads.
    struct Step {
        var target: Framebuffer
        var textures: [String: Texture]
        var values: [String: [Double]]
    }

    /// Returns the steps for a picture, in drawing order.
    func steps(for picture: Texture) throws -> [Step] {
        if size != SIMD2(picture.width, picture.height) {
            size = SIMD2(picture.width, picture.height)
            pictures = try pictureSizes.map { size in
                try device.makeFramebuffer(color: [Attachment(try device.makeTexture(TextureDescriptor(
                    format: picture.descriptor.format, width: size.x, height: size.y, label: "step of \(run.pass.name)")))], label: "step of \(run.pass.name)")
            }
        }
        let steps = kind == .pyramid ? pyramid(picture) : flood(picture)
        result = steps.last.flatMap { texture($0.target) }
        return steps
    }
    private func texture(_ framebuffer: Framebuffer) -> Texture? { framebuffer.color.first.flatMap { $0 }?.texture }

    /// The number of smaller pictures. The smallest picture has two to four pixels on its shorter side.
    private var depth: Int { min(max(Self.bitLength(min(size.x, size.y)) - 2, 1), PassSteps.maximumDepth) }
    private static func bitLength(_ number: Int) -> Int { Int.bitWidth - number.leadingZeroBitCount }
    /// The sizes of the pictures that the steps draw. A pyramid has smaller and smaller pictures, and then larger and larger pictures;
    /// flooding has two pictures of the same size.
    private var pictureSizes: [SIMD2<Int>] {
        guard kind == .pyramid else { return [size, size] }
        let smaller = (1...depth).map { SIMD2(max(1, size.x >> $0), max(1, size.y >> $0)) }
        return smaller + smaller.dropLast().reversed() + [size]
    }

    private func pyramid(_ picture: Texture) -> [Step] {
        let depth = depth
        // The picture itself, then the smaller and smaller pictures.
        let levels = [picture] + pictures.prefix(depth).compactMap(texture)
        return pictures.indices.map { index in
            let isUp = index >= depth, level = isUp ? 2 * depth - 1 - index : index
            var textures: [String: Texture] = [:], values: [String: [Double]] = [:]
            for prefix in PassSteps.prefixes {
                textures[prefix + "Tex0"] = levels[level]
                if isUp { textures[prefix + "Tex1"] = index == depth ? levels[depth] : texture(pictures[index - 1]) }
                values[prefix + "Upscaling"] = [isUp ? 1 : 0]
                values[prefix + "Depth"] = [Double(level)]
                for name in ["TotalDepth", "Depths"] { values[prefix + name] = [Double(depth)] }
            }
            return Step(target: pictures[index], textures: textures, values: values)
        }
    }
    private func flood(_ picture: Texture) -> [Step] {
        let count = Self.bitLength(max(size.x, size.y) - 1) + 1
        return (0..<count).map { index in
            let source = index == 0 ? picture : texture(pictures[(index + 1) % 2]) ?? picture
            return Step(target: pictures[index % 2], textures: ["u_floodSrc": source],
                        values: ["u_floodIndex": [Double(index)], "u_floodTotal": [Double(count)]])
        }
    }
}

extension ShaderPlayer {
    /// Draws the steps of a pass's picture.
    func draw(_ steps: PassSteps, of picture: Texture, _ surroundings: HostUniforms, into encoder: inout CommandEncoder) throws {
        for step in try steps.steps(for: picture) {
            (steps.run.stepTextures, steps.run.stepValues) = (step.textures, step.values)
            let size = SIMD2(Double(step.target.width), Double(step.target.height))
            steps.run.stepValues["u_pixel"] = [1 / size.x, 1 / size.y]
            try draw(steps.run, surroundings.sized(size), to: step.target, region: nil, face: nil, into: &encoder)
        }
    }
}
