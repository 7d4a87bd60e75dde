// LinkMismatch: reports declarations that differ between two stages. A report shows the two declarations and the places of the
// declarations. The messages of glslang's linker contain no places and have another form. Examples of glslang's messages: `Types must
// match: vertex stage: " vec2 a" fragment stage: " vec3 a"` and `… Block: V vertex stage: " vec4 x" fragment stage: " vec3 x"`.

struct LinkMismatch {
    /// Two stages of a program. The program runs `first` before `second`.
    let first: GLSLCompiler.StageText
    let second: GLSLCompiler.StageText

    /// Returns a link error about a variable or block. The error's place is the declaration in the second stage, or the declaration in the
    /// first stage if the second stage has no declaration.
    func error(_ message: String, about name: String) -> ShaderDiagnostic { placed(GLSLCompiler.linkError(message), at: name) }

    /// Returns a link error about varyings that have different names but the same location.
    func error(_ name: String, _ ours: ValueType, of firstName: String, _ theirs: ValueType) -> ShaderDiagnostic {
        var texts = (ours.glslName, theirs.glslName)
        if case (.structure(let block, let members), .structure(let other, let others)) = (ours, theirs) {
            func text(_ field: ValueType.StructureField) -> String { "\(field.type.glslName) \(field.name)" }
            func difference(_ own: [ValueType.StructureField], _ others: [ValueType.StructureField], of block: String) -> String {
                let place = own.indices.first { !others.indices.contains($0) || text(own[$0]) != text(others[$0]) }
                return place.map { "\(block) with \(text(own[$0]))" } ?? "\(block) without \(others[own.count...].first.map(text) ?? "it")"
            }
            texts = (difference(members, others, of: block), difference(others, members, of: other))
        }
        return error("'\(name)' : \(sentence(texts.0, of: firstName, texts.1))", about: name)
    }

    /// If the types differ and the precisions differ too, glslang writes two messages: first about the types, then about the precisions.
    /// Only the second message shows the two declarations. This function joins the two messages into one message with the declarations.
    static func joined(_ messages: [ShaderDiagnostic]) -> [ShaderDiagnostic] {
        var result: [ShaderDiagnostic] = []
        for message in messages {
            if let last = result.indices.last, result[last].message.hasSuffix("must match:"), let shown = message.message.firstRange(of: "must match: ") {
                result[last].message += " " + message.message[shown.upperBound...]
            } else {
                result.append(message)
            }
        }
        return result
    }

    /// Adds places to glslang's link errors and warnings. The place of a message comes from the pair of stages that the message names.
    /// - Parameter pairs: all pairs of stages of the program.
    static func placed(_ messages: [ShaderDiagnostic], among pairs: [LinkMismatch]) -> [ShaderDiagnostic] {
        guard pairs.count > 1 else { return pairs.first?.placed(messages) ?? messages }
        return messages.flatMap { message in
            let named = pairs.filter { pair in [pair.first, pair.second].allSatisfy { message.message.contains("\($0.stage.rawValue) stage") } }
            // When glslang compares uniforms, its message names the second stage and calls each earlier stage "vertex".
            let declaring = pairs.filter { $0.subject(of: message.message) != nil }
            return (named.first { pair in declaring.contains { $0.first.stage == pair.first.stage && $0.second.stage == pair.second.stage } }
                ?? declaring.first ?? named.first ?? pairs[0]).placed([message])
        }
    }

    /// Adds places to glslang's link errors and warnings, and rewrites the messages so that they show both stages' declarations.
    func placed(_ messages: [ShaderDiagnostic]) -> [ShaderDiagnostic] {
        var rest = messages[...], result: [ShaderDiagnostic] = []
        while let message = rest.popFirst() {
            if message.message.contains("blocks must all be anonymous, or all be named"),
               let next = rest.firstIndex(where: { $0.message.contains("using different instance names") && instances($0.message) != nil }) {
                // glslang's error contains no names, but the warning that follows the error contains the names.
                let warning = rest.remove(at: next)
                if let (block, ours, theirs) = instances(warning.message) {
                    func told(_ name: String?) -> String { name.map { "the instance name '\($0)'" } ?? "no instance name" }
                    result.append(error("'\(block)' : " + sentence(told(ours), of: block, told(theirs),
                                                                   "a block needs an instance name in both stages or in neither"), about: block))
                }
            } else if message.message.contains("Anonymous member name used for"), let error = sharedName() {
                result.append(error)
            } else {
                result.append(placed(message))
            }
        }
        return result
    }
    /// Reads from glslang's warning the name of a block and the name of its instance in each stage; the instance's name is nil if the stage
    /// does not name the instance. Returns nil unless exactly one of the stages gives the instance a name.
    private func instances(_ message: String) -> (block: String, first: String?, second: String?)? {
        let parts = message.texts(behind: "Instance: ")
        guard parts.count == 2, let block = word(behind: "Block: ", in: message) else { return nil }
        let names = parts.map { part in part.hasPrefix("anon@") ? nil : String(part.prefix(while: isWord)) }
        return (names[0] == nil) == (names[1] == nil) ? nil : (block, names[0], names[1])
    }
    /// Finds the first name that is a member of an anonymous block in one stage, and a uniform or a member of another anonymous block in
    /// the other stage. Returns an error about this name; nil if there is no such name.
    private func sharedName() -> ShaderDiagnostic? {
        let ours = first.output.outline, theirs = second.output.outline
        for name in Set(ours.anonymousMembers.keys).union(theirs.anonymousMembers.keys).sorted() {
            let (one, other) = (ours.anonymousMembers[name], theirs.anonymousMembers[name])
            guard one?.type != other?.type, one != nil || ours.declarations[name] != nil, other != nil || theirs.declarations[name] != nil else { continue }
            return error(sharedName(name, one?.type, other?.type), about: name)
        }
        return nil
    }
    /// - Parameters:
    ///   - ours: the anonymous block of the first stage that has a member of this name; nil if the name is a uniform.
    ///   - theirs: the anonymous block of the second stage; nil if the name is a uniform.
    func sharedName(_ name: String, _ ours: String?, _ theirs: String?) -> String {
        func owner(_ block: String?) -> String { block.map { "a member of the block '\($0)'" } ?? "a uniform" }
        return "'\(name)' : this name is \(owner(ours)) in the \(first.word) and \(owner(theirs)) in the \(second.word); "
            + "rename one of them, or give the block an instance name"
    }

    private func placed(_ diagnostic: ShaderDiagnostic) -> ShaderDiagnostic {
        let message = diagnostic.message
        guard let name = subject(of: message) else { return diagnostic }
        var result = placed(diagnostic, at: name)
        guard diagnostic.severity == .error else { return result }
        let block = word(behind: "Block: ", in: message), member = word(behind: "Member: ", in: message), texts = quoted(message)
        result.message = "'\(name)' : "
        if let block, let member, message.contains("has no corresponding member") {
            // glslang shows `n/a` for the missing member. glslang's message begins with the stage that has the member.
            let has = "\(block) with \(member)", hasNot = "\(block) without it", isOurs = message.hasPrefix(first.stage.rawValue)
            result.message += sentence(isOurs ? has : hasNot, of: name, isOurs ? hasNot : has)
        } else if let block, let texts, message.hasPrefix("Member names and types") {
            result.message += sentence("\(block) with \(texts.first)", of: name, "\(block) with \(texts.second)")
        } else if let texts, let ours = first.output.outline.declarations[name], let theirs = second.output.outline.declarations[name],
                  message.hasPrefix("Types must match") || message.hasPrefix("Array sizes must be compatible") {
            // The type is shown as the source spells it, with the array sizes as glslang evaluated them.
            func type(_ declared: ShaderOutline.Declaration, _ text: String) -> String { String(declared.type.prefix { $0 != "[" } + text.drop { $0 != "[" }) }
            result.message += sentence(type(ours, texts.first), of: name, type(theirs, texts.second))
        } else {
            let head = message.prefix { $0 != ":" }, what = head.prefix(1).lowercased() + head.dropFirst()
            if let member { result.message = "'\(name).\(member)' : " }
            result.message += texts.map { sentence($0.first, of: name, $0.second, what) } ?? what + " the \(first.word)'s" + place(ofFirst: name)
        }
        return result
    }

    // MARK: sentences

    /// Returns a sentence that shows the declarations of the two stages. The message's own place is in the second stage, so the sentence
    /// states only the place in the first stage.
    private func sentence(_ ours: String, of firstName: String, _ theirs: String, _ what: String = "types must match") -> String {
        "\(what): the \(first.word) has \(ours)\(place(ofFirst: firstName)), the \(second.word) \(theirs)"
    }
    private func place(ofFirst name: String) -> String {
        let source = first.output
        return source.outline.declarations[name].map { " (\(source.lines.fileName(of: $0.place)):\($0.place.line))" } ?? ""
    }
    private func placed(_ diagnostic: ShaderDiagnostic, at name: String) -> ShaderDiagnostic {
        var result = diagnostic
        for source in [second.output, first.output] {
            guard let place = (source.outline.declarations[name] ?? source.outline.anonymousMembers[name])?.place else { continue }
            result.file = source.lines.fileName(of: place)
            result.line = Int(place.line)
            result.sourceLine = source.lines.sourceLine(at: place)
            break
        }
        return result
    }

    // MARK: reading glslang's message

    private func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }
    private func word(behind mark: String, in message: String) -> String? {
        message.firstRange(of: mark).map { String(message[$0.upperBound...].prefix(while: isWord)) }
    }

    /// Returns the two declarations between quotation marks; nil if the message shows no declarations.
    private func quoted(_ message: String) -> (first: String, second: String)? {
        let parts = message.split(separator: "\"", omittingEmptySubsequences: false).map { $0.split(separator: " ").joined(separator: " ") }
        return parts.count == 5 && !parts[1].isEmpty && !parts[3].isEmpty ? (parts[1], parts[3]) : nil
    }

    /// Returns the name of the variable or block that the message is about; nil if one of the two stages declares no variable or block with
    /// this name. If the message is about a structure, the result is the name of the first variable with this type.
    private func subject(of message: String) -> String? {
        let ours = first.output.outline.declarations, theirs = second.output.outline.declarations
        if let block = word(behind: "Block: ", in: message) {
            if ours[block] != nil, theirs[block] != nil { return block }
            func isOfType(_ declared: ShaderOutline.Declaration?) -> Bool { declared.map { $0.type.prefix { $0 != "[" } == block } ?? false }
            return ours.keys.sorted().first { isOfType(ours[$0]) && isOfType(theirs[$0]) }
        }
        // In the message, the name follows the variable's type or precedes the quoted declarations.
        let types = quoted(message).flatMap { message.contains("stage: \"") ? $0.first : nil }
        return (types ?? message.split(separator: "\"").first.map(String.init) ?? "").split { !isWord($0) }.map(String.init)
            .last { ours[$0] != nil && theirs[$0] != nil }
    }
}

extension String {
    /// Returns the text after each occurrence of the mark.
    fileprivate func texts(behind mark: String) -> [Substring] {
        var parts: [Substring] = [], rest = self[...]
        while let found = rest.firstRange(of: mark) {
            rest = rest[found.upperBound...]
            parts.append(rest)
        }
        return parts
    }
}
