// RecordedProgram: the sources from which readers of a capture compile a program again, and the limits of this compilation.

import CaptureFile
import Shading

package struct RecordedProgram: Sendable, Hashable {
    package var label: String
    package var vertex: RecordedShader
    package var fragment: RecordedShader
    package var defines: [RecordedDefine]
    package var includes: [RecordedInclude]
    package var limits: RecordedLimits
    package var defaultDialect = DefaultShaderDialect.glsl330
}
extension RecordedProgram: FieldCodable {
    package static var blank: RecordedProgram { RecordedProgram(label: "", vertex: .blank, fragment: .blank, defines: [], includes: [], limits: .blank) }
    /// In a file, a default dialect other than Raster's stands before the macros, under a name that no macro can have. A program
    /// without it keeps the form that older versions read.
    private static let dialectName = "#version"
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&label)
        try c.code(&vertex)
        try c.code(&fragment)
        var list = defines
        if defaultDialect != .glsl330 { list.insert(RecordedDefine(name: Self.dialectName, value: defaultDialect.rawValue), at: 0) }
        try c.code(&list)
        if let first = list.first, first.name == Self.dialectName {
            guard let dialect = DefaultShaderDialect(rawValue: first.value) else { throw c.failure("has the default dialect '\(first.value)'") }
            defaultDialect = dialect
            list.removeFirst()
        }
        defines = list
        try c.code(&includes)
        try c.code(&limits)
    }
}

package struct RecordedShader: Sendable, Hashable {
    package var name: String
    package var text: BlobReference
}
extension RecordedShader: FieldCodable {
    package static var blank: RecordedShader { RecordedShader(name: "", text: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&name)
        try c.code(&text)
    }
}

package struct RecordedDefine: Sendable, Hashable {
    package var name: String
    package var value: String
}
extension RecordedDefine: FieldCodable {
    package static var blank: RecordedDefine { RecordedDefine(name: "", value: "") }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&name)
        try c.code(&value)
    }
}

/// The answer to one `#include`.
package struct RecordedInclude: Sendable, Hashable {
    package var path: String
    package var isSystem: Bool
    package var includer: String
    package var source: RecordedShader
}
extension RecordedInclude: FieldCodable {
    package static var blank: RecordedInclude { RecordedInclude(path: "", isSystem: false, includer: "", source: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&path)
        try c.code(&isSystem)
        try c.code(&includer)
        try c.code(&source)
    }
}

/// The values of `ShaderLimits` except the time limit, because compilation time depends on the machine.
package struct RecordedLimits: Sendable, Hashable {
    package var limits: ShaderLimits
}
extension RecordedLimits: FieldCodable {
    package static var blank: RecordedLimits { RecordedLimits(limits: ShaderLimits()) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&limits.sourceBytes)
        try c.code(&limits.expandedTokens)
        try c.code(&limits.includeDepth)
        try c.code(&limits.tokensPerStatement)
        try c.code(&limits.numbers)
        try c.code(&limits.cases)
        try c.code(&limits.structureMembers)
        try c.code(&limits.nesting)
        try c.code(&limits.instructions)
        try c.code(&limits.localScalars)
    }
}
