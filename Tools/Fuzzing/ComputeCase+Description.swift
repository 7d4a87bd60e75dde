// Writes a ComputeCase as Swift code, which can be added to the test scenes.

import Raster

extension ComputeCase {
    package var description: String {
        func quoted(_ text: String) -> String { "\"\"\"\n\(text)\n\"\"\"" }
        let used = Set(steps.map(\.program)), texts = used.sorted().map { programs[$0].text }
        var lines = ["Scene(\"random dispatches \(seed)\") { stage in"]
        for number in used.sorted() { lines.append("let program\(number) = try stage.device.makeComputeProgram(\(quoted(programs[number].text)))") }
        lines.append("// Buffers of random floats, small integers and other words; the buffers 3 and 4 are empty.")
        lines.append("let buffers = try \(byteCounts).map { try stage.device.makeBuffer(byteCount: $0) }")
        lines.append("let textures = try (0..<\(Self.textureCount)).map { _ in try \(form.code) }, counts = try \(countForm.code)")
        lines.append("let plan = try stage.device.makeBuffer(\(Self.plan) as [UInt32])")
        if texts.contains(where: Self.readsShelf) {
            lines.append("let shelf = try (\(Self.shelf) as [[UInt32]]).map { try stage.device.makeBuffer($0) }")
        }
        if texts.contains(where: { $0.contains("imageLoad(gallery") }) { lines.append("let gallery = try (0..<2).map { _ in try \(Self.picture.code) }") }
        lines.append("var encoder = stage.device.makeCommandEncoder()")
        for range in passes {
            lines.append("try encoder.compute { pass in")
            for step in steps[range] {
                let text = programs[step.program].text, images = images[step.program]
                lines.append("pass.setProgram(program\(step.program))")
                for (name, number) in [("Given", step.given), ("Own", step.own), ("Tally", step.tally)] {
                    let end = step.room.map { "; at most the block and \($0) bytes" } ?? ""
                    lines.append("pass.setStorageBuffer(\"\(name)\", buffers[\(number)], offset: \(step.offset))\(name == "Tally" || end.isEmpty ? "" : " //\(end.dropFirst())")")
                }
                if Self.readsShelf(text) {
                    lines.append("for number in 0..<2 { pass.setStorageBuffer(\"Shelf[\\(number)]\", shelf[number]) }")
                }
                if text.contains("imageLoad(gallery") { lines.append("for number in 0..<2 { pass.setImage(\"gallery[\\(number)]\", gallery[number]) }") }
                if text.contains("planned[0]") { lines.append("pass.setStorageBuffer(\"Plan\", plan)") }
                if text.contains("(earlier,") && !step.isBare { lines.append("pass.setTexture(\"earlier\", textures[\(step.source)], .nearest)") }
                for (image, number) in [(images.source, step.source), (images.own, step.target)] where text.contains("(\(image.name)") && !step.isBare {
                    let layer = form.layer(of: image, step).map { "\($0)" } ?? "nil"
                    lines.append("pass.setImage(\"\(image.name)\", textures[\(number)], level: \(step.level), layer: \(layer), format: .\(image.format))")
                }
                if text.contains("(counts") { lines.append("pass.setImage(\"counts\", counts, format: .\(images.counts.format))") }
                lines += ShaderInputs(seed: seed).lines(usedBy: programs[step.program].body.text)
                lines.append(step.isIndirect ? "pass.dispatchIndirect(plan)" : "pass.dispatch(\(step.groups.x), \(step.groups.y), \(step.groups.z))")
            }
            lines.append("}")
            if !isOneFrame { lines += ["try stage.device.submit(encoder)", "encoder = stage.device.makeCommandEncoder()"] }
        }
        if let show {
            lines += ["let show = try stage.pipeline(try stage.program(\(quoted(Self.showVertex)), \(quoted(showFragment))), .none)",
                      "let target = try stage.target(24, 16, [.rgba32Float, .rgba32Uint])",
                      "encoder.render(to: target, clear: ClearValues(colors: [.float(.init(0.5, 0.25, 0, 1)), .uint(.init(9, 8, 7, 6))])) { pass in",
                      "pass.setPipeline(show)", "pass.setStorageBuffer(\"Words\", buffers[\(show.buffer)])",
                      "pass.setTexture(\"earlier\", textures[\(show.texture)], .nearest)"]
            let command = switch show.way {
            case .plain: "pass.draw(count: 15)"
            case .indexed: "pass.drawIndexed(buffers[\(show.buffer)], type: .uint16, count: min(24, buffers[\(show.buffer)].byteCount / 2))"
            case .indirect: "pass.drawIndirect(plan, offset: 0)"
            }
            lines += [command, "}"]
        }
        lines.append("try stage.device.submit(encoder)")
        var results = "try buffers.map { try stage.integers($0, \"buffer\") }"
        if texts.contains(where: { $0.contains("image") }) { results += " + (textures + [counts]).map { try SceneOutput($0, name: \"texture\") }" }
        if show != nil { results += " + stage.read(target)" }
        lines += ["return \(results)", "},"]
        return lines.joined(separator: "\n")
    }
}

extension ComputeCase {
    /// Returns whether a shader reads a block of `Shelf`.
    private static func readsShelf(_ text: String) -> Bool { text.contains(/shelf\[[^\]]*\]\./) }
}

extension ComputeCase.Form {
    /// Swift code that makes a texture of this form.
    fileprivate var code: String {
        type == .buffer ? "stage.device.makeTexture(reading: try stage.device.makeBuffer(byteCount: \(width * format.bytesPerTexel)), as: .\(format))"
            : "stage.device.makeTexture(TextureDescriptor(type: .\(type), format: .\(format), width: \(width), height: \(height), depth: \(depth), mipLevels: \(levels), samples: \(samples)))"
    }
}
