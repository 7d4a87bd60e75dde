// StageLowering+Interpolation: interpolateAtCentroid, interpolateAtSample and interpolateAtOffset (GLSL 4.60, 8.13.2).
//
// - At the centroid: the varying is declared a second time, as an input that is sampled at the centroid.
// - At an offset: a varying without perspective is a plane over the window. With perspective, the varying divided by w is a plane
//   over the window, and 1/w is another plane over the window. The value at the pixel's centre and the differences to the
//   neighbours in the quad determine the planes. These values are read at the start of the shader, where all lanes are active.
// - At a sample: the value is computed in the same way as at an offset. The offset is the position of the sample relative to the
//   pixel's centre. Without multisampling, or if the sample's number is out of range, the value is computed at the pixel's centre.
//
// These computations are emitted as instructions of the module, so that all executors give the same bits.

extension StageLowering {
    enum InterpolationPlace {
        case centroid
        case sample(Node)
        case offset(x: Node, y: Node)
    }

    /// A plane over the window: its value at the pixel's centre, and its slopes per pixel.
    struct WindowPlane {
        var center: Node, dx: Node, dy: Node
    }

    func lowerInterpolation(_ i: SPIRVInstruction, at place: InterpolationPlace) throws(ShaderError) {
        var pointer = try pointer(try word(i, 5))
        guard stage.rules.hasPixels, case .input(let first, let count) = pointer.memory else {
            throw failure("the first argument of an interpolation function must be an input of the fragment shader")
        }
        if pointer.indices.isEmpty {
            var words: [Int] = []
            pointer.placement.forEachScalar(at: pointer.offset) { words.append($1) }
            var values: [Node] = []
            for word in words { values.append(try interpolated(first + word, at: place, name: pointer.name)) }
            return try setResult(i, values)
        }
        // The index is known only when the shader runs. So the shader computes all elements and selects one element.
        let slot = builder.allocateSlots(count)
        for k in 0..<count { builder.store(slot + k, try interpolated(first + k, at: place, name: pointer.name)) }
        pointer.memory = .local(firstSlot: slot, count: count)
        try setResult(i, try load(pointer))
    }

    /// Adds nodes that compute the input component `inputSources[source]` at the given place of the pixel.
    private func interpolated(_ source: Int, at place: InterpolationPlace, name: String) throws(ShaderError) -> Node {
        guard inputSources.indices.contains(source), case .component(let component, .float) = inputSources[source],
              let index = module.inputs.firstIndex(where: { $0.firstSlot ..< $0.firstSlot + $0.type.scalarCount ~= component })
        else { throw failure("'\(name)' cannot be interpolated elsewhere: it is not a varying of floats") }
        func input(_ component: Int) -> Node { builder.pure(.input, .float, -1, -1, Node(component)) }
        let isPerspective = module.inputs[index].interpolation == .smooth
        if module.inputs[index].interpolation == .flat { return input(component) }
        switch place {
        case .centroid: return input(self.component(component, of: index, taken: .centroid))
        case .sample(let number):
            let offset = sampleOffset(number)
            return value(self.component(component, of: index, taken: .pixelCenter), isPerspective, offset.x, offset.y)
        case .offset(let x, let y):
            return value(self.component(component, of: index, taken: .pixelCenter), isPerspective, x, y)
        }
    }

    /// Returns the index of the input component that has the value of `component` at another place of the pixel. Components at another
    /// place belong to a separate input, which is created at the first request.
    private func component(_ component: Int, of index: Int, taken sampling: InterpolationSampling) -> Int {
        let input = module.inputs[index]
        if input.sampling == sampling { return component }
        let offset = component - input.firstSlot
        if let other = module.inputs.first(where: { $0.name == input.name && $0.sampling == sampling }) { return other.firstSlot + offset }
        var copy = input
        copy.sampling = sampling
        copy.firstSlot = module.inputComponentCount
        module.inputs.append(copy)
        module.inputComponentCount += copy.type.scalarCount
        return copy.firstSlot + offset
    }

    private func value(_ component: Int, _ isPerspective: Bool, _ x: Node, _ y: Node) -> Node {
        func at(_ plane: WindowPlane) -> Node {
            builder.multiplyAdd(plane.dy, y, builder.multiplyAdd(plane.dx, x, plane.center))
        }
        let plane = plane(component, isPerspective)
        return isPerspective ? builder.divide(at(plane), at(inverseW())) : at(plane)
    }

    /// Adds nodes that compute the offset of sample `number` from the pixel's centre, in pixels. The number of samples is known only when
    /// the shader runs, so the code chooses among constant words. For each possible number of samples there are one or two words. Each word
    /// has the positions of up to eight samples along one axis: four bits for each sample, in 1/16 pixel from the pixel's corner.
    private func sampleOffset(_ number: Node) -> (x: Node, y: Node) {
        func uint(_ value: UInt32) -> Node { builder.constant(value, .uint) }
        let count = builder.pure(.builtin, .int, -1, -1, BuiltinInput.sampleCount.rawValue)
        let number = builder.type(number) == .uint ? number : builder.pure(.bitcast, .uint, number)
        let exists = builder.pure(.iltU, .bool, number, builder.pure(.bitcast, .uint, count))
        let isFurther = builder.pure(.iltU, .bool, uint(7), number)
        let shift = builder.pure(.shl, .uint, builder.pure(.and, .uint, number, uint(7)), uint(2))
        func offset(_ axis: (_ position: (x: Int, y: Int)) -> Int) -> Node {
            func pack(_ positions: some Sequence<(x: Int, y: Int)>) -> Node {
                uint(positions.enumerated().reduce(0) { $0 | UInt32(8 + axis($1.element)) << UInt32(4 * $1.offset) })
            }
            var packed = uint(8)
            for samples in SamplePositions.counts.dropFirst() {
                let positions = SamplePositions.sixteenths(samples)
                var word = pack(positions.prefix(8))
                if samples > 8 { word = builder.pure(.select, .uint, isFurther, pack(positions.dropFirst(8)), word) }
                packed = builder.pure(.select, .uint, builder.pure(.ieq, .bool, count, builder.int(samples)), word, packed)
            }
            let found = builder.pure(.and, .uint, builder.pure(.shrU, .uint, packed, shift), uint(15))
            let fromCorner = builder.pure(.uintToFloat, .float, builder.pure(.select, .uint, exists, found, uint(8)))
            return builder.pure(.fmul, .float, builder.pure(.fsub, .float, fromCorner, builder.float(8)), builder.float(1 / 16))
        }
        return (offset(\.x), offset(\.y))
    }

    // MARK: Planes, made at entry

    private func plane(_ component: Int, _ isPerspective: Bool) -> WindowPlane {
        if let known = windowPlanes[component] { return known }
        let inverseW = isPerspective ? inverseW().center : -1
        var plane = WindowPlane(center: -1, dx: -1, dy: -1)
        builder.atEntry {
            let value = builder.append(Instruction(.input, .float, c: Int32(component)))
            plane = slopes(isPerspective ? builder.append(Instruction(.fmul, .float, a: value, b: inverseW)) : value)
        }
        windowPlanes[component] = plane
        return plane
    }

    /// Returns the plane of 1/w. The nodes of the plane are added at the first request. In a shader that runs per sample, gl_FragCoord.w is
    /// the value at the sample, so the code computes the value at the pixel's centre from the value at the sample.
    private func inverseW() -> WindowPlane {
        let key = -1
        if let known = windowPlanes[key] { return known }
        var plane = WindowPlane(center: -1, dx: -1, dy: -1)
        let half = builder.float(0.5)
        builder.atEntry {
            func builtin(_ builtin: BuiltinInput) -> Node { builder.append(Instruction(.builtin, .float, c: builtin.rawValue)) }
            plane = slopes(builtin(.fragCoordW))
            for (slope, position) in [(plane.dx, BuiltinInput.samplePositionX), (plane.dy, .samplePositionY)] {
                let distance = builder.append(Instruction(.fsub, .float, a: builtin(position), b: half))
                let part = builder.append(Instruction(.fmul, .float, a: slope, b: distance))
                plane.center = builder.append(Instruction(.fsub, .float, a: plane.center, b: part))
            }
        }
        windowPlanes[key] = plane
        return plane
    }

    private func slopes(_ value: Node) -> WindowPlane {
        WindowPlane(center: value, dx: builder.append(Instruction(.ddxFine, .float, a: value)),
                    dy: builder.append(Instruction(.ddyFine, .float, a: value)))
    }
}
