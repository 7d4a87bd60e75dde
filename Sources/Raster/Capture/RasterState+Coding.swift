// RasterState+Coding: the fixed states of a pipeline as records in a capture.

import CaptureFile

extension CompareFunction: FieldCodable {
    package static var blank: CompareFunction { .never }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        var raw = rawValue
        try c.code(&raw)
        guard let known = CompareFunction(rawValue: raw) else { throw c.failure("has number \(raw) for a comparison") }
        self = known
    }
}
extension DepthState: FieldCodable {
    package static var blank: DepthState { .less }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try compare.code(&c)
        try c.code(&writes)
    }
}
extension StencilFaceState: FieldCodable {
    package static var blank: StencilFaceState { StencilFaceState() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try compare.code(&c)
        try c.code(&stencilFail)
        try c.code(&depthFail)
        try c.code(&pass)
        try c.code(&readMask)
        try c.code(&writeMask)
    }
}
extension StencilState: FieldCodable {
    package static var blank: StencilState { StencilState(both: .blank) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&front)
        try c.code(&back)
    }
}
extension BlendState: FieldCodable {
    package static var blank: BlendState { .additive }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&colorEquation)
        try c.code(&colorSource)
        try c.code(&colorDestination)
        try c.code(&alphaEquation)
        try c.code(&alphaSource)
        try c.code(&alphaDestination)
    }
}
extension ColorTargetState: FieldCodable {
    package static var blank: ColorTargetState { ColorTargetState() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&blend)
        try c.code(&writeMask)
    }
}
extension RasterState: FieldCodable {
    package static var blank: RasterState { RasterState() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&cull)
        try c.code(&frontFace)
        try c.code(&polygonMode)
        try c.code(&provokingVertex)
        try c.code(&polygonOffset.factor)
        try c.code(&polygonOffset.units)
        try c.code(&depthClamp)
        try c.code(&lineWidth)
        try c.code(&pointSize)
        try c.code(&primitiveRestart)
        try c.code(&alphaToCoverage)
        try c.code(&sampleMask)
        try c.code(&depth)
        try c.code(&stencil)
        try c.code(&colorTargets)
        guard c.version >= 2 else { return }
        try c.code(&rasterizerDiscard)
        try c.code(&alphaToOne)
        var operations = [logicOperation].compactMap { $0?.rawValue }, restarts = [restartIndex].compactMap { $0 }
        try c.code(&operations)
        try c.code(&restarts)
        try c.code(&pointSpriteOrigin)
        guard operations.count <= 1, restarts.count <= 1 else { throw c.failure("has \(operations.count) logic operations and \(restarts.count) restart indices") }
        restartIndex = restarts.first
        logicOperation = nil
        if let operation = operations.first {
            guard let known = LogicOperation(rawValue: operation) else { throw c.failure("has number \(operation) for a logic operation") }
            logicOperation = known
        }
        guard c.version >= 3 else { return }
        try c.code(&multisample)
        try c.code(&programPointSize)
        try c.code(&clipDistances)
        try c.code(&clipsAfterWidening)
        if c.version >= 4 { try c.code(&minimumSampleShading) }
    }
}
