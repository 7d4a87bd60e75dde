import Raster

/// The limits of the driver (OpenGL ES 3.0.6 §6.2, tables 6.28 to 6.35). The shader compiler has the same limits.
package enum GLLimits {
    package static let vertexAttributes = 16
    package static let vertexTextureUnits = 32, fragmentTextureUnits = 32, combinedTextureUnits = 32
    package static let colorAttachments = 8
    package static let textureSize = 8192, texture3DSize = 2048, arrayLayers = 2048, renderbufferSize = 8192
    package static let viewportSize = 16384
    package static let samples = 4
    package static let uniformBufferBindings = 36, uniformBlockSize = 65536, uniformBufferAlignment = 4
    package static let transformFeedbackBuffers = 4, transformFeedbackInterleavedComponents = 128, transformFeedbackSeparateComponents = 128
    package static let vertexUniformVectors = 1024, fragmentUniformVectors = 1024, varyingVectors = 32
    package static let vertexUniformBlocks = 16, fragmentUniformBlocks = 16, combinedUniformBlocks = 32
}
