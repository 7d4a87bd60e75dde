import Raster

/// The pipeline and the bindings of the last draw. If a part has changed since the last draw, the next draw makes this part again; all other
/// parts are reused.
package struct DrawCache {
    /// Whether `FixedState` has changed.
    package var isStateDirty = true
    /// Whether a current attribute value has changed.
    package var areAttributesDirty = true
    /// Whether a uniform buffer binding has changed.
    package var areBlocksDirty = true

    package init() {}

    var target: Framebuffer?
    var rasterState = RasterState()
    var pipeline: Pipeline?
    var executable: ProgramExecutable?
    var vertexArray: VertexArrayObject?
    var layoutVersion = -1
    var bindingVersion = -1
    /// A texture unit that samplers of different types use; nil if no unit has such a conflict.
    var samplerConflict: Int?
    var attributes = AttributeValues()
    var uniformBuffers: [UniformBufferBinding?] = []
    /// The arrays of the last draw. Draws with equal bindings share one array. The renderer recognises draws with equal bindings by the
    /// array's address, and reuses the records of the previous draw.
    private(set) var vertexBuffers: [VertexBufferBinding?] = []
    private(set) var textures: [TextureBinding?] = []

    mutating func setVertexBufferCount(_ count: Int) {
        if vertexBuffers.count != count { vertexBuffers = Array(repeating: nil, count: count) }
    }
    mutating func setVertexBuffer(_ slot: Int, _ binding: VertexBufferBinding?) {
        let isSame = switch (vertexBuffers[slot], binding) {
        case (let old?, let new?): old.buffer === new.buffer && old.offset == new.offset
        case (nil, nil): true
        default: false
        }
        if !isSame { vertexBuffers[slot] = binding }
    }
    mutating func setTextureCount(_ count: Int) {
        if textures.count != count { textures = Array(repeating: nil, count: count) }
    }
    mutating func setTexture(_ unit: Int, _ binding: TextureBinding?) {
        let isSame = switch (textures[unit], binding) {
        case (let old?, let new?): old.view == new.view && old.sampler == new.sampler
        case (nil, nil): true
        default: false
        }
        if !isSame { textures[unit] = binding }
    }
}
