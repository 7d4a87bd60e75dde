// ShaderSource: the input of the shader compiler.

/// The text of one shader stage, and its name in messages.
public struct ShaderSource: Sendable, Hashable {
    /// The text, in GLSL of any dialect: `#version` 100, 110–460, 300/310/320 es. Without `#version`, the dialect is
    /// `ShaderCompileOptions.defaultDialect`, which is 330 by default. Lines end in LF, CR LF or CR.
    public var text: String
    /// The file name for diagnostics. `#include "x"` is looked up relative to this file.
    public var name: String
    /// Creates a source from text.
    public init(text: String, name: String) { self.text = text; self.name = name }
}

/// A macro, which is defined as if the line `#define name value` followed the line `#version`.
public struct ShaderDefine: Sendable, Hashable {
    /// An identifier, or a function-like head such as `SQUARE(x)`.
    public var name: String
    /// The replacement text: one line, possibly empty.
    public var value: String
    /// Creates a macro. The default replacement text is 1.
    public init(_ name: String, _ value: String = "1") { self.name = name; self.value = value }
}

/// The dialect of a text without `#version`. Each API has a different default, and texts without `#version` rely on this default.
public enum DefaultShaderDialect: String, Sendable, Hashable, CaseIterable {
    /// GLSL 3.30, Raster's default.
    case glsl330 = "330"
    /// GLSL 1.10, the default of OpenGL (GLSL 3.30, 3.3).
    case glsl110 = "110"
    /// GLSL ES 1.00, the default of OpenGL ES (GLSL ES 3.00, 3.3).
    case es100 = "100"

    var dialect: GLSLDialect {
        switch self {
        case .glsl330: .standard
        case .glsl110: GLSLDialect(version: 110, profile: .none)
        case .es100: GLSLDialect(version: 100, profile: .none)
        }
    }
}

/// The settings of a compilation.
public struct ShaderCompileOptions: Sendable {
    /// The macros, in order. The macros are defined in all stages.
    public var defines: [ShaderDefine]
    /// Finds the files that `#include` names. If this property is nil, every active `#include` is an error.
    public var includeResolver: (any IncludeResolver)?
    /// The limits that each stage must keep.
    public var limits: ShaderLimits
    /// The dialect of sources without `#version`.
    public var defaultDialect: DefaultShaderDialect
    /// The outputs that transform feedback writes into buffers; nil for a program without transform feedback.
    public var transformFeedback: TransformFeedbackOutputs?
    /// Creates options. By default, there are no macros, no includes and no transform feedback, the standard limits apply, and sources
    /// without `#version` are GLSL 3.30.
    public init(defines: [ShaderDefine] = [], includeResolver: (any IncludeResolver)? = nil, limits: ShaderLimits = ShaderLimits(),
                defaultDialect: DefaultShaderDialect = .glsl330, transformFeedback: TransformFeedbackOutputs? = nil) {
        self.defines = defines; self.includeResolver = includeResolver; self.limits = limits; self.defaultDialect = defaultDialect
        self.transformFeedback = transformFeedback
    }
}
