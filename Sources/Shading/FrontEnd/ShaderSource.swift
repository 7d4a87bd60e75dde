// ShaderSource: what a caller hands to the shader compiler.

/// The text of one shader stage and the name that messages call it by.
public struct ShaderSource: Sendable, Hashable {
    /// GLSL of any dialect: `#version` 100, 110–460, 300/310/320 es; 330 when it names none. Lines end in LF, CR LF or CR.
    public var text: String
    /// File name for diagnostics. `#include "x"` is looked up relative to it.
    public var name: String
    /// A source from text.
    public init(text: String, name: String) { self.text = text; self.name = name }
}

/// `#define name value`, as if it stood right after `#version`.
public struct ShaderDefine: Sendable, Hashable {
    /// An identifier, or a function-like head such as `SQUARE(x)`.
    public var name: String
    /// Replacement text on one line, possibly empty.
    public var value: String
    /// A macro; without a value it is 1.
    public init(_ name: String, _ value: String = "1") { self.name = name; self.value = value }
}

/// Settings of a compilation, beside the sources.
public struct ShaderCompileOptions: Sendable {
    /// Macros in order; they hold in both stages.
    public var defines: [ShaderDefine]
    /// Answers `#include`; without one every active `#include` is an error.
    public var includeResolver: (any IncludeResolver)?
    /// The bounds that each stage must keep.
    public var limits: ShaderLimits
    /// By default no macros, no includes and the standard limits.
    public init(defines: [ShaderDefine] = [], includeResolver: (any IncludeResolver)? = nil, limits: ShaderLimits = ShaderLimits()) {
        self.defines = defines; self.includeResolver = includeResolver; self.limits = limits
    }
}
