import Raster

/// The pipeline and the bindings of the last draw. The next draw makes only those parts again that have changed since.
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
    /// A texture unit that samplers of different types use; nil if there is none.
    var samplerConflict: Int?
    var attributes = AttributeValues()
    var uniformBuffers: [UniformBufferBinding?] = []
    var vertexBuffers: [VertexBufferBinding?] = []
}
