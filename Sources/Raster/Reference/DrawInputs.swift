// DrawInputs: the indices and attributes that a draw's vertex shader reads, for tools that show these data.

import Shading

package struct DrawInputs {
    /// One attribute of one vertex: the value of an input of the shader.
    package struct Attribute {
        /// The input's name. The columns of a matrix have the names name[0], name[1] ….
        package var name: String
        /// The components as register bits. Only the first `componentCount` words have a meaning.
        package var bits: SIMD4<UInt32>
        package var componentCount: Int
        package var type: ScalarType
    }
    private let call: DrawCall
    private let sequence: VertexSequence
    private let indices: IndexReader?
    private let fetcher: VertexFetcher

    /// - Precondition: The call is valid. `Device.prepare` checks whether a call is valid.
    package init(_ call: DrawCall) {
        self.call = call
        sequence = VertexSequence(call: call)
        indices = call.indices.map(IndexReader.init)
        fetcher = VertexFetcher(call: call)
    }

    /// Returns the index at a position, 0 to count − 1, as stored in the buffer; nil for a draw without indices.
    package func index(at position: Int) -> UInt32? { indices?.index(call.first + position) }
    /// Whether the index ends a run of primitives.
    package func isRestart(at position: Int) -> Bool {
        guard let type = call.indices?.type, let restart = call.pipeline.state.restartIndex(of: type) else { return false }
        return index(at: position) == restart
    }
    /// Returns the gl_VertexID at a position.
    package func vertex(at position: Int) -> Int { sequence.vertex(at: position) }

    package func attributes(ofVertex vertex: Int, instance: Int) -> [Attribute] {
        fetcher.fetches.map { fetch in
            let input = call.pipeline.program.linked.vertex.inputs.last {
                $0.firstSlot <= fetch.firstComponent && fetch.firstComponent < $0.firstSlot + $0.type.scalarCount
            }
            let column = input.map { (fetch.firstComponent - $0.firstSlot) / max(1, fetch.componentCount) } ?? 0
            let isWhole = input.map { $0.type.scalarCount == fetch.componentCount } ?? true
            return Attribute(name: (input?.name ?? "") + (isWhole ? "" : "[\(column)]"),
                             bits: fetcher.components(fetch, vertex: vertex, instance: instance, baseInstance: call.baseInstance),
                             componentCount: fetch.componentCount, type: fetch.type)
        }
    }
}
