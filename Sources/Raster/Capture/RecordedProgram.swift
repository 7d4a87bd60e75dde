// RecordedProgram: the sources from which readers of a capture compile a program again, and the limits of this compilation.

import CaptureFile
import Shading

package struct RecordedProgram: Sendable, Hashable {
    package var label: String
    package var vertex: RecordedShader
    /// The geometry shader; nil if the program has no geometry shader.
    package var geometry: RecordedShader?
    package var fragment: RecordedShader
    package var defines: [RecordedDefine]
    package var includes: [RecordedInclude]
    package var limits: RecordedLimits
    package var feedback: RecordedFeedbackOutputs?
    package var defaultDialect = DefaultShaderDialect.glsl330

    /// The shaders in the order in which they run, with their stages.
    package var shaders: [(stage: ShaderStage, shader: RecordedShader)] {
        [(.vertex, vertex)] + (geometry.map { [(.geometry, $0)] } ?? []) + [(.fragment, fragment)]
    }
    /// Returns the shader of a stage; nil if the program has no shader of this stage.
    package func shader(_ stage: ShaderStage) -> RecordedShader? { shaders.first { $0.stage == stage }?.shader }
}
extension RecordedProgram: FieldCodable {
    package static var blank: RecordedProgram { RecordedProgram(label: "", vertex: .blank, fragment: .blank, defines: [], includes: [], limits: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&label)
        try c.code(&vertex)
        try c.code(&fragment)
        try c.code(&defines)
        try c.code(&includes)
        try c.code(&limits)
        guard c.version >= 2 else { return }
        try c.code(&feedback)
        try c.code(&defaultDialect)
        if c.version >= 5 { try c.code(&geometry) }
    }
}

/// The compilation options that programs of draws and programs of dispatches have in common.
package protocol RecordedSources {
    var defines: [RecordedDefine] { get }
    var includes: [RecordedInclude] { get }
    var limits: RecordedLimits { get }
    var feedback: RecordedFeedbackOutputs? { get }
    var defaultDialect: DefaultShaderDialect { get }
}
extension RecordedProgram: RecordedSources {}

package struct RecordedComputeProgram: Sendable, Hashable {
    package var label: String
    package var compute: RecordedShader
    package var defines: [RecordedDefine]
    package var includes: [RecordedInclude]
    package var limits: RecordedLimits
    package var defaultDialect = DefaultShaderDialect.glsl330
}
extension RecordedComputeProgram: FieldCodable, RecordedSources {
    package static var blank: RecordedComputeProgram { RecordedComputeProgram(label: "", compute: .blank, defines: [], includes: [], limits: .blank) }
    package var feedback: RecordedFeedbackOutputs? { nil }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&label)
        try c.code(&compute)
        try c.code(&defines)
        try c.code(&includes)
        try c.code(&limits)
        try c.code(&defaultDialect)
    }
}

extension DefaultShaderDialect: FieldCodable {
    package static var blank: DefaultShaderDialect { .glsl330 }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var name = rawValue
        try c.code(&name)
        guard let known = DefaultShaderDialect(rawValue: name) else { throw c.failure("has the default dialect '\(name)'") }
        self = known
    }
}

/// The outputs that transform feedback writes.
package struct RecordedFeedbackOutputs: Sendable, Hashable {
    package var outputs: TransformFeedbackOutputs
}
extension RecordedFeedbackOutputs: FieldCodable {
    package static var blank: RecordedFeedbackOutputs { RecordedFeedbackOutputs(outputs: TransformFeedbackOutputs([])) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var names = outputs.names.map { RecordedName(name: $0) }
        try c.code(&names)
        outputs.names = names.map(\.name)
        try c.code(&outputs.layout)
    }
}
package struct RecordedName: Sendable, Hashable {
    package var name: String
}
extension RecordedName: FieldCodable {
    package static var blank: RecordedName { RecordedName(name: "") }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) { try c.code(&name) }
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

/// One `#include` of a shader, and the source that the `#include` inserted.
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
