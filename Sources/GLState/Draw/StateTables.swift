// StateTables: OpenGL's enumerations as values of Raster. For each enumeration of OpenGL that exists in Raster, a single table maps
// OpenGL's constants to Raster's values.

import Raster
import Shading

extension CompareFunction {
    /// Converts a comparison; nil if the constant is no comparison.
    package init?(_ function: GLenum) {
        switch function {
        case GL_NEVER: self = .never
        case GL_LESS: self = .less
        case GL_EQUAL: self = .equal
        case GL_LEQUAL: self = .lessEqual
        case GL_GREATER: self = .greater
        case GL_NOTEQUAL: self = .notEqual
        case GL_GEQUAL: self = .greaterEqual
        case GL_ALWAYS: self = .always
        default: return nil
        }
    }
}

extension StencilOperation {
    package init?(_ operation: GLenum) {
        switch operation {
        case GL_KEEP: self = .keep
        case GL_ZERO: self = .zero
        case GL_REPLACE: self = .replace
        case GL_INCR: self = .incrementClamp
        case GL_DECR: self = .decrementClamp
        case GL_INVERT: self = .invert
        case GL_INCR_WRAP: self = .incrementWrap
        case GL_DECR_WRAP: self = .decrementWrap
        default: return nil
        }
    }
}

extension BlendFactor {
    package init?(_ factor: GLenum) {
        switch factor {
        case GL_ZERO: self = .zero
        case GL_ONE: self = .one
        case GL_SRC_COLOR: self = .sourceColor
        case GL_ONE_MINUS_SRC_COLOR: self = .oneMinusSourceColor
        case GL_DST_COLOR: self = .destinationColor
        case GL_ONE_MINUS_DST_COLOR: self = .oneMinusDestinationColor
        case GL_SRC_ALPHA: self = .sourceAlpha
        case GL_ONE_MINUS_SRC_ALPHA: self = .oneMinusSourceAlpha
        case GL_DST_ALPHA: self = .destinationAlpha
        case GL_ONE_MINUS_DST_ALPHA: self = .oneMinusDestinationAlpha
        case GL_CONSTANT_COLOR: self = .constantColor
        case GL_ONE_MINUS_CONSTANT_COLOR: self = .oneMinusConstantColor
        case GL_CONSTANT_ALPHA: self = .constantAlpha
        case GL_ONE_MINUS_CONSTANT_ALPHA: self = .oneMinusConstantAlpha
        case GL_SRC_ALPHA_SATURATE: self = .sourceAlphaSaturated
        case GL_SRC1_COLOR: self = .source1Color
        case GL_ONE_MINUS_SRC1_COLOR: self = .oneMinusSource1Color
        case GL_SRC1_ALPHA: self = .source1Alpha
        case GL_ONE_MINUS_SRC1_ALPHA: self = .oneMinusSource1Alpha
        default: return nil
        }
    }
}

extension BlendEquation {
    package init?(_ equation: GLenum) {
        switch equation {
        case GL_FUNC_ADD: self = .add
        case GL_FUNC_SUBTRACT: self = .subtract
        case GL_FUNC_REVERSE_SUBTRACT: self = .reverseSubtract
        case GL_MIN: self = .min
        case GL_MAX: self = .max
        default: return nil
        }
    }
}

extension PrimitiveType {
    /// Converts a mode of primitives; nil if contexts of the version have no such mode.
    package init?(_ mode: GLenum, _ version: GLVersion) {
        switch mode {
        case GL_POINTS: self = .points
        case GL_LINES: self = .lines
        case GL_LINE_STRIP: self = .lineStrip
        case GL_LINE_LOOP: self = .lineLoop
        case GL_TRIANGLES: self = .triangles
        case GL_TRIANGLE_STRIP: self = .triangleStrip
        case GL_TRIANGLE_FAN: self = .triangleFan
        case GL_LINES_ADJACENCY where version.hasGeometryShaders: self = .linesAdjacency
        case GL_LINE_STRIP_ADJACENCY where version.hasGeometryShaders: self = .lineStripAdjacency
        case GL_TRIANGLES_ADJACENCY where version.hasGeometryShaders: self = .trianglesAdjacency
        case GL_TRIANGLE_STRIP_ADJACENCY where version.hasGeometryShaders: self = .triangleStripAdjacency
        default: return nil
        }
    }
}

extension GeometryLayout.Input {
    var glMode: GLenum {
        switch self {
        case .points: GL_POINTS
        case .lines: GL_LINES
        case .linesAdjacency: GL_LINES_ADJACENCY
        case .triangles: GL_TRIANGLES
        case .trianglesAdjacency: GL_TRIANGLES_ADJACENCY
        }
    }
}

extension GeometryLayout.Output {
    var glMode: GLenum {
        switch self {
        case .points: GL_POINTS
        case .lineStrip: GL_LINE_STRIP
        case .triangleStrip: GL_TRIANGLE_STRIP
        }
    }
}

extension IndexType {
    package init?(_ type: GLenum) {
        switch type {
        case GL_UNSIGNED_BYTE: self = .uint8
        case GL_UNSIGNED_SHORT: self = .uint16
        case GL_UNSIGNED_INT: self = .uint32
        default: return nil
        }
    }
}

extension FixedState {
    /// Returns the state in the form that Raster's pipelines need. If the target has no image for a test, the test always passes (OpenGL ES
    /// 3.0.6 §4.1.4, §4.1.5), so the test is off.
    package func rasterState(for target: Framebuffer) -> RasterState {
        var result = RasterState()
        if isCullEnabled {
            result.cull = cullFace == GL_FRONT ? .front : cullFace == GL_BACK ? .back : .frontAndBack
        }
        result.frontFace = frontFace == GL_CW ? .clockwise : .counterClockwise
        if desktop.isOffsetEnabled ?? isPolygonOffsetEnabled { result.polygonOffset = rasterOffset }
        result.lineWidth = min(lineWidth, Device.maximumLineWidth)
        result.clipsAfterWidening = clipsAfterWidening
        result.rasterizerDiscard = isRasterizerDiscardEnabled
        result.primitiveRestart = isPrimitiveRestartEnabled
        if target.samples > 1 {
            result.alphaToCoverage = isSampleAlphaToCoverageEnabled
            if isSampleShadingEnabled { result.minimumSampleShading = minimumSampleShading }
            if isSampleCoverageEnabled { result.sampleMask = sampleCoverageMask(target.samples) }
        }
        if isDepthEnabled, target.depth != nil {
            result.depth = DepthState(compare: CompareFunction(depthFunction) ?? .less, writes: depthMask)
        }
        if isStencilEnabled, target.stencil != nil { result.stencil = StencilState(front: stencil.front.rasterState, back: stencil.back.rasterState) }
        if isBlendEnabled || colorMasks.contains(where: { $0 != .all }) {
            result.colorTargets = target.color.indices.map {
                ColorTargetState(blend: blendedBuffers >> $0 & 1 != 0 ? blends[$0].rasterState : nil, writeMask: colorMasks[$0])
            }
        }
        desktop.apply(to: &result, target)
        return result
    }
    /// The polygon offset. An infinite number is replaced by the largest float, and NaN by 0.
    private var rasterOffset: PolygonOffset {
        func finite(_ number: Float) -> Float { number.isNaN ? 0 : min(max(number, -.greatestFiniteMagnitude), .greatestFiniteMagnitude) }
        return PolygonOffset(factor: finite(polygonOffset.factor), units: finite(polygonOffset.units))
    }
    /// Returns the mask of the samples that glSampleCoverage lets through (OpenGL ES 3.0.6 §4.1.3). The program states a fraction of the
    /// samples. The mask has this share of the samples, beginning with the lowest numbers; if the coverage is inverted, the mask has the
    /// other samples.
    private func sampleCoverageMask(_ samples: Int) -> UInt32 {
        let count = Int((sampleCoverage.value * Float(samples)).rounded(.toNearestOrAwayFromZero))
        let mask = UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(count)) - 1)
        return sampleCoverage.inverts ? ~mask : mask
    }
}

extension FixedState.StencilSide {
    fileprivate var rasterState: StencilFaceState {
        StencilFaceState(compare: CompareFunction(function) ?? .always, stencilFail: StencilOperation(stencilFail) ?? .keep,
                         depthFail: StencilOperation(depthFail) ?? .keep, pass: StencilOperation(depthPass) ?? .keep,
                         readMask: UInt8(truncatingIfNeeded: readMask), writeMask: UInt8(truncatingIfNeeded: writeMask))
    }
    /// The reference value, clamped to 0…255, because stencil images have 8 bits.
    package var clampedReference: UInt8 { UInt8(clamping: reference) }
}

extension BlendParameters {
    fileprivate var rasterState: BlendState {
        BlendState(colorEquation: BlendEquation(equations.color) ?? .add, colorSource: BlendFactor(factors.sourceColor) ?? .one,
                   colorDestination: BlendFactor(factors.destinationColor) ?? .zero, alphaEquation: BlendEquation(equations.alpha) ?? .add,
                   alphaSource: BlendFactor(factors.sourceAlpha) ?? .one, alphaDestination: BlendFactor(factors.destinationAlpha) ?? .zero)
    }
}
