// Vocabulary+Events: the names of clears, copies, blits and dispatches in sentences. In OpenGL's vocabulary, the names are the functions
// that the application called.

import CaptureFile
import Raster

extension Vocabulary {
    /// Returns the name of an event that writes images and is no draw, such as "a clear in the pass" or "glClear(GL_COLOR_BUFFER_BIT)"; nil
    /// for other events.
    /// - Parameter target: The framebuffer of the event's pass; nil outside of passes.
    func name(_ event: RecordedEvent, in table: ResourceTable, target: Int? = nil) -> String? {
        switch event {
        case .beginPass(let pass):
            return choose("the clear of \(passWords(pass.label))",
                          opengl: openGLClear(RecordedClear(values: pass.clear), pass.framebuffer, table))
        case .clear(let clear): return choose("a clear in the pass", opengl: openGLClear(clear, target, table))
        case .copy(let copy): return choose("a copy", opengl: copy.function.isEmpty ? "glCopyImageSubData" : copy.function)
        case .blit(let blit):
            let isResolve = table.textures[blit.source.texture].descriptor.samples > 1 && table.textures[blit.destination.texture].descriptor.samples == 1
            return choose(isResolve ? "a resolve" : "a blit", opengl: blit.function.isEmpty ? "glBlitFramebuffer" : blit.function)
        case .generateMipmaps: return choose("mipmap generation", opengl: "glGenerateMipmap")
        default: return nil
        }
    }
    /// Returns the call of a clear. A buffer is left out if its write mask protects all of its bits.
    private func openGLClear(_ clear: RecordedClear, _ target: Int?, _ table: ResourceTable) -> String {
        let values = clear.values, count = target.map { table.framebuffers[$0].color.count } ?? values.colors.count
        let colors = (0..<count).filter { values.color($0) != nil }
        func list(_ numbers: [String]) -> String { "{" + numbers.joined(separator: ", ") + "}" }
        func vector<Number: SIMDScalar>(_ color: SIMD4<Number>, _ text: (Number) -> String) -> String { list((0..<4).map { text(color[$0]) }) }
        switch clear.function {
        case "glClearBufferfi":
            return OpenGLCall(clear.function, "GL_DEPTH_STENCIL", "0", (values.depth ?? 0).shown, "\(values.stencil ?? 0)").description
        case "glClearBufferfv", "glClearBufferiv", "glClearBufferuiv":
            guard let number = colors.first, let color = values.color(number) else {
                return values.depth.map { OpenGLCall(clear.function, "GL_DEPTH", "0", list([$0.shown])).description }
                    ?? OpenGLCall(clear.function, "GL_STENCIL", "0", list(["\(values.stencil ?? 0)"])).description
            }
            let text = switch color {
            case .float(let v): vector(v) { $0.shown }
            case .int(let v): vector(v) { "\($0)" }
            case .uint(let v): vector(v) { "\($0)" }
            }
            return OpenGLCall(clear.function, "GL_COLOR", "\(number)", text).description
        default:
            let bits = (colors.isEmpty ? [] : ["GL_COLOR_BUFFER_BIT"]) + (values.depth == nil ? [] : ["GL_DEPTH_BUFFER_BIT"])
                + (values.stencil == nil ? [] : ["GL_STENCIL_BUFFER_BIT"])
            return OpenGLCall("glClear", bits.joined(separator: " | ")).description
        }
    }

    /// Returns the name of a pass in sentences, such as "pass main". In OpenGL's vocabulary, returns a phrase for the draws and clears with
    /// the pass's framebuffer.
    func pass(_ label: String) -> String { choose(passWords(label), opengl: label.isEmpty ? "a draw" : "a draw to \(label)") }
    /// Returns the name of a draw or dispatch in sentences, such as "dispatch 3 (blur)" or "dispatch 3 (program 5, glDispatchCompute:1)".
    package func name(_ command: ShaderCommand) -> String {
        guard self == .opengl, case .dispatch(let dispatch) = command, dispatch.name != dispatch.site else { return "\(command)" }
        return "dispatch \(dispatch.number) (\(dispatch.name), \(dispatch.site))"
    }
    /// Returns the name of an image in tables and sentences: "#3 scene, level 1" or "texture 5, level 1".
    package func name(_ image: PixelImage) -> String {
        guard self == .opengl, !image.label.isEmpty else { return "\(image)" }
        return image.label + (image.level == 0 ? "" : ", level \(image.level)") + (image.slice == 0 ? "" : ", layer \(image.slice)")
    }
}
