// GLContext+FixedFunctions: the functions that OpenGL had until 3.0, and that its core profile does not have (OpenGL 3.3 §E.2.2).

extension GLContext {
    /// The fixed functions that draw pixels. All other fixed functions only set state, which shaders do not use.
    private static let drawing: Set<String> = [
        "glAccum", "glArrayElement", "glBegin", "glBitmap", "glCallList", "glCallLists", "glCopyPixels", "glDrawPixels", "glEvalMesh1", "glEvalMesh2",
        "glEvalPoint1", "glEvalPoint2", "glFeedbackBuffer", "glGenLists", "glNewList", "glRectd", "glRectf", "glRecti", "glRects", "glRenderMode",
        "glSelectBuffer",
    ]

    /// Warns once that the program calls fixed functions, and throws GL_INVALID_OPERATION. A program that did not ask for the core profile
    /// may set the state of fixed functions without an error, because such programs often draw with shaders alone.
    package func refuseFixedFunction(_ name: StaticString) throws(GLError) {
        if !toldFixedFunctions {
            toldFixedFunctions = true
            debug.warn("the program calls \(name), a fixed function of OpenGL 1. Raster has OpenGL 3.3 without these, so what they draw is missing")
        }
        guard version.allowsLegacy, !Self.drawing.contains("\(name)") else {
            throw .invalidOperation("\(name) is a fixed function of OpenGL 1, which Raster does not have; draw with shaders")
        }
    }
}
