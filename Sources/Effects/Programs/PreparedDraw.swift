// PreparedDraw: pipeline, uniforms and textures as an effect keeps them between draws.
//
// Words are compared before they are written, so that nothing is copied while nothing changes: an encoder that still
// holds the array keeps its own from the first difference on.

import Raster

struct PreparedDraw {
    private(set) var pipeline: Pipeline
    private(set) var words: [UInt32]
    private(set) var textures: [TextureBinding?]

    init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        words = pipeline.program.initialUniforms
        textures = Array(repeating: nil, count: pipeline.program.interface.textureUnitCount)
    }

    /// Another layout or state; a new program starts with nothing set.
    mutating func use(_ new: Pipeline) {
        if new.program === pipeline.program { pipeline = new } else { self = PreparedDraw(new) }
    }

    func record(in pass: inout RenderPass) { pass.setPrepared(pipeline, uniforms: words, textures: textures) }

    // A uniform that the program does not have is not written.

    private func start(_ name: String, _ element: Int) -> Int? {
        pipeline.program.uniforms[name].map { ($0.offset + element * $0.arrayStride) / 4 }
    }
    private mutating func write(_ value: Float, at i: Int) {
        if words[i] != value.bitPattern { words[i] = value.bitPattern }
    }
    mutating func set(_ name: String, at element: Int = 0, _ value: Float) {
        guard let i = start(name, element) else { return }
        write(value, at: i)
    }
    mutating func set(_ name: String, at element: Int = 0, _ value: SIMD2<Float>) {
        guard let i = start(name, element) else { return }
        write(value.x, at: i); write(value.y, at: i + 1)
    }
    mutating func set(_ name: String, at element: Int = 0, _ value: SIMD3<Float>) {
        guard let i = start(name, element) else { return }
        write(value.x, at: i); write(value.y, at: i + 1); write(value.z, at: i + 2)
    }
    mutating func set(_ name: String, at element: Int = 0, _ value: SIMD4<Float>) {
        guard let i = start(name, element) else { return }
        for j in 0..<4 { write(value[j], at: i + j) }
    }
    mutating func set(_ name: String, _ value: Matrix3) {
        guard let i = start(name, 0) else { return }
        for j in 0..<3 { write(value.columns.0[j], at: i + j); write(value.columns.1[j], at: i + 3 + j); write(value.columns.2[j], at: i + 6 + j) }
    }
    mutating func set(_ name: String, _ value: Matrix4) {
        guard let i = start(name, 0) else { return }
        for j in 0..<4 {
            write(value.columns.0[j], at: i + j); write(value.columns.1[j], at: i + 4 + j)
            write(value.columns.2[j], at: i + 8 + j); write(value.columns.3[j], at: i + 12 + j)
        }
    }
    mutating func set(_ name: String, _ texture: Texture, _ sampler: Sampler) {
        guard let index = pipeline.program.samplers[name] else { return }
        let unit = pipeline.program.interface.samplers[index].unit
        if let known = textures[unit], known.texture === texture, known.sampler == sampler { return }
        textures[unit] = TextureBinding(texture: texture, sampler: sampler, levels: 0...(texture.descriptor.mipLevels - 1))
    }
}
