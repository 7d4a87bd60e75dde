// StageLowering+StorageImage: images that shaders read and write without a sampler.

extension StageLowering {
    private func imageOperation(_ image: ImageHandle) throws(ShaderError) -> ImageOperation {
        guard image.type.isStorage else { throw malformed("an image access to a texture with a sampler") }
        return ImageOperation(dimension: image.dimension, format: image.type.imageFormat, type: image.type.resultType, unit: image.unit,
                              unitIndex: image.unitIndex, unitCount: image.unitCount)
    }

    /// Returns the texel's coordinates as ints, in the order of `ImageOperation.coordinate`.
    private func coordinate(_ i: SPIRVInstruction, _ index: Int, _ image: ImageHandle) throws(ShaderError) -> [Node] {
        var coordinate = try scalars(i, index).map { builder.pure(.bitcast, .int, $0) }
        let count = image.dimension.imageCoordinateCount
        if image.dimension == .d1Array { coordinate.insert(builder.int(0), at: min(1, coordinate.count)) }
        guard coordinate.count >= count else { throw malformed("an image access with too few coordinates") }
        return Array(coordinate.prefix(count))
    }

    func lowerImageRead(_ i: SPIRVInstruction) throws(ShaderError) {
        let image = try image(i, 3)
        var operation = try imageOperation(image)
        operation.coordinate = try coordinate(i, 4, image)
        operation.sample = try sample(i, 5)
        let texel = builder.loadImage(operation), count = spirv.scalarCounts[try word(i, 1)] ?? 4
        guard count <= 4, try componentType(try word(i, 1)) == operation.type else { throw malformed("an image access has the wrong result type") }
        try setResult(i, Array(texel.prefix(count)))
    }

    func lowerImageWrite(_ i: SPIRVInstruction) throws(ShaderError) {
        guard case .image(let image) = try value(try word(i, 1)) else { throw malformed("an image access without an image") }
        var operation = try imageOperation(image)
        operation.coordinate = try coordinate(i, 2, image)
        let texel = try scalars(i, 3)
        guard texel.count == 4, texel.allSatisfy({ builder.type($0) == operation.type }) else { throw malformed("an image access writes another type") }
        operation.values = texel
        operation.sample = try sample(i, 4)
        builder.storeImage(operation)
    }

    func lowerTexelPointer(_ i: SPIRVInstruction) throws(ShaderError) {
        let image = try imageHandle(try pointer(try word(i, 3)))
        var operation = try imageOperation(image)
        operation.coordinate = try coordinate(i, 4, image)
        if image.type.isMultisampled { operation.sample = builder.pure(.bitcast, .int, try scalar(i, 5)) }
        frame.values[try word(i, 2)] = .texel(operation)
    }

    func lowerImageSize(_ i: SPIRVInstruction) throws(ShaderError) {
        let image = try image(i, 3), type = try word(i, 1), count = spirv.scalarCounts[type] ?? 0
        var size = Array(builder.imageSize(try imageOperation(image)).dropLast())
        if image.dimension == .d1Array { size.remove(at: 1) }
        if image.dimension == .cubeArray { size[2] = builder.pure(.idivS, .int, size[2], builder.int(6)) }
        guard (1...size.count).contains(count) else { throw malformed("the size of an image has \(count) numbers") }
        let component = try componentType(type)
        try setResult(i, size.prefix(count).map { builder.pure(.bitcast, component, $0) })
    }

    func lowerImageSamples(_ i: SPIRVInstruction) throws(ShaderError) {
        let count = builder.imageSize(try imageOperation(try image(i, 3)))[3]
        try setResult(i, [builder.pure(.bitcast, try componentType(try word(i, 1)), count)])
    }

    /// Returns the node of the sample's index; −1 if the operand is absent. GLSL's image functions use no other optional operand.
    private func sample(_ i: SPIRVInstruction, _ index: Int) throws(ShaderError) -> Node {
        guard index < i.count else { return -1 }
        guard try word(i, index) & 0x7F == 0x40 else { throw malformed("an image access with unexpected operands") }
        return builder.pure(.bitcast, .int, try scalar(i, index + 1))
    }
}
