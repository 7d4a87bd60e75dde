// FeedbackRun: the places to which transform feedback writes the primitives of a draw, or of a part of a draw (OpenGL 3.3 §2.17).
// The place of a primitive depends only on its number, so threads may write primitives in any order.

import Shading

/// The conformance is `@unchecked` because the compiler cannot know that threads write different primitives, at different places.
struct FeedbackRun: @unchecked Sendable {
    private struct Stream {
        /// The first byte of the primitive with number 0.
        let start: UnsafeMutableRawPointer
        /// The number of bytes of a vertex.
        let stride: Int
        /// The words of a vertex: their offsets in bytes, and whether they are floats.
        let words: [(offset: Int, isFloat: Bool)]
    }
    private let streams: [Stream]
    private let cornerCount: Int
    /// Whether the first written corner of a triangle may differ from the first assembled corner; see `firstCorner`.
    let turnsTriangles: Bool
    /// The number of primitives for which there is room.
    let writtenCount: Int

    /// Counts the primitives of a draw, and reserves room for these primitives in the buffers, after the primitives of earlier draws.
    /// Returns nil if the draw has no transform feedback. If a geometry shader makes the primitives, the number of primitives is known only
    /// after the shader has run. In this case, each call of this function reserves room for further primitives of the draw.
    /// - Precondition: The draw is valid, and the earlier calls of this function have reserved room for the earlier primitives.
    static func begin(_ call: DrawCall, primitiveCount: Int) -> FeedbackRun? {
        guard let feedback = call.feedback, let layout = call.pipeline.program.linked.interface.transformFeedback else { return nil }
        // The triangles of a geometry shader always come from strips.
        let isStripOrFan = call.pipeline.program.linked.geometry != nil || call.primitive != .triangles
        let turns = call.pipeline.state.provokingVertex == .first && call.assembled == .triangles && isStripOrFan
        let run = FeedbackRun(feedback, layout, turnsTriangles: turns, primitiveCount: primitiveCount)
        feedback.generatedPrimitiveCount += primitiveCount
        feedback.writtenPrimitiveCount += run.writtenCount
        for target in feedback.targets { target.buffer.hostVersion &+= 1 }
        return run
    }
    private init(_ feedback: TransformFeedback, _ layout: TransformFeedbackLayout, turnsTriangles: Bool, primitiveCount: Int) {
        self.turnsTriangles = turnsTriangles
        cornerCount = feedback.primitive.vertexCount
        let first = feedback.writtenPrimitiveCount
        var streams: [Stream] = [], room = Int.max
        for (buffer, target) in zip(layout.buffers, feedback.targets) where buffer.stride > 0 {
            let byteCount = buffer.stride * cornerCount
            room = min(room, target.size / byteCount - first)
            let words = buffer.outputs.flatMap { output in output.type.scalars.enumerated().map { (output.offset + 4 * $0, $1 == .float) } }
            streams.append(Stream(start: target.buffer.base + target.offset + first * byteCount, stride: buffer.stride, words: words))
        }
        self.streams = streams
        writtenCount = min(max(0, room), primitiveCount)
    }

    /// Returns the corner that is written first, 0 to 2. The other corners follow in the order of the winding. If the first vertex is the
    /// provoking vertex, the triangles of strips and fans begin with the provoking vertex, as separate triangles do (OpenGL 4.6 table
    /// 13.2).
    @inline(__always)
    func firstCorner(of primitive: AssembledPrimitive) -> Int {
        turnsTriangles ? primitive.provokingCorner : 0
    }

    /// Writes a vertex. `word` returns the word of the layout's slot with the given number. If an operation returns NaN, the bits of the
    /// NaN are unspecified. So that all renderers write the same bytes, every NaN is written as 0x7FC00000.
    /// - Precondition: `primitive` is below `writtenCount`.
    @inline(__always)
    func write(primitive: Int, corner: Int, _ word: (Int) -> UInt32) {
        var number = 0
        for stream in streams {
            let vertex = stream.start + stream.stride * (primitive * cornerCount + corner)
            for (k, place) in stream.words.enumerated() {
                let word = word(number + k)
                vertex.storeBytes(of: place.isFloat && Float(bitPattern: word).isNaN ? 0x7FC0_0000 : word, toByteOffset: place.offset, as: UInt32.self)
            }
            number += stream.words.count
        }
    }
}
