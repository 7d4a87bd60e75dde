// DrawCall+Comparison: what two draws have in common, so that it is looked at once.

extension DrawCall {
    /// Whether the same elements of the same buffers are read as by another draw. May say no where they are.
    func readsSame(as other: DrawCall?) -> Bool {
        guard let other, first == other.first, count == other.count, instanceCount == other.instanceCount, baseInstance == other.baseInstance,
              indices?.buffer === other.indices?.buffer, indices?.type == other.indices?.type, indices?.offset == other.indices?.offset else { return false }
        return Self.areShared(vertexBuffers, other.vertexBuffers) && Self.areShared(uniformBuffers, other.uniformBuffers)
    }

    /// Whether all is the same as of another draw but what is drawn and the values of uniforms. May say no where it is.
    func hasSettings(of other: DrawCall) -> Bool {
        guard pipeline === other.pipeline, baseVertex == other.baseVertex, baseInstance == other.baseInstance, uniforms.count == other.uniforms.count,
              viewport == other.viewport, scissor == other.scissor, blendColor == other.blendColor,
              stencilReferenceFront == other.stencilReferenceFront, stencilReferenceBack == other.stencilReferenceBack else { return false }
        return Self.areShared(vertexBuffers, other.vertexBuffers) && Self.areShared(uniformBuffers, other.uniformBuffers)
            && Self.areShared(textures, other.textures)
    }

    /// Whether two arrays are one, as those of draws are until an element is set.
    private static func areShared<Element>(_ a: [Element], _ b: [Element]) -> Bool {
        a.count == b.count && a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in a.isEmpty || a.baseAddress == b.baseAddress } }
    }

    /// Whether the same textures are bound as for another draw. May say no where they are.
    package func hasTextures(of other: DrawCall?) -> Bool {
        guard let other, textures.count == other.textures.count else { return false }
        return Self.areShared(textures, other.textures) || zip(textures, other.textures).allSatisfy { a, b in
            a?.texture === b?.texture && a?.sampler == b?.sampler && a?.levels == b?.levels
        }
    }
}
