// ShaderTrace+Emissions: the vertices that a traced invocation of a geometry shader emitted.

import Shading

extension ShaderTrace {
    /// The vertices that the invocation emitted and the strips that the invocation ended, in order; empty if the shader is no geometry
    /// shader.
    public var emissions: [Emission] { emissions(in: operations) }

    func emissions(in operations: Range<Int>) -> [Emission] {
        guard let limit = run.module.geometryLayout?.maximumVertexCount else { return [] }
        let reader = InterfaceReader(run: run), first = analysis.emissions.partitionIndex { $0.operation >= operations.lowerBound }
        return analysis.emissions[first...].prefix { $0.operation < operations.upperBound }.map { record in
            Emission(vertex: record.vertex, strip: record.strip,
                     outputs: record.vertex == nil ? [] : reader.outputs { word(slot: $0, before: record.operation) },
                     isDropped: record.vertex.map { $0 >= limit } ?? false)
        }
    }
}
