// DrawCall+Comparison: compares two draws. Work for the parts that are equal is then done once.

extension DrawCall {
    /// Whether both draws certainly read the same elements of the same buffers. The result false means that this is not known.
    func readsSame(as other: DrawCall?) -> Bool {
        guard let other, first == other.first, count == other.count, instanceCount == other.instanceCount, baseInstance == other.baseInstance,
              indices?.buffer === other.indices?.buffer, indices?.type == other.indices?.type, indices?.offset == other.indices?.offset else { return false }
        return Self.areShared(vertexBuffers, other.vertexBuffers) && Self.areShared(uniformBuffers, other.uniformBuffers)
            && Self.areShared(storageBuffers, other.storageBuffers)
    }

    /// Whether the draws certainly have equal settings: everything except primitive type, vertices, indices, number of instances, uniform
    /// values, query, label and values of attributes. The result false means that this is not known.
    func hasSettings(of other: DrawCall) -> Bool {
        guard pipeline === other.pipeline, baseVertex == other.baseVertex, baseInstance == other.baseInstance, uniforms.count == other.uniforms.count,
              viewport == other.viewport, scissor == other.scissor, blendColor == other.blendColor,
              stencilReferenceFront == other.stencilReferenceFront, stencilReferenceBack == other.stencilReferenceBack else { return false }
        return Self.areShared(vertexBuffers, other.vertexBuffers) && Self.areShared(uniformBuffers, other.uniformBuffers)
            && Self.areShared(textures, other.textures) && Self.areShared(storageBuffers, other.storageBuffers)
            && Self.areShared(images, other.images) && attributes.words.count == other.attributes.words.count
    }

    /// Whether two arrays share their memory. Draws share an array until one of its elements is set.
    private static func areShared<Element>(_ a: [Element], _ b: [Element]) -> Bool {
        a.count == b.count && a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in a.isEmpty || a.baseAddress == b.baseAddress } }
    }

    /// Whether both draws have the same views of the same textures bound, with the same samplers.
    package func hasTextures(of other: DrawCall?) -> Bool {
        guard let other, textures.count == other.textures.count else { return false }
        return Self.areShared(textures, other.textures) || zip(textures, other.textures).allSatisfy { a, b in
            a?.view == b?.view && a?.sampler == b?.sampler
        }
    }
    /// Whether both draws certainly have the same image units. The result false means that this is not known.
    func hasImages(of other: DrawCall) -> Bool { Self.areShared(images, other.images) }
}
