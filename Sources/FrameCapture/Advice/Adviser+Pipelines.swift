// Adviser+Pipelines: finds blending and discards that make no difference.

import CaptureFile
import Raster
import Shading

extension Adviser {
    func findNeedlessBlending() throws {
        for (number, pipeline) in table.pipelines.enumerated() where pipeline.state.colorTargets.contains(where: { $0.blend != nil }) {
            let users = draws.filter { $0.record.pipeline == number }.map(\.draw)
            if users.isEmpty { continue }
            /// Returns the frame with a change: the given draws use a copy of the pipeline without blending.
            func variant(_ draws: [CapturedDraw]) throws -> FrameVariant {
                var table = table, events = frame.events, changed = pipeline
                for target in changed.state.colorTargets.indices { changed.state.colorTargets[target].blend = nil }
                table.pipelines.append(changed)
                for draw in draws {
                    guard case .draw(var record) = events[draw.event] else { continue }
                    record.pipeline = table.pipelines.count - 1
                    events[draw.event] = .draw(record)
                }
                return try trial.variant(table: table, events: events)
            }
            let opaque = try variant(users)
            guard try trial.keepsBits(opaque), try trial.agrees(opaque, on: users) else { continue }
            let mend = capture.vocabulary.choose("Use a pipeline without blending for opaque draws.", opengl: "Call glDisable(GL_BLEND) before opaque draws.")
            try add(.blendingWithoutEffect, users, mend: mend, variant: variant) {
                "\($0.subject) blend\($0.count == 1 ? "s" : ""), but the result is the same without blending."
            } saving: { "reading pixels that \($0.count) draw\($0.count == 1 ? "" : "s") overwrite" + ($0.count == 1 ? "s" : "") }
        }
    }

    func findNeedlessDiscards() throws {
        for (number, program) in table.programs.enumerated() {
            let users = draws.filter { table.pipelines[$0.record.pipeline].program == number && table.pipelines[$0.record.pipeline].state.depth != nil }
                .map(\.draw)
            if users.isEmpty { continue }
            guard try capture.linked(program).fragment.usesDiscard else { continue }
            // The added line defines `discard` as an empty macro, so each discard becomes an empty statement.
            let source = try capture.source(program.fragment).inserting("#define discard")
            /// Returns the frame with a change: the given draws use a program without discard.
            func variant(_ draws: [CapturedDraw]) throws -> FrameVariant {
                var table = table, events = frame.events
                table.programs.append(program)
                for draw in draws {
                    guard case .draw(var record) = events[draw.event] else { continue }
                    var pipeline = table.pipelines[record.pipeline]
                    pipeline.program = table.programs.count - 1
                    table.pipelines.append(pipeline)
                    record.pipeline = table.pipelines.count - 1
                    events[draw.event] = .draw(record)
                }
                return try trial.variant(table: table, events: events,
                                                replacing: [ShaderReplacement(program: table.programs.count - 1, stage: .fragment, source: source)])
            }
            do {
                guard try trial.keepsBits(variant(users)) else { continue }
            } catch is ShaderError { continue }
            try add(.lossOfDepthTestOptimizations, users, mend: "Use a shader without discard for draws that discard nothing.", variant: variant) {
                "\($0.subject) use\($0.count == 1 ? "s" : "") a shader with discard, which discards nothing, but keeps the depth test from running before the shader."
            } saving: { "the shader for hidden fragments in \($0.count) draw\($0.count == 1 ? "" : "s")" }
        }
    }
}

extension ShaderSource {
    /// Returns the source with an added preprocessor line after `#version`, because `#version` must stay the first directive. All
    /// later lines move down by one line.
    func inserting(_ directive: String) -> ShaderSource {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let version = lines.firstIndex { $0.drop { $0 == " " || $0 == "\t" }.hasPrefix("#version") }
        lines.insert(directive, at: version.map { $0 + 1 } ?? 0)
        return ShaderSource(text: lines.joined(separator: "\n"), name: name)
    }
}
