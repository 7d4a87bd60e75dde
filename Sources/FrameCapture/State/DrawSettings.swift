import CaptureFile
import Raster

/// The settings of a draw that explanations mention.
struct DrawSettings: Sendable {
    /// The state of the draw's pipeline.
    let state: RasterState
    let viewport: Viewport
    /// The rectangle outside of which nothing is drawn; nil if the scissor test is disabled.
    let scissor: PixelRect?
    /// The reference values of the stencil test, for front faces and for back faces.
    let stencilReferenceFront: UInt8, stencilReferenceBack: UInt8
    /// The indices of the colour attachments.
    let colorTargets: [Int]
    /// Whether the draw's target has a depth image.
    let hasDepth: Bool

    init(of draw: CapturedDraw, in frame: CapturedFrame) {
        let record = frame.recordedDraw(draw), target = frame.table.framebuffers[draw.framebuffer]
        state = frame.table.pipelines[record.pipeline].state
        viewport = record.viewport
        scissor = record.scissor
        stencilReferenceFront = record.stencilReferenceFront
        stencilReferenceBack = record.stencilReferenceBack
        colorTargets = target.color.indices.filter { target.color[$0].value != nil }
        hasDepth = target.depth != nil
    }
}

extension DrawSettings {
    /// The comparison of the stencil test; nil without a stencil test, or if front faces and back faces have different comparisons.
    var stencilCompare: CompareFunction? { state.stencil.flatMap { $0.front.compare == $0.back.compare ? $0.front.compare : nil } }
    var openGLViewport: OpenGLCall { viewport.openGLCall }
    /// The call that sets the scissor; nil if the scissor test is disabled.
    var openGLScissor: OpenGLCall? { scissor?.openGLCall }
    /// The calls that set the stencil comparisons for front faces and back faces; empty if the stencil test is disabled.
    var openGLStencilFunctions: [OpenGLCall] {
        (state.stencil?.openGLCalls(references: (stencilReferenceFront, stencilReferenceBack)) ?? []).filter { $0.function.hasPrefix("glStencilFunc") }
    }
    /// The calls that choose the sides of triangles to cull; empty if culling is disabled.
    var openGLCulling: [OpenGLCall] {
        state.cull.openGLName.map { [OpenGLCall("glCullFace", $0), OpenGLCall("glFrontFace", state.frontFace.openGLName)] } ?? []
    }
}
