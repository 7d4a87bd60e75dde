// LikelyMistakes: looks for likely mistakes in valid commands, for devices with `Options.validation`.

import Shading

/// Facts about a pass for validation mode, noted while the pass is recorded.
final class PassNotes {
    /// The uniforms that were set, by program.
    private var given: [ObjectIdentifier: Set<String>] = [:]
    /// The programs whose uniforms were all set at once by `setPrepared`. Effects set uniforms with this function.
    private var prepared: Set<ObjectIdentifier> = []
    /// The names of the unset uniforms for each draw.
    private(set) var unset: [[String]] = []

    func didSet(_ name: String, of program: Program) {
        given[ObjectIdentifier(program), default: []].formUnion([name, splitArrayName(name).0])
    }
    func didPrepare(_ program: Program) { prepared.insert(ObjectIdentifier(program)) }
    func willDraw(with program: Program) {
        let known = given[ObjectIdentifier(program)] ?? []
        unset.append(prepared.contains(ObjectIdentifier(program)) ? [] : program.table.unset(given: known))
    }
}

extension ProgramTable {
    /// Returns the names of the active uniforms of the default block that were not given a value.
    func unset(given: Set<String>) -> [String] {
        (interface.uniformBlocks.first?.members ?? []).filter {
            activeUniforms.contains($0.name) && $0.defaultValue == nil && !$0.name.hasPrefix("gl_") && !given.contains($0.name)
        }.map(\.name)
    }
}

/// Reports an encoder that was never submitted, as soon as the last copy of the encoder is dropped. All copies of an encoder share one
/// SubmissionWatch.
final class SubmissionWatch {
    private let label: String, site: CallSite, log: ValidationLog
    var hasCommands = false, isSubmitted = false

    init(label: String, site: CallSite, log: ValidationLog) { self.label = label; self.site = site; self.log = log }
    deinit {
        guard hasCommands, !isSubmitted else { return }
        log.add(ValidationReport(.encoderNotSubmitted, "encoder '\(label)'", "has commands and was dropped", remedy: "call device.submit with it", site: site))
    }
}

/// Looks for likely mistakes in the commands of one submit.
struct LikelyMistakes {
    let log: ValidationLog
    /// For each buffer that an earlier command of the submit updates, the buffer's contents after the update.
    private var changed: [ObjectIdentifier: [UInt8]] = [:]
    /// The textures that earlier commands of the submit write.
    private var written: Set<ObjectIdentifier> = []
    /// The buffers whose contents are not known, because the shaders of earlier commands write these buffers.
    private var unknown: Set<ObjectIdentifier> = []

    init(log: ValidationLog) { self.log = log }

    mutating func examine(_ commands: [Command]) {
        for command in commands {
            switch command {
            case .renderPass(let pass):
                examine(pass)
                for attachment in pass.target.attachments { written.insert(ObjectIdentifier(attachment.texture)) }
            case .copyTexture(let copy): written.insert(ObjectIdentifier(copy.destination))
            case .blit(let blit): written.insert(ObjectIdentifier(blit.destination.texture))
            case .generateMipmaps: break
            case .dispatch(let call): examine(call)
            case .updateBuffer(let buffer, let offset, let bytes):
                changed[ObjectIdentifier(buffer), default: [UInt8](buffer.bytes)].replaceSubrange(offset ..< offset + bytes.count, with: bytes)
            }
        }
    }

    private mutating func noteWrites(of call: some ShaderResources) {
        guard call.writesMemory else { return }
        for binding in call.writtenImages { written.insert(ObjectIdentifier(binding.texture)) }
        for binding in call.writtenBuffers { unknown.insert(ObjectIdentifier(binding.buffer)) }
    }
    private mutating func examine(_ call: DispatchCall) {
        func report(_ kind: ValidationReport.Kind, _ subject: String, _ problem: String, _ remedy: String) {
            log.add(ValidationReport(kind, subject, at: call.place, problem, remedy: remedy, site: call.site))
        }
        if call.isEmpty && call.indirect == nil {
            report(.nothingDrawn, "dispatch", "has \(call.groups.x)×\(call.groups.y)×\(call.groups.z) work groups",
                   "leave it out, or set the numbers of groups")
        }
        examineTextures(call, report)
        examineUniforms(call, call.uniforms, unset: call.unset, report)
        noteWrites(of: call)
    }

    private mutating func examine(_ pass: RenderPassCommand) {
        var number = 0, hasDepth = pass.clear.depth != nil || pass.target.depth.map { isWritten($0.texture) } ?? true
        for operation in pass.operations {
            switch operation {
            case .clear(let clear): if clear.values.depth != nil { hasDepth = true }
            case .draw(let call):
                let place = "draw \(number)\(call.label.isEmpty ? "" : " '\(call.label)'") of \(pass.label)"
                func report(_ kind: ValidationReport.Kind, _ subject: String, _ problem: String, _ remedy: String) {
                    log.add(ValidationReport(kind, subject, at: place, problem, remedy: remedy, site: call.site))
                }
                examineTextures(call, report)
                examineUniforms(call, call.uniforms, unset: number < pass.unset.count ? pass.unset[number] : [], report)
                examineVertices(call, report)
                examineTarget(call, pass.target, hasDepth: hasDepth, report)
                if let depth = call.pipeline.state.depth, depth.writes { hasDepth = true }
                number += 1
                noteWrites(of: call)
            case .pushGroup, .popGroup: break
            }
        }
    }
    private func isWritten(_ texture: Texture) -> Bool {
        texture.hostVersion != 0 || texture.hostIsStale || texture.source != nil || written.contains(ObjectIdentifier(texture))
    }

    private typealias Report = (ValidationReport.Kind, _ subject: String, _ problem: String, _ remedy: String) -> Void

    private func examineTextures(_ call: some ShaderResources, _ report: Report) {
        let table = call.table
        func name(_ name: String, _ element: Int, of count: Int) -> String { count == 1 ? name : "\(name)[\(element)]" }
        for sampler in table.interface.samplers where table.reads(sampler) {
            for unit in sampler.unit ..< sampler.unit + sampler.count where table.reads(unit: unit) {
                let name = name(sampler.name, unit - sampler.unit, of: sampler.count)
                if let binding = call.textures[unit] {
                    guard !isWritten(binding.texture) else { continue }
                    report(.emptyTexture, binding.texture.name, "is read by sampler '\(name)' of \(table.programName), but was never written",
                           "fill it, or draw into it, first")
                } else {
                    report(.unboundSampler, "sampler '\(name)' of \(table.programName)", "has no texture and reads black", "call setTexture(\"\(name)\", …)")
                }
            }
        }
        for image in table.interface.images {
            for unit in image.unit ..< image.unit + image.count where unit >= call.images.count || call.images[unit] == nil {
                let name = name(image.name, unit - image.unit, of: image.count)
                report(.unboundImage, "image '\(name)' of \(table.programName)", "has no texture: reads give zero, and writes are lost",
                       "call setImage(\"\(name)\", …)")
            }
        }
    }

    private func examineUniforms(_ call: some ShaderResources, _ words: [UInt32], unset: [String], _ report: Report) {
        let table = call.table
        for name in unset {
            report(.unsetUniform, "uniform '\(name)' of \(table.programName)", "was never set in this pass and is zero", "call setUniform(\"\(name)\", …)")
        }
        for member in table.interface.uniformBlocks.first?.members ?? []
            where member.type.scalarKind == .float && table.activeUniforms.contains(member.name) {
            let isMatrix: Bool = if case .matrix = member.type { true } else { false }
            let start = member.offset / 4, count = member.type.scalarCount * member.arrayCount
            for (i, word) in words[start ..< min(start + count, words.count)].enumerated() {
                let value = Float(bitPattern: word)
                guard value.isNaN || isMatrix && value.isInfinite else { continue }
                report(.notANumber, "uniform '\(member.name)' of \(table.programName)", "has \(value.isNaN ? "NaN" : "\(value)") as component \(i)",
                       "look for a division by zero, or a near plane at 0")
                break
            }
        }
    }

    private func examineVertices(_ call: DrawCall, _ report: Report) {
        if call.hasLateNumbers { return }
        if call.count == 0 || call.instanceCount == 0 {
            return report(.nothingDrawn, "draw", "has \(call.count) vertices of \(call.instanceCount) instances", "leave it out, or set the vertex count")
        }
        let layout = call.pipeline.vertexLayout
        /// The vertex buffer that has the fewest elements for its attributes: its number of elements, its slot, and the buffer itself;
        /// nil if no vertex buffer with a stride above 0 advances with each vertex.
        var fewest: (count: Int, slot: Int, buffer: Buffer)?
        for fetch in call.pipeline.fetch {
            guard case .buffer(let slot, let offset, let format) = fetch.source, let binding = call.vertexBuffers[slot] else { continue }
            let stride = layout.buffers[slot].stride
            if let elements = binding.buffer.elements, !elements.areScalars, stride > 0, elements.stride % stride != 0, stride % elements.stride != 0 {
                report(.elementSize, "vertex \(binding.buffer.name) at slot \(slot)",
                       "has elements of \(elements.stride) bytes (\(elements.name)), but the layout's stride is \(stride)",
                       "use VertexLayout(of: \(elements.name).self, …), which knows that a SIMD3 takes 16 bytes")
            }
            guard layout.buffers[slot].divisor == 0, stride > 0 else { continue }
            let room = binding.buffer.byteCount - binding.offset - offset - format.byteCount
            let count = room < 0 ? 0 : room / stride + 1
            if fewest.map({ count < $0.count }) ?? true { fewest = (count, slot, binding.buffer) }
        }
        guard let indices = call.indices, !unknown.contains(ObjectIdentifier(indices.buffer)), let fewest,
              let (place, index) = firstIndex(of: call, indices, from: fewest.count) else { return }
        report(.indexOutOfRange, "index \(place) of \(indices.buffer.name)",
               "is \(index)\(call.baseVertex == 0 ? "" : " with base vertex \(call.baseVertex)"), but vertex \(fewest.buffer.name) at slot \(fewest.slot) has \(fewest.count) elements",
               "use indices of 0 to \(max(0, fewest.count - 1)), or the right index type")
    }
    /// Returns the first index of the draw that names a vertex outside of 0 ..< `count`, and the position of this index in the index
    /// buffer; nil if no index names such a vertex.
    private func firstIndex(of call: DrawCall, _ indices: IndexBinding, from count: Int) -> (place: Int, index: Int)? {
        let size = indices.type.byteCount, restart = call.pipeline.state.restartIndex(of: indices.type)
        func search(_ bytes: UnsafeRawBufferPointer) -> (Int, Int)? {
            for place in call.first ..< call.first + call.count {
                let offset = indices.offset + place * size
                let index: UInt32 = switch indices.type {
                case .uint8: UInt32(bytes.loadUnaligned(fromByteOffset: offset, as: UInt8.self))
                case .uint16: UInt32(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
                case .uint32: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                }
                if index == restart { continue }
                if !(0..<count).contains(Int(index) + call.baseVertex) { return (place, Int(index)) }
            }
            return nil
        }
        if let bytes = changed[ObjectIdentifier(indices.buffer)] { return bytes.withUnsafeBytes(search) }
        return search(indices.buffer.bytes)
    }

    private func examineTarget(_ call: DrawCall, _ target: Framebuffer, hasDepth: Bool, _ report: Report) {
        let state = call.pipeline.state
        if let depth = state.depth {
            if target.depth == nil {
                report(.missingAttachment, call.pipeline.name, "tests depth, but \(target.name) has no depth attachment",
                       "make the framebuffer with depth: .depth24, or the pipeline without a depth test")
            } else if !hasDepth, depth.compare != .always, depth.compare != .never {
                report(.depthNotCleared, "depth of \(target.name)", "was never cleared and is 0 everywhere, but \(call.pipeline.name) compares with it",
                       "clear it: render(to:, clear: .color(…)) or .depth(1)")
            }
        }
        if state.stencil != nil, target.stencil == nil {
            report(.missingAttachment, call.pipeline.name, "tests stencil, but \(target.name) has no stencil attachment",
                   "make the framebuffer with depth: .depth24Stencil8, or the pipeline without a stencil test")
        }
        for output in call.pipeline.program.linked.fragment.outputs
            where output.blendIndex == 0 && !target.color.isEmpty && output.location >= target.color.count {
            report(.unusedOutput, "fragment output '\(output.name)' of \(call.pipeline.program.name)",
                   "goes to colour \(output.location), but \(target.name) has \(target.color.count)", "attach an image there, or leave the output out")
        }
        if call.viewport.width == 0 || call.viewport.height == 0 {
            report(.nothingDrawn, "viewport", "is \(call.viewport.width)×\(call.viewport.height) pixels", "call setViewport with a size, or not at all")
        }
        if let scissor = call.scissor, scissor.width == 0 || scissor.height == 0 || scissor.x >= target.width || scissor.y >= target.height
            || scissor.x + scissor.width <= 0 || scissor.y + scissor.height <= 0 {
            report(.nothingDrawn, "scissor",
                   "is \(scissor.width)×\(scissor.height) pixels at (\(scissor.x), \(scissor.y)) of a target of \(target.width)×\(target.height)",
                   "call setScissor with a part of the target, or nil")
        }
    }
}
