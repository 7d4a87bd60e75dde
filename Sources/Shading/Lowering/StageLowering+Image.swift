// StageLowering+Image: texture lookups and size queries.

extension StageLowering {
    func lowerImage(_ opcode: SPIRVOpcode, _ i: SPIRVInstruction) throws(ShaderError) {
        switch opcode {
        case .image:
            frame.values[try word(i, 2)] = .image(try image(i, 3))
        case .sampledImage:
            // The instruction OpSampledImage combines a separate texture with a separate sampler. GLSL for OpenGL has only combined
            // samplers.
            throw unsupported("a separate texture and sampler")
        case .imageQuerySizeLod: try lowerSize(i, level: try scalar(i, 4))
        case .imageQuerySize:
            if try image(i, 3).type.isStorage { try lowerImageSize(i) } else { try lowerSize(i, level: builder.int(0)) }
        case .imageQueryLod: try lowerLevelOfDetail(i)
        case .imageQueryLevels: try lowerCount(.levelCount, i)
        case .imageQuerySamples:
            if try image(i, 3).type.isStorage { try lowerImageSamples(i) } else { try lowerCount(.sampleCount, i) }
        case .imageRead: try lowerImageRead(i)
        case .imageWrite: try lowerImageWrite(i)
        case .imageTexelPointer: try lowerTexelPointer(i)
        default: try lowerLookup(opcode, i)
        }
    }

    func image(_ i: SPIRVInstruction, _ index: Int) throws(ShaderError) -> ImageHandle {
        guard case .image(let handle) = try value(try word(i, index)) else { throw malformed("a lookup's operand is not a texture") }
        return handle
    }

    private func operation(_ kind: TextureOperation.Kind, _ image: ImageHandle) -> TextureOperation {
        TextureOperation(kind: kind, dimension: image.dimension, resultType: image.type.resultType, unit: image.unit,
                         unitIndex: image.unitIndex, unitCount: image.unitCount)
    }

    private func lowerSize(_ i: SPIRVInstruction, level: Node) throws(ShaderError) {
        let image = try image(i, 3)
        var operation = operation(.fetch, image)
        operation.levelOfDetail = .explicit
        let size = builder.texture(.textureSize, operation, level: builder.pure(.bitcast, .int, level))
        let sides: [Int] = switch image.dimension {
        case .d1, .buffer: [0]
        case .d1Array: [0, 2]
        case .d2, .cube, .rectangle, .d2Multisample: [0, 1]
        case .d3, .d2Array, .cubeArray, .d2MultisampleArray: [0, 1, 2]
        }
        let type = try componentType(try word(i, 1))
        try setResult(i, sides.map { builder.pure(.bitcast, type, size[$0]) })
    }

    private func lowerLevelOfDetail(_ i: SPIRVInstruction) throws(ShaderError) {
        var operation = operation(.levelOfDetail, try image(i, 3)), coordinate = try scalars(i, 4)
        operation.resultType = .float
        if operation.dimension.isArray { coordinate.append(builder.float(0)) }
        operation.coordinate = try filledCoordinate(coordinate, operation)
        try setResult(i, Array(builder.texture(.texture, operation).prefix(2)))
    }

    private func lowerCount(_ kind: TextureOperation.Kind, _ i: SPIRVInstruction) throws(ShaderError) {
        var operation = operation(kind, try image(i, 3))
        operation.resultType = .int
        let type = try componentType(try word(i, 1))
        try setResult(i, [builder.pure(.bitcast, type, builder.texture(.texture, operation)[0])])
    }

    /// Returns the coordinates of an operation, given the coordinates in GLSL. For a texture with a single row, GLSL has no coordinate t,
    /// so this function inserts t.
    private func filledCoordinate(_ coordinate: [Node], _ operation: TextureOperation) throws(ShaderError) -> [Node] {
        let isFetch = operation.kind == .fetch, type: ScalarType = isFetch ? .int : .float
        guard coordinate.count >= operation.dimension.sourceCoordinateCount, coordinate.allSatisfy({ builder.type($0) == type }) else {
            throw malformed("a lookup with too few coordinates, or coordinates of the wrong type")
        }
        var result = Array(coordinate.prefix(operation.dimension.sourceCoordinateCount))
        if operation.dimension.hasOneRow { result.insert(isFetch ? builder.int(0) : builder.float(0.5), at: 1) }
        return result
    }

    // MARK: Lookups

    private func lowerLookup(_ opcode: SPIRVOpcode, _ i: SPIRVInstruction) throws(ShaderError) {
        let image = try image(i, 3)
        guard !image.type.isStorage else { throw malformed("a lookup in an image without a sampler") }
        let isGather = opcode == .imageGather || opcode == .imageDrefGather
        let isFetch = opcode == .imageFetch
        let isDref: Bool
        switch opcode {
        case .imageSampleDrefImplicitLod, .imageSampleDrefExplicitLod, .imageSampleProjDrefImplicitLod,
             .imageSampleProjDrefExplicitLod, .imageDrefGather: isDref = true
        default: isDref = false
        }
        var operation = operation(isGather ? .gather : isFetch ? .fetch : .sample, image)
        operation.isShadow = isDref
        if isDref, operation.resultType != .float { throw malformed("a shadow lookup in an integer texture") }

        let components = image.dimension.sourceCoordinateCount
        var coordinate = try scalars(i, 4)
        switch opcode {
        case .imageSampleProjImplicitLod, .imageSampleProjExplicitLod, .imageSampleProjDrefImplicitLod,
             .imageSampleProjDrefExplicitLod:
            // The divisor is the component that follows the coordinates of the texture's dimension. Components after the divisor are ignored.
            guard coordinate.count > components else { throw malformed("a projective lookup without a divisor") }
            let divisor = coordinate[components]
            coordinate = coordinate.prefix(components).map { builder.divide($0, divisor) }
            if isDref { operation.reference = builder.divide(try scalar(i, 5), divisor) }
        default:
            if isDref { operation.reference = try scalar(i, 5) }
        }
        if isFetch { coordinate = coordinate.map { builder.pure(.bitcast, .int, $0) } }
        operation.coordinate = try filledCoordinate(coordinate, operation)
        guard !isDref || builder.type(operation.reference) == .float else { throw malformed("a lookup's reference has the wrong type") }
        if opcode == .imageGather {
            guard let bits = builder.constantBits(try scalar(i, 5)) else { throw unsupported("textureGather with a component that is not constant") }
            guard bits < 4 else { throw failure("textureGather's component must be 0, 1, 2 or 3") }
            operation.gatherComponent = Int(bits)
        }
        // A fetch that has no level operand reads the base level. A gather uses level 0.
        operation.levelOfDetail = isFetch || isGather ? .explicit : .implicit
        if isFetch { operation.lod = builder.int(0) }
        if isGather { operation.lod = builder.float(0) }

        // A shadow lookup has a single result, but a shadow gather has four results.
        let resultType = try word(i, 1), isScalar = spirv.scalarCounts[resultType] == 1
        operation.repeatsOutcome = hasOldShadowLookups && isDref && isScalar
        let operandsAt = isDref || isGather ? 6 : 5
        let offsets = try readImageOperands(i, at: operandsAt, into: &operation)
        let results: [Node]
        if let offsets {
            guard isGather, offsets.count == 8, !image.dimension.hasOneRow else { throw malformed("four offsets for another lookup than a gather") }
            // textureGatherOffsets makes four gathers. Each gather contributes its texel (i0, j0), which is in component 3.
            results = (0..<4).map { k in
                var single = operation
                single.offset = Array(offsets[2 * k ..< 2 * k + 2])
                return builder.texture(.texture, single)[3]
            }
        } else {
            results = builder.texture(.texture, operation)
        }
        guard try componentType(resultType) == operation.resultType else { throw malformed("a lookup has the wrong result type") }
        if operation.repeatsOutcome { frame.shadowResults[try word(i, 2)] = results }
        try setResult(i, isScalar ? [results[0]] : results)
    }

    /// Reads the operands Bias, Lod, Grad, ConstOffset, Offset, ConstOffsets, Sample and MinLod, in the order of their bits.
    /// Returns the four offsets of a gather with ConstOffsets; else nil.
    private func readImageOperands(_ i: SPIRVInstruction, at start: Int, into operation: inout TextureOperation) throws(ShaderError) -> [Node]? {
        guard start < i.count else { return nil }
        let mask = try word(i, start), hasOneRow = operation.dimension.hasOneRow
        var next = start + 1
        func isKind(_ node: Node, _ type: ScalarType) throws(ShaderError) -> Node {
            guard builder.type(node) == type else { throw malformed("an image operand has the wrong type") }
            return node
        }
        if mask & 0x1 != 0 {
            operation.lod = try isKind(try scalar(i, next), .float)
            operation.levelOfDetail = .bias
            next += 1
        }
        if mask & 0x2 != 0 {
            let lod = try scalar(i, next)
            operation.lod = operation.kind == .fetch ? builder.pure(.bitcast, .int, lod) : try isKind(lod, .float)
            operation.levelOfDetail = .explicit
            next += 1
        }
        if mask & 0x4 != 0 {
            var (x, y) = (try scalars(i, next), try scalars(i, next + 1))
            if hasOneRow { x.append(builder.float(0)); y.append(builder.float(0)) }
            let derivatives = operation.dimension.derivativeCount
            guard x.count == derivatives, y.count == derivatives else { throw malformed("gradients of the wrong size") }
            operation.gradientX = try x.map { (node) throws(ShaderError) in try isKind(node, .float) }
            operation.gradientY = try y.map { (node) throws(ShaderError) in try isKind(node, .float) }
            operation.levelOfDetail = .gradient
            next += 2
        }
        if mask & 0x18 != 0 {
            let offset = try scalars(i, next)
            guard offset.count == operation.dimension.offsetCount - (hasOneRow ? 1 : 0) else { throw malformed("an offset of the wrong size") }
            operation.offset = offset.map { builder.pure(.bitcast, .int, $0) } + (hasOneRow ? [builder.int(0)] : [])
            next += 1
        }
        var offsets: [Node]?
        if mask & 0x20 != 0 {
            offsets = try scalars(i, next).map { builder.pure(.bitcast, .int, $0) }
            next += 1
        }
        if mask & 0x40 != 0 {
            operation.sample = builder.pure(.bitcast, .int, try scalar(i, next))
            next += 1
        }
        if mask & ~0x7f != 0 { throw unsupported("a lookup with sparse or clamped level of detail") }
        return offsets
    }
}
