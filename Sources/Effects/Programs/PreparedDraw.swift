// PreparedDraw: the pipeline, the uniforms and the textures that an effect keeps between draws.
//
// A word is written only if it differs from the stored word, so a draw without changes copies nothing. If an encoder still holds the array
// of words, the first write copies the array, and the encoder keeps the old values.

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

    /// Changes the layout and the state. If the program changes, too, uniforms get their initial values, and no texture is set.
    mutating func use(_ new: Pipeline) {
        if new.program === pipeline.program { pipeline = new } else { self = PreparedDraw(new) }
    }

    func record(in pass: inout RenderPass) { pass.setPrepared(pipeline, uniforms: words, textures: textures) }

    // If the program does not have the uniform, the write has no effect.

    private func start(_ name: String, _ element: Int) -> Int? {
        pipeline.program.uniforms[name].map { ($0.offset + element * $0.arrayStride) / 4 }
    }
    /// Writes the values if a word differs. All words are compared before the first write. A single loop that compares and writes would
    /// access the array for writing, which copies a shared array even if no word differs.
    private mutating func write(_ values: SIMD16<Float>, count: Int, to name: String, _ element: Int) {
        guard let first = start(name, element) else { return }
        var differs = false
        for j in 0..<count where words[first + j] != values[j].bitPattern { differs = true }
        guard differs else { return }
        words.withUnsafeMutableBufferPointer { words in
            for j in 0..<count { words[first + j] = values[j].bitPattern }
        }
    }
    mutating func set(_ name: String, _ value: Float) { write(SIMD16(repeating: value), count: 1, to: name, 0) }
    mutating func set(_ name: String, at element: Int = 0, _ v: SIMD2<Float>) {
        write(SIMD16(v.x, v.y, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), count: 2, to: name, element)
    }
    mutating func set(_ name: String, at element: Int = 0, _ v: SIMD3<Float>) {
        write(SIMD16(v.x, v.y, v.z, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), count: 3, to: name, element)
    }
    mutating func set(_ name: String, at element: Int = 0, _ v: SIMD4<Float>) {
        write(SIMD16(v.x, v.y, v.z, v.w, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), count: 4, to: name, element)
    }
    mutating func set(_ name: String, _ m: Matrix3) {
        let (a, b, c) = m.columns
        write(SIMD16(a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, 0, 0, 0, 0, 0, 0, 0), count: 9, to: name, 0)
    }
    mutating func set(_ name: String, _ m: Matrix4) {
        let (a, b, c, d) = m.columns
        write(SIMD16(lowHalf: SIMD8(lowHalf: a, highHalf: b), highHalf: SIMD8(lowHalf: c, highHalf: d)), count: 16, to: name, 0)
    }
    /// Sets all words of a uniform, or of all elements of an array.
    mutating func set(_ name: String, words new: [UInt32]) {
        guard let first = start(name, 0), !words[first..<first + new.count].elementsEqual(new) else { return }
        words.replaceSubrange(first..<first + new.count, with: new)
    }
    /// - Parameter levels: The mip levels that may be read; nil for all levels.
    mutating func set(_ name: String, _ texture: Texture, _ sampler: Sampler, levels: ClosedRange<Int>? = nil) {
        guard let index = pipeline.program.samplers[name] else { return }
        let unit = pipeline.program.interface.samplers[index].unit, levels = levels ?? 0...(texture.descriptor.mipLevels - 1)
        if let known = textures[unit], known.texture === texture, known.sampler == sampler, known.levels == levels { return }
        textures[unit] = TextureBinding(TextureView(texture, levels: levels), sampler: sampler)
    }
}
