// StageLowering+Image: texture lookups and size queries.

extension StageLowering {
    func lowerImage(_ opcode: SPIRVOpcode, _ i: SPIRVInstruction) throws(ShaderError) {
        switch opcode {
        case .image:
            frame.values[try word(i, 2)] = .image(try image(i, 3))
        case .sampledImage:
            // The operand here is a separate texture and sampler. GLSL for OpenGL has only combined samplers.
            throw unsupported("a separate texture and sampler")
        case .imageQuerySizeLod: try lowerSize(i, level: try scalar(i, 4))
        case .imageQuerySize:
            if try image(i, 3).type.isStorage { try lowerImageSize(i) } else { try lowerSize(i, level: builder.int(0)) }
        case .imageQueryLod: throw unsupported("textureQueryLod")
        case .imageQueryLevels: throw unsupported("textureQueryLevels")
        case .imageQuerySamples: throw unsupported("textureSamples")
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
        let count = image.dimension == .d3 || image.dimension == .d2Array ? 3 : 2
        let type = try componentType(try word(i, 1))
        try setResult(i, size.prefix(count).map { builder.pure(.bitcast, type, $0) })
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

        let components = image.dimension == .d2 ? 2 : 3
        let coordinate = try scalars(i, 4)
        switch opcode {
        case .imageSampleProjImplicitLod, .imageSampleProjExplicitLod, .imageSampleProjDrefImplicitLod,
             .imageSampleProjDrefExplicitLod:
            // The divisor is the next component after the components that the dimension needs. Further components are ignored.
            guard coordinate.count > components else { throw malformed("a projective lookup without a divisor") }
            operation.coordinate = coordinate.prefix(components).map { builder.divide($0, coordinate[components]) }
            if isDref { operation.reference = builder.divide(try scalar(i, 5), coordinate[components]) }
        default:
            guard coordinate.count >= components else { throw malformed("a lookup with too few coordinates") }
            operation.coordinate = Array(coordinate.prefix(components))
            if isDref { operation.reference = try scalar(i, 5) }
        }
        let coordinateType: ScalarType = isFetch ? .int : .float
        if isFetch { operation.coordinate = operation.coordinate.map { builder.pure(.bitcast, .int, $0) } }
        guard operation.coordinate.allSatisfy({ builder.type($0) == coordinateType }),
              !isDref || builder.type(operation.reference) == .float else {
            throw malformed("a lookup's coordinate has the wrong type")
        }
        if opcode == .imageGather {
            guard let bits = builder.constantBits(try scalar(i, 5)) else { throw unsupported("textureGather with a component that is not constant") }
            guard bits < 4 else { throw failure("textureGather's component must be 0, 1, 2 or 3") }
            operation.gatherComponent = Int(bits)
        }
        // A fetch that has no level operand reads the base level. A gather uses level 0.
        operation.levelOfDetail = isFetch || isGather ? .explicit : .implicit
        if isFetch { operation.lod = builder.int(0) }
        if isGather { operation.lod = builder.float(0) }

        let operandsAt = isDref || isGather ? 6 : 5
        let offsets = try readImageOperands(i, at: operandsAt, into: &operation, components: image.dimension == .d3 ? 3 : 2)
        let results: [Node]
        if let offsets {
            guard isGather, offsets.count == 8 else { throw malformed("four offsets for another lookup than a gather") }
            // textureGatherOffsets makes four gathers. Each gather contributes its texel (i0, j0), which is in component 3.
            results = (0..<4).map { k in
                var single = operation
                single.offset = Array(offsets[2 * k ..< 2 * k + 2])
                return builder.texture(.texture, single)[3]
            }
        } else {
            results = builder.texture(.texture, operation)
        }
        let resultType = try word(i, 1)
        guard try componentType(resultType) == operation.resultType else { throw malformed("a lookup has the wrong result type") }
        // A shadow lookup has a single result, but a shadow gather has four results.
        try setResult(i, spirv.scalarCounts[resultType] == 1 ? [results[0]] : results)
    }

    /// Reads the operands Bias, Lod, Grad, ConstOffset, Offset, ConstOffsets, Sample and MinLod, in the order of their bits.
    /// Returns the four offsets of a gather with ConstOffsets; else nil.
    private func readImageOperands(_ i: SPIRVInstruction, at start: Int, into operation: inout TextureOperation,
                                   components: Int) throws(ShaderError) -> [Node]? {
        guard start < i.count else { return nil }
        let mask = try word(i, start)
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
            let derivatives = operation.dimension == .d2 || operation.dimension == .d2Array ? 2 : 3
            let (x, y) = (try scalars(i, next), try scalars(i, next + 1))
            guard x.count == derivatives, y.count == derivatives else { throw malformed("gradients of the wrong size") }
            operation.gradientX = try x.map { (node) throws(ShaderError) in try isKind(node, .float) }
            operation.gradientY = try y.map { (node) throws(ShaderError) in try isKind(node, .float) }
            operation.levelOfDetail = .gradient
            next += 2
        }
        if mask & 0x18 != 0 {
            let offset = try scalars(i, next)
            guard offset.count == components else { throw malformed("an offset of the wrong size") }
            operation.offset = offset.map { builder.pure(.bitcast, .int, $0) }
            next += 1
        }
        var offsets: [Node]?
        if mask & 0x20 != 0 {
            offsets = try scalars(i, next).map { builder.pure(.bitcast, .int, $0) }
            next += 1
        }
        if mask & 0x40 != 0 { throw unsupported("a multisample texture") }
        if mask & ~0x7f != 0 { throw unsupported("a lookup with sparse or clamped level of detail") }
        return offsets
    }
}
