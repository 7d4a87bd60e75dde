// The state and limits that OpenGL ES 3.1 adds (OpenGL ES 3.1 tables 20.2 to 20.49).

import Raster
import Shading

extension GLContext {
    func es31State(_ name: GLenum) -> StateValue? {
        func nameOf(_ value: GLuint?) -> StateValue { .int(Int(value ?? 0)) }
        switch name {
        case GL_DRAW_INDIRECT_BUFFER_BINDING: return nameOf(buffers.drawIndirect?.name)
        case GL_DISPATCH_INDIRECT_BUFFER_BINDING: return nameOf(buffers.dispatchIndirect?.name)
        case GL_SHADER_STORAGE_BUFFER_BINDING: return nameOf(buffers.shaderStorage?.name)
        case GL_ATOMIC_COUNTER_BUFFER_BINDING: return nameOf(buffers.atomicCounter?.name)
        case GL_TEXTURE_BUFFER_BINDING: return nameOf(buffers.texture?.name)
        case GL_MAX_TEXTURE_BUFFER_SIZE: return .int(Device.maximumBufferTextureSize)
        case GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT: return .int(Device.bufferTextureOffsetAlignment)
        case GL_PROGRAM_PIPELINE_BINDING: return nameOf(pipeline?.name)
        case GL_MIN_SAMPLE_SHADING_VALUE: return .float(state.minimumSampleShading)
        case GL_PRIMITIVE_BOUNDING_BOX where version.isES: return .floats(state.primitiveBox)
        case GL_SAMPLE_MASK_VALUE: return .int(Int(state.desktop.sampleMask))
        case GL_MAX_VERTEX_ATTRIB_BINDINGS: return .int(GLLimits.vertexBufferBindings)
        case GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET: return .int(GLLimits.vertexRelativeOffset)
        case GL_MAX_VERTEX_ATTRIB_STRIDE: return .int(GLLimits.vertexStride)
        case GL_MAX_FRAMEBUFFER_WIDTH, GL_MAX_FRAMEBUFFER_HEIGHT: return .int(GLLimits.framebufferSize)
        case GL_MAX_FRAMEBUFFER_SAMPLES: return .int(GLLimits.samples)
        case GL_MAX_UNIFORM_LOCATIONS: return .int(GLLimits.uniformLocations)
        case GL_MAX_SAMPLE_MASK_WORDS: return .int(1)
        case GL_MAX_COLOR_TEXTURE_SAMPLES, GL_MAX_DEPTH_TEXTURE_SAMPLES: return .int(GLLimits.samples)
        case GL_MAX_INTEGER_SAMPLES: return .int(GLLimits.integerSamples)
        // The offsets of interpolateAtOffset are multiples of 1/16 (OES_shader_multisample_interpolation), so the largest offset is 0.5 −
        // 1/16.
        case GL_MIN_FRAGMENT_INTERPOLATION_OFFSET: return .float(-0.5)
        case GL_MAX_FRAGMENT_INTERPOLATION_OFFSET: return .float(0.4375)
        case GL_FRAGMENT_INTERPOLATION_OFFSET_BITS: return .int(4)
        case GL_MIN_PROGRAM_TEXTURE_GATHER_OFFSET: return .int(-8)
        case GL_MAX_PROGRAM_TEXTURE_GATHER_OFFSET: return .int(7)
        default: return storageLimit(name) ?? computeLimit(name) ?? geometryLimit(name)
        }
    }

    private func storageLimit(_ name: GLenum) -> StateValue? {
        switch name {
        case GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS: .int(GLLimits.storageBufferBindings)
        case GL_MAX_SHADER_STORAGE_BLOCK_SIZE: .int(GLLimits.storageBlockSize)
        case GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT: .int(GLLimits.storageBufferAlignment)
        case GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS: .int(GLLimits.vertexStorageBlocks)
        case GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS: .int(GLLimits.fragmentStorageBlocks)
        case GL_MAX_GEOMETRY_SHADER_STORAGE_BLOCKS: .int(GLLimits.geometryStorageBlocks)
        case GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS: .int(GLLimits.computeStorageBlocks)
        case GL_MAX_COMBINED_SHADER_STORAGE_BLOCKS: .int(GLLimits.combinedStorageBlocks)
        case GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS: .int(GLLimits.counterBufferBindings)
        case GL_MAX_ATOMIC_COUNTER_BUFFER_SIZE: .int(GLLimits.counterBufferSize)
        case GL_MAX_VERTEX_ATOMIC_COUNTER_BUFFERS: .int(GLLimits.vertexCounterBuffers)
        case GL_MAX_FRAGMENT_ATOMIC_COUNTER_BUFFERS: .int(GLLimits.fragmentCounterBuffers)
        case GL_MAX_GEOMETRY_ATOMIC_COUNTER_BUFFERS: .int(GLLimits.geometryCounterBuffers)
        case GL_MAX_COMPUTE_ATOMIC_COUNTER_BUFFERS: .int(GLLimits.computeCounterBuffers)
        case GL_MAX_COMBINED_ATOMIC_COUNTER_BUFFERS: .int(GLLimits.combinedCounterBuffers)
        case GL_MAX_VERTEX_ATOMIC_COUNTERS: .int(GLLimits.vertexCounters)
        case GL_MAX_FRAGMENT_ATOMIC_COUNTERS: .int(GLLimits.fragmentCounters)
        case GL_MAX_GEOMETRY_ATOMIC_COUNTERS: .int(GLLimits.geometryCounters)
        case GL_MAX_COMPUTE_ATOMIC_COUNTERS: .int(GLLimits.computeCounters)
        case GL_MAX_COMBINED_ATOMIC_COUNTERS: .int(GLLimits.combinedCounters)
        case GL_MAX_IMAGE_UNITS: .int(GLLimits.imageUnits)
        case GL_MAX_VERTEX_IMAGE_UNIFORMS: .int(GLLimits.vertexImages)
        case GL_MAX_FRAGMENT_IMAGE_UNIFORMS: .int(GLLimits.fragmentImages)
        case GL_MAX_GEOMETRY_IMAGE_UNIFORMS: .int(GLLimits.geometryImages)
        case GL_MAX_COMPUTE_IMAGE_UNIFORMS: .int(GLLimits.computeImages)
        case GL_MAX_COMBINED_IMAGE_UNIFORMS: .int(GLLimits.combinedImages)
        case GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES:
            .int(GLLimits.colorAttachments + GLLimits.combinedImages + GLLimits.combinedStorageBlocks)
        default: nil
        }
    }

    private func geometryLimit(_ name: GLenum) -> StateValue? {
        switch name {
        case GL_MAX_FRAMEBUFFER_LAYERS: .int(GLLimits.arrayLayers)
        // The provoking vertex chooses the layer. The provoking vertex is the last vertex, unless the program has chosen the first vertex,
        // which only desktop OpenGL allows.
        case GL_LAYER_PROVOKING_VERTEX: .enumeration(state.desktop.provokingVertex)
        case GL_MAX_GEOMETRY_UNIFORM_BLOCKS: .int(GLLimits.geometryUniformBlocks)
        case GL_MAX_GEOMETRY_UNIFORM_COMPONENTS: .int(4 * GLLimits.geometryUniformVectors)
        case GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS: .int(GLLimits.geometryTextureUnits)
        case GL_MAX_GEOMETRY_OUTPUT_VERTICES: .int(GeometryLayout.vertexLimit)
        case GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS: .int(GeometryLayout.totalComponentLimit)
        case GL_MAX_GEOMETRY_INPUT_COMPONENTS, GL_MAX_GEOMETRY_OUTPUT_COMPONENTS: .int(GeometryLayout.componentLimit)
        case GL_MAX_GEOMETRY_SHADER_INVOCATIONS: .int(GeometryLayout.invocationLimit)
        case GL_MAX_COMBINED_GEOMETRY_UNIFORM_COMPONENTS:
            .int(4 * GLLimits.geometryUniformVectors + GLLimits.geometryUniformBlocks * GLLimits.uniformBlockSize / 4)
        default: nil
        }
    }

    private func computeLimit(_ name: GLenum) -> StateValue? {
        switch name {
        case GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS: .int(GLLimits.workGroupInvocations)
        case GL_MAX_COMPUTE_SHARED_MEMORY_SIZE: .int(GLLimits.sharedMemory)
        case GL_MAX_COMPUTE_UNIFORM_BLOCKS: .int(GLLimits.computeUniformBlocks)
        case GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS: .int(GLLimits.computeTextureUnits)
        case GL_MAX_COMPUTE_UNIFORM_COMPONENTS: .int(4 * GLLimits.computeUniformVectors)
        case GL_MAX_COMBINED_COMPUTE_UNIFORM_COMPONENTS:
            .int(4 * GLLimits.computeUniformVectors + GLLimits.computeUniformBlocks * GLLimits.uniformBlockSize / 4)
        default: nil
        }
    }
}
