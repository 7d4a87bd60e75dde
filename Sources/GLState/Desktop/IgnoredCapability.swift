import Glibc
import Raster

/// A capability of OpenGL 3.3 that a program can switch off and Raster cannot. Draws behave as if it were on. If this may change pixels, the
/// context says so once, on standard error and in the debug output.
enum IgnoredCapability: String, CaseIterable {
    case framebufferSRGB = "GL_FRAMEBUFFER_SRGB"
    case multisample = "GL_MULTISAMPLE"
    case programPointSize = "GL_PROGRAM_POINT_SIZE"
    case clipDistance = "GL_CLIP_DISTANCE"

    /// Whether the capability is off and a draw with these parts depends on it.
    func changes(_ state: DesktopState, _ program: Program, _ primitive: PrimitiveType, _ target: Framebuffer) -> Bool {
        let outputs = program.linked.vertex.builtinOutputs
        switch self {
        case .framebufferSRGB: return !state.isSRGBEnabled && target.color.contains { $0?.texture.format.isSRGB == true }
        case .multisample: return !state.isMultisampleEnabled && target.samples > 1
        case .programPointSize: return !state.isProgramPointSizeEnabled && primitive == .points && outputs.pointSize != nil
        case .clipDistance:
            guard outputs.clipDistance != nil else { return false }
            return (0..<outputs.clipDistanceCount).contains { state.clipDistances & 1 << UInt8($0) == 0 }
        }
    }
}

extension GLContext {
    /// Tells of each capability that is off, and that the draw has as if it were on.
    func tellIgnoredCapabilities(_ program: Program, _ primitive: PrimitiveType, _ target: Framebuffer) {
        for capability in IgnoredCapability.allCases
        where !toldCapabilities.contains(capability) && capability.changes(state.desktop, program, primitive, target) {
            toldCapabilities.insert(capability)
            debug.warn("\(capability.rawValue) is off, but Raster draws as if it were on")
        }
    }
}
