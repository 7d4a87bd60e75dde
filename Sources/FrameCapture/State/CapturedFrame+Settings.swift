// CapturedFrame+Settings: a summary of the draw settings that differ from a new pipeline's settings.

import CaptureFile
import Raster

extension CapturedFrame {
    /// Returns a summary of the draw settings that differ from a new pipeline's settings, without shaders and resources: "depth less, blend
    /// alpha, cull back", or in OpenGL's vocabulary "glDepthFunc(GL_LESS), glCullFace(GL_BACK)". The summary is empty if no setting
    /// differs. All settings are in `Capture.state(of:in:)`.
    public func settings(of draw: CapturedDraw, in words: Vocabulary = .raster) -> String {
        if words == .opengl { return openGLSettings(of: draw) }
        let record = recordedDraw(draw), state = table.pipelines[record.pipeline].state, target = table.framebuffers[draw.framebuffer]
        var words: [String] = []
        if let depth = state.depth { words.append("depth \(depth.compare)" + (depth.writes ? "" : " without writing")) }
        if let stencil = state.stencil {
            words.append("stencil \(stencil.front.compare)" + (stencil.back.compare == stencil.front.compare ? "" : "/\(stencil.back.compare)"))
        }
        let colors = target.color.indices.filter { target.color[$0].value != nil }
        for number in colors {
            // If there is a single colour target, its name is left out.
            let color = state.colorTarget(number), name = colors.count > 1 ? " of color\(number)" : ""
            if let blend = color.blend { words.append("blend \(CapturedFrame.name(of: blend))\(name)") }
            if color.writeMask != .all { words.append("writes \(color.writeMask.letters.isEmpty ? "nothing" : color.writeMask.letters)\(name)") }
        }
        if state.cull != .none { words.append("cull \(state.cull)") }
        if let operation = state.logicOperation { words.append("logic operation \(operation)") }
        if state.polygonMode != .fill { words.append("polygons as \(state.polygonMode)s") }
        if state.depthClamp { words.append("depth clamp") }
        if state.rasterizerDiscard { words.append("rasterizer discard") }
        if state.polygonOffset != .none { words.append("polygon offset") }
        if !state.programPointSize { words.append("point size of the state") }
        if state.clipDistances != 0xFF { words.append("clip distances 0x" + String(state.clipDistances, radix: 16)) }
        if !state.multisample { words.append("no multisampling") }
        if state.alphaToCoverage { words.append("alpha to coverage") }
        if state.alphaToOne { words.append("alpha to one") }
        if state.minimumSampleShading != 0 { words.append("minimum sample shading \(state.minimumSampleShading)") }
        if state.sampleMask != .max { words.append("sample mask 0x" + String(state.sampleMask, radix: 16)) }
        if let s = record.scissor { words.append("scissor \(s.width)×\(s.height)") }
        return words.joined(separator: ", ")
    }
    /// Returns the name that a blend state has in Raster's API, or the equation for colour if the state has no name.
    private static func name(of blend: BlendState) -> String {
        let known: [(String, BlendState)] = [("alpha", .alpha), ("premultiplied", .premultiplied), ("additive", .additive), ("multiply", .multiply)]
        return known.first { $0.1 == blend }?.0 ?? "\(blend.colorEquation)(\(blend.colorSource), \(blend.colorDestination))"
    }
}

extension ColorWriteMask {
    /// The letters of the written channels, such as "rgb" or "a".
    var letters: String { zip("rgba", [ColorWriteMask.red, .green, .blue, .alpha]).filter { contains($1) }.map { String($0.0) }.joined() }
}
