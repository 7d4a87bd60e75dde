// ViewQuestion: the viewer's questions that take time to answer, and the answers.

import FrameCapture
import Raster

package enum ViewQuestion: Sendable, Hashable {
    case picture(draw: Int, look: FrameViewer.Look, scope: OverlayScope, attachment: AttachmentName?)
    case history(draw: Int, pixel: SIMD2<Int>)
    case trace(draw: Int, pixel: SIMD2<Int>)
    case mesh(draw: Int, stage: MeshStage)
    /// Small pictures, one for each draw of a block. A picture shows the changes that its draw makes. A block has
    /// `FrameViewer.thumbnailBlock` draws.
    case thumbnails(block: Int)
    /// The contents of a part of a texture after a draw or dispatch.
    case texture(after: ShaderCommand, slice: TextureSlice)
    case vertices(draw: Int, instance: Int)

    /// The kinds of questions. For each kind, only the answer to the last question matters.
    package enum Kind: Sendable, Hashable, CaseIterable { case picture, history, trace, mesh, thumbnails, texture, vertices }
    package var kind: Kind {
        switch self {
        case .picture: .picture
        case .history: .history
        case .trace: .trace
        case .mesh: .mesh
        case .thumbnails: .thumbnails
        case .texture: .texture
        case .vertices: .vertices
        }
    }
    /// The question as a phrase for the status line.
    package var title: String {
        switch self {
        case .picture(let draw, let look, _, _): "\(look.name) of @\(draw)"
        case .history(let draw, let pixel): "history of (\(pixel.x), \(pixel.y)) in the target of @\(draw)"
        case .trace(let draw, let pixel): "trace of @\(draw) at (\(pixel.x), \(pixel.y))"
        case .mesh(let draw, _): "mesh of @\(draw)"
        case .thumbnails(let block): "thumbnails from @\(block * FrameViewer.thumbnailBlock) on"
        case .texture(let command, _): "texture after \(command.argument)"
        case .vertices(let draw, _): "vertices of @\(draw)"
        }
    }
}

/// A picture, and the meaning of the picture's colours.
package struct FoundPicture: Sendable {
    package var picture: Image
    package var legend: [(color: SIMD3<UInt8>, meaning: String)] = []
    package var notes: [String] = []
    /// The numbers of an overlay; nil for other pictures.
    package var numbers: PixelNumbers?
    /// The numbers of the attachment or texture that the picture shows; nil if the picture shows no attachment and no texture.
    package var values: PixelNumbers?
    package var isSRGB = false, isInteger = false
    /// The name and format of the shown attachment or texture.
    package var kind = ""
}

package enum ViewAnswer: Sendable {
    case picture(FoundPicture)
    case history(PixelHistory)
    case trace(ShaderTrace)
    case mesh(MeshExport)
    case thumbnails([Int: Image])
    case vertices(VertexTable)
    /// The error that prevented an answer.
    case problem(any Error)
}
