// Capture+Explanation: follows a pixel's value back to its origin.
//
// The history names the draw that wrote the pixel. The shader of the draw that wrote the pixel is traced at the pixel. The trace names the
// texels that the colour was computed from. The history of each texel names the draw that wrote the texel; this search repeats level by
// level. If the colour is black or NaN, the value is followed backwards through the shader's run to its cause.

import CaptureFile
import Raster
import Shading

extension Capture {
    /// Explains a pixel of an image.
    /// - Parameters:
    ///   - x: Pixels from the left.
    ///   - y: Pixels from the top, as in the picture.
    ///   - frame: The frame.
    ///   - image: The image that the pixel belongs to.
    ///   - depth: The number of levels of texels to follow, from 0 to `PixelExplanation.largestDepth`.
    ///   - isVerbose: Whether to show all colours as numbers, and to show the sum that blending computes.
    ///   - device: The device that draws the frame.
    /// - Throws: `RasterError` with `invalidArgument` if there is no such pixel or image, or if `depth` is out of range.
    public func explanation(x: Int, y: Int, in frame: CapturedFrame, image: ImageChoice = .result, depth: Int = PixelExplanation.standardDepth,
                            isVerbose: Bool = false, on device: Device = Device(.jit)) throws -> PixelExplanation {
        guard (0...PixelExplanation.largestDepth).contains(depth) else {
            throw RasterError(.invalidArgument, "a depth of \(depth)", "is out of range", remedy: "use 0 to \(PixelExplanation.largestDepth)")
        }
        let replayer = try Replayer(frame, of: self, on: device)
        let history = try history(x: x, y: y, of: replayer.attachment(image), with: replayer), words = PixelText(isVerbose: isVerbose, vocabulary: vocabulary)
        var inquiry = PixelInquiry(replayer, depth: depth, words)
        if depth > 0 { try inquiry.follow(history, level: 0) }
        return PixelExplanation(history: history, verdict: PixelVerdict(history, words).text, steps: inquiry.steps, commands: inquiry.commands)
    }
}

/// Follows a pixel back to the values from which its colour was computed.
private struct PixelInquiry {
    private(set) var steps: [PixelExplanation.Step] = []
    private(set) var commands: [String] = []
    private let replayer: Replayer
    private let depth: Int
    private let words: PixelText
    /// The number of draws and texels that may still be examined, summed over all levels. Each examination draws the frame again.
    private var left = 32
    /// The texels that the steps have mentioned.
    private var told: Set<Texel> = []
    private var frame: CapturedFrame { replayer.frame }
    private var capture: Capture { replayer.capture }

    /// A texel of an image, at the moment before the event `event`.
    private struct Texel: Hashable {
        var image: RecordedAttachment
        /// The position from the left and from the top.
        var x: Int, y: Int
        var event: Int
    }
    /// The maximum number of textures to follow for one draw.
    private static let textureLimit = 4
    private static let commandLimit = 4

    init(_ replayer: Replayer, depth: Int, _ words: PixelText) { self.replayer = replayer; self.depth = depth; self.words = words }

    private mutating func tell(_ text: String, _ level: Int) {
        let step = PixelExplanation.Step(level: level, text: text)
        if !steps.contains(step) { steps.append(step) }
    }

    mutating func follow(_ history: PixelHistory, level: Int) throws {
        let verdict = PixelVerdict(history, words)
        guard let maker = verdict.maker else { return }
        var draws: Set<Int> = []
        for index in maker.origins.flatMap(\.events) {
            let event = verdict.events[index]
            if event.fate == .stored {
                tellStore(event, level)
            } else if let number = event.draw {
                // Only one fragment of each draw is examined, even if several fragments wrote samples of the pixel. At most two
                // draws are examined.
                guard draws.insert(number).inserted, draws.count <= 2, let change = verdict.change(event, maker.image) else { continue }
                try follow(event, change, history, level)
            } else if event.fate == .transferred {
                try followTransfer(event, level)
            }
        }
    }

    // MARK: Transfers

    private mutating func followTransfer(_ event: PixelEvent, _ level: Int) throws {
        guard let source = event.source, let place = event.sourcePixel else { return }
        let image = RecordedAttachment(texture: source.texture, level: source.level, slice: source.slice)
        if isUpload(image) { return tell("The program uploaded it between two submits of the frame.", level) }
        let isMean = event.images.contains { $0.texture == source.texture && $0.level == source.level + 1 } && !event.keepsPixel
        let subject = isMean ? "It is the mean of several texels, one of them from" : "\(kind(of: event)) takes it from"
        guard level < depth else { return tell("\(subject) \(name(source)): --depth \(depth + 1) follows it.", level) }
        try followTexel(Texel(image: image, x: place.x, y: place.y, event: event.event), subject, level)
    }
    /// Turns a description into the subject of a sentence: "a resolve into texture #1" becomes "The resolve". The name of an OpenGL
    /// function gets no article.
    private func kind(of event: PixelEvent) -> String {
        let parts = event.name.split(separator: " ")
        return words.vocabulary.choose("The " + (parts.dropFirst().first ?? "transfer"), opengl: String(parts.first ?? ""))
    }
    /// Returns whether a texture holds texels that the application wrote into another texture between two submits. The recorder stores
    /// texels that the application writes between two submits in a separate texture.
    private func isUpload(_ image: RecordedAttachment) -> Bool {
        frame.table.textures[image.texture].descriptor.label.hasPrefix("new texels")
            && !replayer.images(writtenBy: frame.events).contains { $0.texture == image.texture }
    }

    // MARK: Memory of shaders

    /// Adds steps for a pixel that a draw or dispatch stored. The steps name the commands that wrote the memory which this draw or dispatch
    /// reads.
    private mutating func tellStore(_ event: PixelEvent, _ level: Int) {
        let dispatch = event.dispatch.map { ShaderCommand.dispatch(frame.dispatches[$0]) }
        guard let command = dispatch ?? event.draw.map({ .draw(frame.draws[$0]) }) else { return }
        offer(memoryCommand(command))
        tellMemory(of: command, reading: nil, level)
        let textures: [RecordedTextureBinding] = switch frame.events[command.event] {
        case .dispatch(let dispatch): dispatch.textures
        case .draw(let draw): draw.textures
        default: []
        }
        for texture in Set(textures.map(\.texture)).sorted().prefix(PixelInquiry.textureLimit) {
            let name = name(replayer.image(RecordedAttachment(texture: texture, level: 0, slice: 0)))
            let writer = replayer.lastWriter(ofTexture: texture, before: command.event)
            tell("\(words.vocabulary.name(command).capitalizedSentence) reads \(name), which \(writer.map { "\($0) wrote last" } ?? "has its contents from before the frame").", level)
        }
    }
    /// Adds a step for each storage buffer that a command uses, if an earlier draw or dispatch may have written the buffer. Adds a
    /// step for each image that the command uses, if an earlier event wrote the image's texture.
    /// - Parameter memory: The blocks and image units that the shader reads; nil for all blocks and units that the shader uses.
    private mutating func tellMemory(of command: ShaderCommand, reading memory: (blocks: Set<Int>, units: Set<Int>)?, _ level: Int) {
        guard let used = replayer.memory(usedBy: frame.events[command.event]) else { return }
        let subject = words.vocabulary.name(command).capitalizedSentence, interface = used.table.interface
        for binding in used.buffers.sorted(by: { $0.block < $1.block })
            where memory?.blocks.contains(binding.block) ?? true && interface.storageBlocks.indices.contains(binding.block) {
            guard let writer = replayer.writer(ofBuffer: binding.buffer, before: command.event) else { continue }
            offer(memoryCommand(writer))
            tell("\(subject) uses storage block '\(interface.storageBlocks[binding.block].name)' in \(bufferName(binding.buffer)), which \(words.vocabulary.name(writer)) wrote last.", level)
        }
        for binding in used.images.sorted(by: { $0.unit < $1.unit }) where memory?.units.contains(binding.unit) ?? true {
            guard let writer = replayer.lastWriter(ofTexture: binding.texture, before: command.event) else { continue }
            let image = name(replayer.image(RecordedAttachment(texture: binding.texture, level: binding.level, slice: max(0, binding.layer))))
            tell("\(subject) uses \(image) as an image, which \(writer) wrote last.", level)
        }
    }
    /// Adds steps for the memory that a fragment's shader read, and for vertices and uniforms that shaders wrote.
    private mutating func tellMemory(of draw: CapturedDraw, _ trace: ShaderTrace, _ level: Int) {
        tellMemory(of: .draw(draw), reading: trace.memoryRead, level)
        let record = replayer.record(of: draw)
        for buffer in Set(record.vertexBuffers.map(\.buffer)).sorted() {
            guard let writer = replayer.writer(ofBuffer: buffer, before: draw.event) else { continue }
            offer(memoryCommand(writer))
            tell("Draw @\(draw.number) reads vertices from \(bufferName(buffer)), which \(words.vocabulary.name(writer)) wrote last.", level)
        }
        for buffer in Set(record.uniformBuffers.map(\.buffer)).sorted() {
            guard let writer = replayer.writer(ofBuffer: buffer, before: draw.event) else { continue }
            offer(memoryCommand(writer))
            tell("Draw @\(draw.number) reads uniforms from \(bufferName(buffer)), which \(words.vocabulary.name(writer)) wrote last.", level)
        }
    }
    /// Returns the command of framescope that prints the changes of a draw or dispatch in memory.
    private func memoryCommand(_ command: ShaderCommand) -> String {
        "framescope memory \(PixelInquiry.shellWord(capture.path)) \(command.argument)" + frameOption
    }
    private func bufferName(_ number: Int) -> String {
        words.vocabulary.object("buffer", frame.table.buffers[number].label, number)
    }
    /// The option that names the frame in a command; empty for the capture's first frame.
    private var frameOption: String { frame.number != capture.frames.first?.number ? " --frame \(frame.number)" : "" }

    // MARK: Draws

    private mutating func follow(_ event: PixelEvent, _ change: PixelChange, _ history: PixelHistory, _ level: Int) throws {
        guard case .color = change.attachment, let number = event.draw, left > 0 else { return }
        left -= 1
        let draw = try frame.draw(number), trace: ShaderTrace
        do {
            trace = try capture.trace(x: history.x, y: history.y, of: draw, in: frame,
                                      choosing: FragmentChoice(primitive: event.primitive, instance: event.instance, sample: event.sample),
                                      on: replayer.device)
        } catch let error as RasterError where error.code == .invalidArgument || error.code == .shaderDidNotEnd { return }
        offer(command(trace, event, x: history.x, y: history.y))
        if let emitter = event.emitter {
            offer("framescope trace \(PixelInquiry.shellWord(capture.path)) \(trace.command.argument) --primitive \(emitter.primitive)"
                + (emitter.invocation.map { " --invocation \($0)" } ?? "") + (event.instance.map { $0 > 0 ? " --instance \($0)" : "" } ?? "") + frameOption)
        }
        let color: [UInt32] = switch change.output {
        case .numbers(let list)?: list.map(\.bitPattern)
        case .integers(let list)?: list.map { UInt32(truncatingIfNeeded: $0) }
        default: []
        }
        let slots = trace.slots(ofOutput: color), origins = ValueOrigins(trace)
        let isBad = PixelInquiry.fault(color, change.format)
        let causes = isBad.map { origins.causes(of: Array(slots.prefix($0.isNaN ? 4 : 3)), where: $0.test, begins: $0.begins) } ?? []
        if let isBad { tell(causes, isNaN: isBad.isNaN, trace, event, level) }
        let blamed = causes.compactMap { if case .lookup(let lookup) = $0 { lookup } else { nil } }
        try followLookups(causes.isEmpty ? origins.lookups(feeding: Array(slots.prefix(3))) : blamed, trace, draw, level)
        tellMemory(of: draw, trace, level)
    }
    /// Returns the fault of a colour, with closures that test whether another value has the same fault. There are two faults: the colour
    /// contains a NaN, or the colour is black. Returns nil for a colour without these faults.
    private static func fault(_ color: [UInt32], _ format: PixelFormat) -> (isNaN: Bool, test: (UInt32) -> Bool, begins: (UInt32) -> Bool)? {
        guard !format.isInteger, color.count == 4 else { return nil }
        if color.contains(where: { Float(bitPattern: $0).isNaN }) { return (true, { Float(bitPattern: $0).isNaN }, { Float(bitPattern: $0).isNaN }) }
        // Negative colours look black, too. The search follows only zeros, because a product with a zero factor is zero.
        return color.prefix(3).allSatisfy { Float(bitPattern: $0) <= 0 } ? (false, { Float(bitPattern: $0) == 0 }, { Float(bitPattern: $0) <= 0 }) : nil
    }

    /// Returns a command that traces the fragment. The command names the primitive, the instance and the sample only if the pixel
    /// has several fragments.
    private func command(_ trace: ShaderTrace, _ event: PixelEvent, x: Int, y: Int) -> String {
        var text = "framescope trace \(PixelInquiry.shellWord(capture.path)) \(trace.command.argument) --fragment \(x),\(y)"
        text += frameOption
        guard !trace.others.isEmpty, case .fragment(_, _, let primitive, let instance, let sample) = trace.subject else { return text }
        text += " --primitive \(primitive)" + (instance > 0 ? " --instance \(instance)" : "")
        return text + (sample.map { " --sample \($0)" } ?? "")
    }
    private mutating func offer(_ command: String) {
        if commands.count < PixelInquiry.commandLimit, !commands.contains(command) { commands.append(command) }
    }
    /// Returns a word for a shell's command line: in quotation marks if the word has characters that are special in a shell.
    private static func shellWord(_ text: String) -> String {
        let isPlain = !text.isEmpty
            && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || "/._-+,:@".utf8.contains($0) }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }

    // MARK: Causes

    private mutating func tell(_ causes: [ValueOrigins.Source], isNaN: Bool, _ trace: ShaderTrace, _ event: PixelEvent, _ level: Int) {
        let what = isNaN ? "NaN" : "zero"
        // The explanation names constants only if there is no other cause.
        let constants = causes.filter { if case .constant = $0 { true } else { false } }
        // A line in a loop or function may run several times. Only the line's first value is shown, with the number of its later
        // values.
        var shown: [ValueOrigins.Source] = [], operations: [ShaderTrace.Place: Set<String>] = [:]
        for cause in constants.count < causes.count ? causes.filter({ !constants.contains($0) }) : constants {
            if case .operation(let operation) = cause {
                let record = trace.operation(operation), isFirst = operations[record.place] == nil
                operations[record.place, default: []].insert("\(record)")
                guard isFirst else { continue }
            }
            shown.append(cause)
        }
        for cause in shown.prefix(12) {
            switch cause {
            case .uniform(let block, let word): tellUniform(block, word, what, trace, level)
            case .input(let component):
                let input = trace.run.module.inputs.last { $0.firstSlot <= component }
                let value = input.flatMap { input in trace.inputs.first { $0.name == input.name } }
                tell("Its input \(value.map { "'\($0.name)' is \($0.text)" } ?? "is \(what)"): it comes from the vertices "
                    + (event.emitter.map { "that the geometry shader emitted for primitive \($0.primitive)." } ?? "of primitive \(event.primitive ?? 0)."), level)
                if let vertex = event.vertices.first {
                    offer("framescope trace \(PixelInquiry.shellWord(capture.path)) \(trace.command.argument) --vertex \(vertex)" + (event.instance.map { $0 > 0 ? " --instance \($0)" : "" } ?? "")
                        + frameOption)
                }
            case .operation(let operation):
                let record = trace.operation(operation)
                let others = (operations[record.place]?.count ?? 1) - 1, more = others > 0 ? ", and \(counted(others, "more time")) with other numbers" : ""
                tell("\(record.place) makes it \(isNaN ? "a NaN" : "zero"): \(record)\(line(record.place, trace))\(more).", level)
            case .constant(let operation):
                let place = trace.operation(operation).place
                tell("\(place) writes the constant \(isNaN ? "NaN" : "0")\(line(place, trace)).", level)
            case .unwritten(let slot):
                let variable = trace.analysis.variablesBySlot.indices.contains(slot) ? trace.analysis.variablesBySlot[slot].first : nil
                let output = trace.run.module.outputs.first { $0.firstSlot <= slot && slot < $0.firstSlot + $0.type.scalarCount }?.name
                let name = output ?? variable.map { trace.run.module.localVariables[$0].name }
                tell("\(output == nil ? "Variable" : "Output")\(name.map { " '\($0)'" } ?? "") is zero: the shader writes nothing into it.", level)
            case .lookup: break
            }
        }
    }
    private func line(_ place: ShaderTrace.Place, _ trace: ShaderTrace) -> String {
        let text = trace.text(of: place)
        return text.isEmpty ? "" : ", in “\(text)”"
    }
    private mutating func tellUniform(_ block: Int, _ word: Int, _ what: String, _ trace: ShaderTrace, _ level: Int) {
        guard let member = trace.uniform(block: block, word: word) else { return }
        let value = trace.uniforms.first { $0.name == member.name }, text = value?.text ?? what
        guard block == 0 else {
            let record = trace.draw.map { replayer.record(of: frame.draws[$0]) }
            let buffer = record?.uniformBuffers.first { $0.block == block - 1 }.map { frame.table.buffers[$0.buffer] }
            let label = buffer?.label ?? "", name = label.isEmpty ? "" : words.vocabulary == .raster ? " '\(label)'" : " \(label)"
            return tell(buffer == nil ? "Uniform '\(member.name)' is \(what), because its block '\(trace.uniformBlocks[block].name)' has no buffer."
                : "Uniform '\(member.name)' is \(text) in the buffer\(name) of its block '\(trace.uniformBlocks[block].name)'.", level)
        }
        let isUnset = member.defaultValue == nil && value?.words.allSatisfy { $0 == 0 } == true
        tell("Uniform '\(member.name)' is \(text)" + (isUnset ? ": the program has not set it." : "."), level)
    }

    // MARK: Texels

    private mutating func followLookups(_ numbers: [Int], _ trace: ShaderTrace, _ draw: CapturedDraw, _ level: Int) throws {
        let record = replayer.record(of: draw)
        var more = 0, found: [(texel: Texel, count: Int)] = []
        for number in numbers {
            let lookup = trace.lookup(trace.run.lookups[number]), taken = trace.run.lookups[number].texels
            guard let texel = chosenTexel(lookup, taken, record) else {
                let isBorder = taken.contains(where: \.isBorder)
                let what = isBorder ? "the border colour of sampler '\(lookup.sampler)', outside of its texture" : "sampler '\(lookup.sampler)', which has no texture, and gets \(lookup.result.text)"
                tell("Draw @\(draw.number) reads \(what).", level)
                continue
            }
            // A blur reads one image many times; only one texel of that image is followed.
            if let place = found.firstIndex(where: { $0.texel.image == texel.image }) {
                found[place].count += taken.count
            } else if found.count < PixelInquiry.textureLimit {
                found.append((Texel(image: texel.image, x: texel.x, y: texel.y, event: draw.event), taken.count))
            } else {
                more += 1
            }
        }
        for (texel, count) in found {
            guard level < depth else {
                tell("Draw @\(draw.number) reads \(name(replayer.image(texel.image))), too: --depth \(depth + 1) follows it.", level)
                continue
            }
            try followTexel(texel, "Draw @\(draw.number) reads", others: count - 1, level)
        }
        if more > 0 { tell("Draw @\(draw.number) makes \(counted(more, "more lookup")) in other images.", level) }
    }

    /// Returns the texel that influences a lookup most: the texel nearest to the coordinate, in the mip level that has the greater share in
    /// the lookup's result. Returns nil if the lookup read no texel of a texture.
    private func chosenTexel(_ lookup: ShaderTrace.Lookup, _ taken: [TakenTexel], _ record: RecordedDraw) -> (image: RecordedAttachment, x: Int, y: Int)? {
        let inside = taken.filter { !$0.isBorder }
        guard let first = inside.first, let binding = record.textures.first(where: { $0.unit == first.unit }) else { return nil }
        let levels = Set(inside.map(\.level)), chosen = (lookup.nextLevelShare ?? 0) > 0.5 ? levels.max() : levels.min()
        let candidates = inside.filter { $0.level == chosen ?? first.level }
        let number = min(binding.firstLevel + (chosen ?? first.level), replayer.textures[binding.texture].storage.levels.count - 1),
            size = replayer.size(binding.texture, level: number)
        var texel = candidates.first ?? first
        let isFlat = (binding.shape?.type ?? replayer.textures[binding.texture].descriptor.type) != .cube && lookup.coordinate.type.scalarKind == .float
            && lookup.coordinate.words.count >= 2
        if isFlat {
            func distance(_ texel: TakenTexel) -> Float {
                func along(_ word: UInt32, _ place: Int, _ size: Int) -> Float {
                    let asked = Float(bitPattern: word) * Float(size) - 0.5,
                        apart = abs(asked - Float(place)).truncatingRemainder(dividingBy: Float(max(size, 1)))
                    return min(apart, Float(size) - apart)
                }
                return along(lookup.coordinate.words[0], texel.x, size.width) + along(lookup.coordinate.words[1], texel.y, size.height)
            }
            for candidate in candidates where distance(candidate) < distance(texel) { texel = candidate }
        }
        return (RecordedAttachment(texture: binding.texture, level: number, slice: texel.slice), texel.x, size.height - 1 - texel.y)
    }

    /// Adds a step that names the event that wrote a texel, and then follows that event.
    private mutating func followTexel(_ texel: Texel, _ subject: String, others: Int = 0, _ level: Int) throws {
        let image = replayer.image(texel.image)
        guard told.insert(texel).inserted, left > 0 else { return }
        left -= 1
        let history = try capture.history(x: texel.x, y: texel.y, of: texel.image, before: texel.event, wanted: sources(of: texel.image, before: texel.event),
                                          with: replayer)
        let verdict = PixelVerdict(history, words), place = "(\(texel.x), \(texel.y))" + (others > 0 ? " and \(counted(others, "texel")) beside it" : "")
        let found: String
        if let maker = verdict.maker {
            let values = maker.origins.map { verdict.sentence($0, maker.image) }
            found = values.count == 1 ? values[0] : "differs between its samples: one \(values.joined(separator: "; another "))"
        } else {
            found = try beginning(of: texel.image, history)
        }
        tell("\(subject) \(name(image)) at \(place), which \(found).", level)
        try follow(history, level: level + 1)
    }
    private func name(_ image: PixelImage) -> String {
        words.vocabulary.object("texture", image.label, image.texture) + (image.level == 0 ? "" : ", level \(image.level)")
            + (image.slice == 0 ? "" : ", \(words.vocabulary.choose("slice", opengl: "layer")) \(image.slice)")
    }
    /// Returns `image`, and the images from which blits and copies before event `end` may have brought pixels into `image`, directly or
    /// through other images.
    private func sources(of image: RecordedAttachment, before end: Int) -> Set<RecordedAttachment> {
        var wanted: Set<RecordedAttachment> = [image]
        for event in frame.events[..<min(end, frame.events.count)].reversed() {
            switch event {
            case .blit(let blit) where wanted.contains(blit.destination): wanted.insert(blit.source)
            case .copy(let copy):
                for slice in 0..<max(0, copy.sourceRegion.depth)
                    where wanted.contains(RecordedAttachment(texture: copy.destination, level: copy.destinationLevel, slice: copy.z + slice)) {
                    wanted.insert(RecordedAttachment(texture: copy.source, level: copy.sourceLevel, slice: copy.sourceRegion.z + slice))
                }
            default: break
            }
        }
        return wanted
    }
    /// Describes a texel that no event of the frame wrote: its value at the beginning of the frame.
    private func beginning(of image: RecordedAttachment, _ history: PixelHistory) throws -> String {
        let record = frame.table.textures[image.texture], value = words.stored(history.value, history.format)
        let blobs = record.levels.indices.contains(image.level) ? [record.levels[image.level]] : []
        var isEmpty = true
        for blob in blobs where isEmpty {
            do { isEmpty = try capture.reader.bytes(of: blob, limit: blob.byteCount).allSatisfy { $0 == 0 } } catch { throw RasterError(error) }
        }
        if isEmpty { return "was never filled: all its texels are zero" }
        return "is \(value), as the program uploaded it, or as an earlier frame drew it"
    }
}
