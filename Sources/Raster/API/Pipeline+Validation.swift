// Pipeline+Validation: checks that raster state and vertex layout fit a program.

import Shading

extension RasterState {
    func validate(program: Program) throws(RasterError) {
        func require(_ ok: Bool, _ what: String, _ problem: String, _ remedy: String) throws(RasterError) {
            if !ok { throw RasterError(.invalidArgument, "\(what) of a pipeline with \(program.name)", problem, remedy: remedy) }
        }
        try require(lineWidth > 0 && lineWidth <= Device.maximumLineWidth, "lineWidth", "is \(lineWidth)",
                    "use a width above 0 and up to \(Device.maximumLineWidth) pixels")
        try require(pointSize > 0 && pointSize <= Device.maximumPointSize, "pointSize", "is \(pointSize)",
                    "use a size above 0 and up to \(Device.maximumPointSize) pixels")
        try require((0...1).contains(minimumSampleShading), "minimumSampleShading", "is \(minimumSampleShading)", "use a fraction from 0 to 1")
        try require(polygonOffset.factor.isFinite && polygonOffset.units.isFinite, "polygonOffset", "is not finite", "use finite values")
        try require(colorTargets.count <= 8, "colorTargets", "has \(colorTargets.count) entries", "use at most 8")
    }
}

extension Device {
    func resolveVertexFetch(program: Program, layout: VertexLayout) throws(RasterError) -> [VertexFetch] {
        let range = VertexLayout.range
        guard layout.buffers.count <= VertexLayout.maximumSlotCount else {
            throw RasterError(.invalidArgument, "vertex layout", "has \(layout.buffers.count) buffers", remedy: "use at most \(VertexLayout.maximumSlotCount)")
        }
        for (slot, buffer) in layout.buffers.enumerated() where !range.contains(buffer.stride) || !range.contains(buffer.divisor) {
            throw RasterError(.invalidArgument, "vertex layout", at: "slot \(slot)", "has stride \(buffer.stride) and divisor \(buffer.divisor)",
                              remedy: "use 0 to 2³¹ − 1")
        }
        var byName: [String: VertexAttribute] = [:]
        for attribute in layout.attributes {
            guard (1...4).contains(attribute.format.componentCount) else {
                throw RasterError(.invalidFormat, "attribute '\(attribute.name)'", "has \(attribute.format.componentCount) components", remedy: "use 1 to 4")
            }
            if case .integer(let component, _) = attribute.format, !component.isInteger {
                throw RasterError(.invalidFormat, "attribute '\(attribute.name)'", "has integers of type \(component)",
                                  remedy: "use .scaled, or an integer type")
            }
            guard layout.buffers.indices.contains(attribute.slot) else {
                throw RasterError(.invalidArgument, "attribute '\(attribute.name)'", "uses slot \(attribute.slot), but the layout has \(layout.buffers.count)",
                                  remedy: "describe that slot in `buffers`")
            }
            guard range.contains(attribute.offset) else {
                throw RasterError(.invalidArgument, "attribute '\(attribute.name)'", "has offset \(attribute.offset)", remedy: "use 0 to 2³¹ − 1 bytes")
            }
            byName[attribute.name] = attribute
        }
        var result: [VertexFetch] = []
        for input in program.linked.vertex.inputs {
            for (suffix, type, offset) in Self.columns(of: input.type) {
                let name = input.name + suffix
                let scalar = type.scalarKind
                var fetch = VertexFetch(source: .constant(.init(0, 0, 0, 1)), firstComponent: input.firstSlot + offset,
                                        componentCount: type.scalarCount, type: scalar)
                if let attribute = byName[name] {
                    guard attribute.format.isInteger == (scalar != .float) else {
                        throw RasterError(.attributeTypeMismatch, "attribute '\(name)' of \(program.name)",
                                          "is \(type.glslName), but its layout entry is \(attribute.format)",
                                          remedy: scalar == .float ? "use .scaled, .normalized or .float" : "use .integer")
                    }
                    fetch.source = .buffer(slot: attribute.slot, offset: attribute.offset, format: attribute.format)
                } else if let constant = layout.constants[name] {
                    fetch.source = .constant(constant)
                } else {
                    let known = layout.attributes.map(\.name).sorted()
                    let nearest = NearestName.of(name, among: known.filter { given in !program.attributes.contains { $0.name == given } })
                    throw RasterError(.unknownAttribute, "attribute '\(name)' of \(program.name)",
                                      "is not in the vertex layout (\(known.joined(separator: ", ")))",
                                      remedy: (nearest.map { "is it the entry '\($0)'? " } ?? "")
                                      + "add an entry for it, or a constant, or use withDefaults(for:)")
                }
                result.append(fetch)
            }
        }
        return result
    }

    /// Returns the columns of an attribute: for each column, the suffix that is added to the attribute's name, the column's type, and the
    /// number of the column's first scalar.
    static func columns(of type: ValueType) -> [(suffix: String, type: ValueType, first: Int)] {
        switch type {
        case .matrix(let c, let r): return (0..<c).map { ("[\($0)]", .vector(.float, r), $0 * r) }
        case .array(let element, let n):
            return (0..<n).flatMap { i in columns(of: element).map { ("[\(i)]" + $0.suffix, $0.type, i * element.scalarCount + $0.first) } }
        default: return [("", type, 0)]
        }
    }
}
