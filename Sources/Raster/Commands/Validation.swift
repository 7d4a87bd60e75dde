// Validation: checks recorded commands before any of them runs. Validation+Draws, Validation+Feedback and Validation+Copies check draws, their
// transform feedback, and copies. Resources are checked when they are made (API).

import Shading

extension Device {
    func validate(_ commands: [Command]) throws(RasterError) {
        for (index, command) in commands.enumerated() {
            switch command {
            case .renderPass(let pass): try validate(pass)
            case .copyTexture(let copy): try validate(copy, at: "command \(index)")
            case .blit(let blit): try validate(blit, at: "command \(index)")
            case .generateMipmaps(let texture):
                guard texture.owner === self else { throw RasterError.wrongDevice(texture.name) }
                guard texture.format.isFilterable, texture.format.isColor else {
                    throw RasterError(.unsupported, texture.name, at: "command \(index)", "has format \(texture.format), which is not filterable",
                                      remedy: "fill its levels yourself")
                }
            case .updateBuffer(let buffer, let offset, let bytes):
                guard buffer.owner === self else { throw RasterError.wrongDevice(buffer.name) }
                guard offset >= 0, bytes.count <= buffer.byteCount, offset <= buffer.byteCount - bytes.count else {
                    throw RasterError(.bufferTooSmall, buffer.name, at: "command \(index)", "has \(buffer.byteCount) bytes, not room for \(bytes.count) at offset \(offset)",
                                      remedy: "make the buffer larger, or write less")
                }
            case .dispatch(let call):
                do { try validate(call) } catch { throw error.at(call.place) }
            }
        }
    }

    private func validate(_ pass: RenderPassCommand) throws(RasterError) {
        guard pass.target.owner === self else { throw RasterError.wrongDevice(pass.target.name) }
        try validate(pass.clear, target: pass.target, at: "clear of \(pass.label)")
        if !pass.conditions.isEmpty { try validateConditions(pass) }
        var draw = 0
        var last: DrawCall?
        for operation in pass.operations {
            switch operation {
            case .draw(let call):
                do { try validate(call, target: pass.target, after: last) } catch {
                    throw error.at("draw \(draw)\(call.label.isEmpty ? "" : " '\(call.label)'") of \(pass.label)")
                }
                draw += 1
                last = call
            case .clear(let clear):
                do { try validate(clear.scissor) } catch { throw error.at("clear in \(pass.label)") }
                try validate(clear.values, target: pass.target, at: "clear in \(pass.label)")
            case .pushGroup, .popGroup: break
            }
        }
        try validateFeedback(of: pass)
    }

    /// The samples of a pass are known when the pass ends, so its own conditions cannot depend on them.
    private func validateConditions(_ pass: RenderPassCommand) throws(RasterError) {
        let deciding = Set(pass.conditions.compactMap { $0.condition.map { ObjectIdentifier($0.query) } })
        var draw = 0
        for case .draw(let call) in pass.operations {
            if let query = call.query, deciding.contains(ObjectIdentifier(query)) {
                throw RasterError(.invalidArgument, "the render condition", at: pass.label, "depends on the query in which draw \(draw) of the same pass counts",
                                  remedy: "end the pass after the counted draws, and set the condition in the next pass")
            }
            draw += 1
        }
    }

    private func validate(_ clear: ClearValues, target: Framebuffer, at place: String) throws(RasterError) {
        for (i, attachment) in target.color.enumerated() {
            guard let attachment, let value = clear.color(i) else { continue }
            guard value.fits(attachment.texture.format) else {
                throw RasterError(.invalidFormat, "clear value of colour \(i)", at: place, "does not match format \(attachment.texture.format)",
                                  remedy: "use .float, .int or .uint to match the format")
            }
        }
    }
}
