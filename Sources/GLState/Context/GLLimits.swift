import Raster

/// The limits of the driver (OpenGL ES 3.0.6 §6.2, tables 6.28 to 6.35). The shader compiler has the same limits.
package enum GLLimits {
    package static let vertexAttributes = 16
    package static let vertexTextureUnits = 32, fragmentTextureUnits = 32, combinedTextureUnits = 96
    package static let colorAttachments = 8
    package static let textureSize = 8192, texture3DSize = 2048, arrayLayers = 2048, renderbufferSize = 8192
    package static let viewportSize = 16384
    /// The allowed values for the number of samples per pixel. The largest value equals gl_MaxSamples in shaders.
    package static let sampleCounts = [2, 4, 8, 16]
    package static let samples = 16, integerSamples = 16
    /// Returns the smallest allowed number of samples that is at least `number` (OpenGL ES 3.0.6 §4.4.2.1). `number` must be from 1 to
    /// `samples`.
    package static func sampleCount(atLeast number: Int) -> Int { sampleCounts.first { $0 >= number } ?? samples }
    package static let uniformBufferBindings = 36, uniformBlockSize = 65536, uniformBufferAlignment = 4
    package static let vertexBufferBindings = 16, vertexRelativeOffset = 2047, vertexStride = 2048
    package static let framebufferSize = 8192
    /// The largest location that the shader compiler accepts is 4094.
    package static let uniformLocations = 4095
    package static let storageBufferBindings = 16, storageBlockSize = 1 << 27, storageBufferAlignment = 4
    package static let vertexStorageBlocks = 16, fragmentStorageBlocks = 16, computeStorageBlocks = 16, combinedStorageBlocks = 16
    package static let counterBufferBindings = 8, counterBufferSize = 16384
    package static let vertexCounterBuffers = 8, fragmentCounterBuffers = 8, computeCounterBuffers = 8, combinedCounterBuffers = 8
    package static let vertexCounters = 4096, fragmentCounters = 4096, computeCounters = 4096, combinedCounters = 4096
    package static let imageUnits = 32, vertexImages = 32, fragmentImages = 32, computeImages = 32, combinedImages = 32
    package static let computeUniformVectors = 1024, computeUniformBlocks = 16, computeTextureUnits = 32
    package static let workGroupCount = [65535, 65535, 65535], workGroupSize = [1024, 1024, 64], workGroupInvocations = 1024, sharedMemory = 65536
    package static let geometryUniformVectors = 1024, geometryUniformBlocks = 16, geometryTextureUnits = 32
    package static let geometryStorageBlocks = 16, geometryCounterBuffers = 8, geometryCounters = 4096, geometryImages = 32
    package static let transformFeedbackBuffers = 4, transformFeedbackInterleavedComponents = 128, transformFeedbackSeparateComponents = 128
    package static let vertexUniformVectors = 1024, fragmentUniformVectors = 1024, varyingVectors = 32
    package static let vertexUniformBlocks = 16, fragmentUniformBlocks = 16, combinedUniformBlocks = 48
}
