// Geometry shaders of random draws: how many vertices they emit, in which strips, and whether neighbouring invocations differ.

import Raster
import SeededRandom
import Shading

extension DrawCase {
    struct Geometry: Sendable, Hashable {
        var output = GeometryLayout.Output.triangleStrip
        /// `limit` is the layout's `max_vertices`. The shader tries to emit up to `emittedCount` vertices; vertices beyond the limit are dropped.
        var limit = 3, emittedCount = 3
        var invocations = 1
        /// Each strip ends after this number of vertices; 0 if all vertices form a single strip.
        var stripLength = 0
        /// Whether the number of emitted vertices depends on the primitive and the invocation.
        var isUneven = false
        /// Whether the vertices are read with an index that differs between primitives.
        var readsAnywhere = false
        /// `scale`: the factor by which x and y of the positions are multiplied. `step`: the distance from each emitted vertex to the next
        /// emitted vertex.
        var scale: Float = 1, step: Float = 0

        init() {}
        init(_ random: inout SeededGenerator) {
            output = random.pick(GeometryLayout.Output.allCases)
            emittedCount = random.pick([0, 1, 2, 3, 3, 4, 6, 7, 20])
            limit = random.once(in: 4) ? random.int(0...emittedCount) : emittedCount
            invocations = random.pick([1, 1, 1, 2, 5])
            stripLength = random.pick([0, 0, 1, 2, 3, 4])
            isUneven = random.once(in: 2)
            readsAnywhere = random.once(in: 2)
            scale = random.pick([1, 1, 0.5, -1, 4])
            step = random.pick([0, 0.05, 0.7, -3])
        }

        var reductions: [Geometry] {
            var result: [Geometry] = []
            func add(_ change: (inout Geometry) -> Void) {
                var copy = self
                change(&copy)
                if copy != self { result.append(copy) }
            }
            let plain = Geometry()
            add { $0 = plain }
            add { $0.invocations = 1 }
            add { $0.isUneven = false }
            add { $0.readsAnywhere = false }
            add { $0.stripLength = 0 }
            add { $0.scale = 1; $0.step = 0 }
            add { $0.limit = plain.limit; $0.emittedCount = plain.emittedCount }
            return result
        }
    }
}

extension DrawCase.Draw {
    /// The outputs of the geometry shader. The vertex shader has outputs with the same names and a prefix; these prefixed outputs are the
    /// geometry shader's inputs.
    private var passedOn: [(qualifiers: String, type: String, name: String)] {
        [("", "vec4", "tint"), ("flat", "int", "number"), ("flat", "vec4", "still"), ("noperspective", "vec2", "straight"), ("centroid", "vec2", "middle")]
            + (fragment == .sampleInput ? [("sample", "vec3", "fine")] : [])
    }

    /// The text of the vertex shader. If a geometry shader follows, the names of the vertex shader's outputs differ from the names of the
    /// geometry shader's outputs.
    var vertexText: String {
        let text = DrawCase.vertexText(self)
        let names: Set<Substring> = ["tint", "number", "still", "straight", "middle", "fine"]
        return geometry == nil ? text : text.replacingWords { names.contains($0) ? "seen_\($0)" : nil }
    }
    /// The text of the geometry shader; nil without a geometry shader.
    var geometryText: String? {
        guard let geometry else { return nil }
        let input = primitive.geometryInput
        let vertex = geometry.readsAnywhere ? "(i * 2 + gl_PrimitiveIDIn) % \(input.vertexCount)" : "i % \(input.vertexCount)"
        let count = geometry.isUneven ? "(gl_PrimitiveIDIn * 3 + gl_InvocationID) % \(geometry.emittedCount + 1)" : "\(geometry.emittedCount)"
        return """
            #version 400
            layout(\(input.name), invocations = \(geometry.invocations)) in;
            layout(\(geometry.output.name), max_vertices = \(geometry.limit)) out;
            \(passedOn.map { "\($0.qualifiers) in \($0.type) seen_\($0.name)[];" }.joined(separator: " "))
            \(passedOn.map { "\($0.qualifiers) out \($0.type) \($0.name);" }.joined(separator: " "))
            \(clips ? "out float gl_ClipDistance[2];" : "")
            void main() {
                int count = \(count);
                for (int i = 0; i < count; ++i) {
                    int v = \(vertex);
                    gl_Position = gl_in[v].gl_Position * vec4(\(geometry.scale), \(geometry.scale), 1.0, 1.0)
                        + vec4(\(geometry.step), 0.5 * \(geometry.step), 0.01, 0.0) * float(i) + vec4(0.02 * float(gl_InvocationID), 0.0, 0.0, 0.0);
                    \(passedOn.map { "\($0.name) = seen_\($0.name)[v];" }.joined(separator: " "))
                    number += 7 * i;
                    gl_PrimitiveID = gl_PrimitiveIDIn + i;
                    \(geometryLayer.map { "gl_Layer = \($0);" } ?? "")
                    \(writesPointSize ? "gl_PointSize = gl_in[v].gl_PointSize;" : "")
                    \(clips ? "gl_ClipDistance[0] = gl_in[v].gl_ClipDistance[0]; gl_ClipDistance[1] = gl_in[v].gl_ClipDistance[1];" : "")
                    EmitVertex();
                    \(geometry.stripLength > 0 ? "if (i % \(geometry.stripLength) == \(geometry.stripLength - 1)) EndPrimitive();" : "")
                }
            }
            """
    }
    /// The primitives that transform feedback writes.
    var written: TransformFeedbackPrimitive {
        switch geometry?.output {
        case nil: primitive.assembled
        case .points: .points
        case .lineStrip: .lines
        case .triangleStrip: .triangles
        }
    }
}
