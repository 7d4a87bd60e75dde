// OpenGLCall: Raster's states as calls of OpenGL. The tables of `framescope state`, the summaries of draws and the sentences all use the
// calls in this file.

import Raster

/// A call that sets a state of OpenGL, such as glDepthFunc(GL_LESS).
struct OpenGLCall: Hashable, CustomStringConvertible {
    var function: String
    /// The arguments as in source code, such as "GL_SRC_ALPHA, GL_ONE".
    var arguments: String
    init(_ function: String, _ arguments: String...) { self.function = function; self.arguments = arguments.joined(separator: ", ") }

    var description: String { "\(function)(\(arguments))" }
    static func disable(_ capability: String) -> OpenGLCall { OpenGLCall("glDisable", capability) }
    static func flag(_ flag: Bool) -> String { flag ? "GL_TRUE" : "GL_FALSE" }
}

extension BlendState {
    /// The call for the blend factors, and a call for the equations if an equation is not addition. If colour and alpha have equal
    /// settings, one call of a function without "Separate" in its name sets both.
    var openGLCalls: [OpenGLCall] {
        let color = [colorSource.openGLName, colorDestination.openGLName], alpha = [alphaSource.openGLName, alphaDestination.openGLName]
        let factors = color == alpha ? OpenGLCall("glBlendFunc", color[0], color[1]) : OpenGLCall("glBlendFuncSeparate", color[0], color[1], alpha[0], alpha[1])
        if colorEquation == .add && alphaEquation == .add { return [factors] }
        let equation = colorEquation == alphaEquation ? OpenGLCall("glBlendEquation", colorEquation.openGLName)
            : OpenGLCall("glBlendEquationSeparate", colorEquation.openGLName, alphaEquation.openGLName)
        return [factors, equation]
    }
}

extension ColorWriteMask {
    var openGLCall: OpenGLCall {
        let flags = [ColorWriteMask.red, .green, .blue, .alpha].map { OpenGLCall.flag(contains($0)) }
        return OpenGLCall("glColorMask", flags[0], flags[1], flags[2], flags[3])
    }
}

extension StencilState {
    /// Returns the calls for front faces and back faces. If a function has equal arguments for front faces and back faces, one call sets both.
    func openGLCalls(references: (front: UInt8, back: UInt8)) -> [OpenGLCall] {
        func hexadecimal(_ mask: UInt8) -> String { "0x" + String(mask, radix: 16) }
        func calls(_ name: String, _ arguments: (StencilFaceState, UInt8) -> [String]) -> [OpenGLCall] {
            let front = arguments(front, references.front).joined(separator: ", "), back = arguments(back, references.back).joined(separator: ", ")
            return front == back ? [OpenGLCall(name, front)]
                : [OpenGLCall(name + "Separate", "GL_FRONT", front), OpenGLCall(name + "Separate", "GL_BACK", back)]
        }
        return calls("glStencilFunc") { [$0.compare.openGLName, "\($1)", hexadecimal($0.readMask)] }
            + calls("glStencilOp") { face, _ in [face.stencilFail.openGLName, face.depthFail.openGLName, face.pass.openGLName] }
            + calls("glStencilMask") { face, _ in [hexadecimal(face.writeMask)] }
    }
}

extension VertexFormat {
    /// The arguments size, type and normalized of glVertexAttribPointer.
    var openGLArguments: (size: String, type: String, normalized: Bool?) {
        switch self {
        case .scaled(let component, let count): ("\(count)", component.openGLName, false)
        case .normalized(let component, let count): ("\(count)", component.openGLName, true)
        case .integer(let component, let count): ("\(count)", component.openGLName, nil)
        case .bgra8: ("GL_BGRA", "GL_UNSIGNED_BYTE", true)
        case .packedBGRA1010102(let isSigned): ("GL_BGRA", isSigned ? "GL_INT_2_10_10_10_REV" : "GL_UNSIGNED_INT_2_10_10_10_REV", true)
        case .packed1010102(let isSigned, let isNormalized): ("4", isSigned ? "GL_INT_2_10_10_10_REV" : "GL_UNSIGNED_INT_2_10_10_10_REV", isNormalized)
        }
    }
}

extension Viewport {
    /// The call that sets the rectangle of the viewport. Another call sets the range of depths.
    var openGLCall: OpenGLCall {
        func whole(_ number: Float) -> String { number == number.rounded() && abs(number) < 1e6 ? "\(Int(number))" : number.shown }
        return OpenGLCall("glViewport", whole(x), whole(y), whole(width), whole(height))
    }
}

extension PixelRect {
    var openGLCall: OpenGLCall { OpenGLCall("glScissor", "\(x)", "\(y)", "\(width)", "\(height)") }
}
