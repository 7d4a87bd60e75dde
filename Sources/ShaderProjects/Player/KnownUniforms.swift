// KnownUniforms: the uniforms that hosts declare for their files.

enum KnownUniforms {
    /// Shadertoy's uniforms with their declarations.
    static let shadertoy: [(name: String, declaration: String)] = [
        ("iResolution", "vec3 iResolution"), ("iTime", "float iTime"), ("iGlobalTime", "float iGlobalTime"), ("iTimeDelta", "float iTimeDelta"),
        ("iFrame", "int iFrame"), ("iFrameRate", "float iFrameRate"), ("iMouse", "vec4 iMouse"), ("iDate", "vec4 iDate"),
        ("iSampleRate", "float iSampleRate"), ("iChannelTime", "float iChannelTime[4]"), ("iChannelResolution", "vec3 iChannelResolution[4]"),
        ("iChannel0", "sampler2D iChannel0"), ("iChannel1", "sampler2D iChannel1"), ("iChannel2", "sampler2D iChannel2"),
        ("iChannel3", "sampler2D iChannel3"),
    ]
    /// The uniforms of ghostty that Shadertoy does not have.
    static let ghostty: [(name: String, declaration: String)] = [
        ("iCurrentCursor", "vec4 iCurrentCursor"), ("iPreviousCursor", "vec4 iPreviousCursor"), ("iCurrentCursorColor", "vec4 iCurrentCursorColor"),
        ("iPreviousCursorColor", "vec4 iPreviousCursorColor"), ("iCurrentCursorStyle", "int iCurrentCursorStyle"),
        ("iPreviousCursorStyle", "int iPreviousCursorStyle"), ("iCursorVisible", "int iCursorVisible"), ("iTimeCursorChange", "float iTimeCursorChange"),
        ("iTimeFocus", "float iTimeFocus"), ("iFocus", "int iFocus"), ("iPalette", "vec3 iPalette[256]"), ("iBackgroundColor", "vec3 iBackgroundColor"),
        ("iForegroundColor", "vec3 iForegroundColor"), ("iCursorColor", "vec3 iCursorColor"), ("iCursorText", "vec3 iCursorText"),
        ("iSelectionForegroundColor", "vec3 iSelectionForegroundColor"), ("iSelectionBackgroundColor", "vec3 iSelectionBackgroundColor"),
    ]
    /// The macros that ghostty defines for shapes of the cursor.
    static let ghosttyMacros: [(name: String, value: Int)] = [
        ("CURSORSTYLE_BLOCK", 0), ("CURSORSTYLE_BLOCK_HOLLOW", 1), ("CURSORSTYLE_BAR", 2), ("CURSORSTYLE_UNDERLINE", 3), ("CURSORSTYLE_LOCK", 4),
    ]
    /// ISF's uniforms.
    static let isf: [(name: String, declaration: String)] = [
        ("RENDERSIZE", "vec2 RENDERSIZE"), ("PASSINDEX", "int PASSINDEX"), ("TIME", "float TIME"), ("TIMEDELTA", "float TIMEDELTA"),
        ("FRAMEINDEX", "int FRAMEINDEX"), ("DATE", "vec4 DATE"),
    ]
    /// Uniforms that some files with a `main` of their own use without declaring them.
    static let undeclared: [(name: String, declaration: String)] = shadertoy + [
        ("u_time", "float u_time"), ("u_resolution", "vec2 u_resolution"), ("u_mouse", "vec2 u_mouse"), ("u_frame", "int u_frame"),
        ("u_delta", "float u_delta"), ("u_date", "vec4 u_date"), ("time", "float time"), ("resolution", "vec2 resolution"), ("mouse", "vec2 mouse"),
    ]
    /// The names of Shadertoy's channels.
    static let channels = (0..<4).map { "iChannel\($0)" }
}
