import Raster

/// The state that exists only in OpenGL 3.3 and not in OpenGL ES, with its initial values (OpenGL 3.3 tables 6.8 to 6.22).
package struct DesktopState {
    package var polygonMode = GL_FILL
    package var pointSize: Float = 1
    package var isProgramPointSizeEnabled = false
    package var pointFadeThreshold: Float = 1
    package var pointSpriteOrigin = GL_UPPER_LEFT
    package var isLineOffsetEnabled = false, isPointOffsetEnabled = false
    package var isLineSmoothEnabled = false, isPolygonSmoothEnabled = false
    package var isLogicOperationEnabled = false
    package var logicOperation = GL_COPY
    package var provokingVertex = GL_LAST_VERTEX_CONVENTION
    package var isRestartEnabled = false
    package var restartIndex: GLuint = 0
    package var isDepthClampEnabled = false
    package var isMultisampleEnabled = true
    package var isSampleAlphaToOneEnabled = false
    package var isSampleMaskEnabled = false
    package var sampleMask: GLbitfield = 0xFFFF_FFFF
    package var isSRGBEnabled = false
    package var isSeamlessCubeEnabled = false
    package var clipDistances: UInt8 = 0
    package var clampsReadColor = GL_FIXED_ONLY
    package var hints: [GLenum: GLenum] = [:]

    /// Switches on the capabilities that are always on in OpenGL ES, but initially off in desktop OpenGL.
    mutating func switchOn() { isProgramPointSizeEnabled = true; isSRGBEnabled = true; clipDistances = 0xFF }

    /// Whether polygon offset applies to triangles that are drawn as lines or points; nil if triangles are filled.
    var isOffsetEnabled: Bool? {
        polygonMode == GL_LINE ? isLineOffsetEnabled : polygonMode == GL_POINT ? isPointOffsetEnabled : nil
    }

    /// Applies the state to a pipeline. State with its initial value changes nothing in the pipeline, so contexts of OpenGL ES are not affected.
    func apply(to result: inout RasterState, _ target: Framebuffer) {
        result.polygonMode = polygonMode == GL_LINE ? .line : polygonMode == GL_POINT ? .point : .fill
        result.pointSize = min(pointSize, Device.maximumPointSize)
        result.pointSpriteOrigin = pointSpriteOrigin == GL_LOWER_LEFT ? .lowerLeft : .upperLeft
        result.provokingVertex = provokingVertex == GL_FIRST_VERTEX_CONVENTION ? .first : .last
        result.depthClamp = isDepthClampEnabled
        result.programPointSize = isProgramPointSizeEnabled
        result.clipDistances = clipDistances
        if isRestartEnabled {
            result.primitiveRestart = true
            result.restartIndex = restartIndex
        }
        if isLogicOperationEnabled { result.logicOperation = Self.logicOperations[logicOperation] }
        if target.samples > 1 {
            result.multisample = isMultisampleEnabled
            result.alphaToOne = isSampleAlphaToOneEnabled
            if isSampleMaskEnabled { result.sampleMask &= sampleMask }
        }
    }

    static let logicOperations: [GLenum: LogicOperation] = [
        GL_CLEAR: .clear, GL_AND: .and, GL_AND_REVERSE: .andReverse, GL_COPY: .copy, GL_AND_INVERTED: .andInverted, GL_NOOP: .noOperation, GL_XOR: .xor,
        GL_OR: .or, GL_NOR: .nor, GL_EQUIV: .equivalent, GL_INVERT: .invert, GL_OR_REVERSE: .orReverse, GL_COPY_INVERTED: .copyInverted,
        GL_OR_INVERTED: .orInverted, GL_NAND: .nand, GL_SET: .set,
    ]
}
