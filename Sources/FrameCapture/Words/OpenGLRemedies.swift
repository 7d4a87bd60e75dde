// OpenGLRemedies: OpenGL calls that would have prevented the loss of a primitive or sample. All texts about losses take their remedies from this file.

import CaptureFile
import Raster

extension PixelEvent {
    /// Calls of OpenGL, each of which alone would have let the fragment reach the image. The list is empty if no single call is enough.
    var openGLRemedies: [OpenGLCall] {
        switch fate {
        case .lost(.depthFailed):
            // If the compared values are equal, a comparison that also accepts equal values is the smallest change.
            let wider: CompareFunction? = depth != storedDepth ? nil : depthCompare == .less ? .lessEqual : depthCompare == .greater ? .greaterEqual : nil
            return (wider.map { [OpenGLCall("glDepthFunc", $0.openGLName)] } ?? []) + [.disable("GL_DEPTH_TEST")]
        case .lost(let loss): return DrawLoss.pipeline(loss).openGLRemedies(settings)
        case .writeMasked: return DrawLoss.writeMasked.openGLRemedies(settings)
        default: return []
        }
    }
}

extension DrawLoss {
    /// Calls of OpenGL, each of which alone would have prevented all losses for this reason. The list is empty if no single call is enough.
    /// - Parameter settings: The settings of the draw; nil if the settings are not known.
    func openGLRemedies(_ settings: DrawSettings?) -> [OpenGLCall] {
        switch self {
        case .pipeline(.depthFailed): return [.disable("GL_DEPTH_TEST")]
        case .pipeline(.stencilFailed): return [.disable("GL_STENCIL_TEST")]
        case .pipeline(.scissorClipped): return [.disable("GL_SCISSOR_TEST")]
        case .pipeline(.rasterizerDiscarded): return [.disable("GL_RASTERIZER_DISCARD")]
        case .pipeline(.clippedByShader):
            guard let planes = settings?.state.clipDistances, planes.nonzeroBitCount == 1 else { return [] }
            return [.disable("GL_CLIP_DISTANCE\(planes.trailingZeroBitCount)")]
        case .pipeline(.culled):
            guard let state = settings?.state, state.cull != .frontAndBack else { return [.disable("GL_CULL_FACE")] }
            return [OpenGLCall("glFrontFace", state.frontFace.opposite.openGLName), .disable("GL_CULL_FACE")]
        case .writeMasked: return settings?.openGLWriteMasks ?? []
        case .transparent: return [.disable("GL_BLEND")]
        default: return []
        }
    }
    /// The verb for the effect of a remedy: the calls would let primitives or samples "pass", "write" or "show".
    var remedyVerb: String {
        switch self {
        case .writeMasked: "write"
        case .transparent: "show"
        default: "pass"
        }
    }
}

extension DrawSettings {
    /// The calls that let a draw write all colour channels and depth. The call for colours is present only if the write mask of a colour
    /// attachment excludes all channels. The call for depth is present only if the target has depth and the draw does not write depth.
    fileprivate var openGLWriteMasks: [OpenGLCall] {
        let isColorMasked = colorTargets.contains { state.colorTarget($0).writeMask.isEmpty }
        return (isColorMasked ? [ColorWriteMask.all.openGLCall] : [])
            + (hasDepth && state.depth?.writes == false ? [OpenGLCall("glDepthMask", OpenGLCall.flag(true))] : [])
    }
}

extension [OpenGLCall] {
    /// Returns a clause for the end of a sentence, such as "; glDisable(GL_DEPTH_TEST) would let it pass"; empty without calls.
    /// - Parameter verb: The effect of the calls, as in `DrawLoss.remedyVerb`.
    func remedy(isPlural: Bool, _ verb: String) -> String {
        isEmpty ? "" : "; \(map(\.description).joined(separator: " or ")) would let \(isPlural ? "them" : "it") \(verb)"
    }
}
