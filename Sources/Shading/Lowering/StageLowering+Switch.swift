// StageLowering+Switch: a switch becomes nested blocks, one for each case.
//
// The innermost block contains the dispatch: comparisons and exits. The statements of a case follow directly after the end of the
// case's block, and lie before the end of the next case's block. So control that falls through a case continues with the next case. A
// break leaves the outermost block.

extension StageLowering {
    /// The maximum number of cases in a switch. The number is limited because the cases become nested blocks.
    static let casesPerSwitch = 1_000

    func lowerSwitch(_ block: SPIRVBlock, merge: UInt32) throws(ShaderError) {
        let terminator = block.terminator
        let selector = try scalar(terminator, 1)
        guard builder.type(selector) == .int || builder.type(selector) == .uint else { throw malformed("a switch whose selector is not an integer") }
        let defaultLabel = try word(terminator, 2)
        var literals: [UInt32: [UInt32]] = [:]
        var labels: [UInt32] = []
        for index in stride(from: 3, to: max(3, wordCount(terminator) - 1), by: 2) {
            let label = try word(terminator, index + 1)
            if literals[label] == nil { labels.append(label) }
            literals[label, default: []].append(try word(terminator, index))
        }
        if literals[defaultLabel] == nil { labels.append(defaultLabel) }
        guard labels.count <= Self.casesPerSwitch else {
            throw failure("a switch has \(labels.count) cases; the limit is \(Self.casesPerSwitch)", beyond: .cases, Self.casesPerSwitch)
        }
        let cases = try orderedCases(labels.filter { leaves($0, stop: merge) == false && $0 != merge }, merge: merge)

        let mergeBlock = builder.begin(.blockBegin)
        frame.targets.append((merge, mergeBlock))
        for label in cases.reversed() { frame.targets.append((label, builder.begin(.blockBegin))) }
        for label in labels where label != defaultLabel {
            var matches = builder.bool(false)
            for literal in literals[label] ?? [] {
                matches = builder.pure(.or, .bool, matches,
                                       builder.pure(.ieq, .bool, selector, builder.constant(literal, builder.type(selector))))
            }
            _ = builder.begin(.ifBegin, condition: matches)
            try lowerExit(from: block.label, to: label)
            builder.end()
        }
        try lowerExit(from: block.label, to: defaultLabel)
        for (index, label) in cases.enumerated() {
            frame.targets.removeLast()
            builder.end()
            try lowerSequence(from: label, stop: index + 1 < cases.count ? cases[index + 1] : merge)
        }
        frame.targets.removeLast()
        builder.end()
    }

    /// Orders the cases of a switch. A case that falls through comes directly before the case into which it falls.
    func orderedCases(_ labels: [UInt32], merge: UInt32) throws(ShaderError) -> [UInt32] {
        let all = Set(labels)
        var next: [UInt32: UInt32] = [:]
        for label in labels {
            if let other = fallThrough(from: label, cases: all, merge: merge) { next[label] = other }
        }
        let entered = Set(next.values)
        var ordered: [UInt32] = []
        for label in labels where !entered.contains(label) {
            var current: UInt32? = label
            while let member = current {
                ordered.append(member)
                guard ordered.count <= labels.count else { throw malformed("the cases of a switch run in a circle") }
                current = next[member]
            }
        }
        guard ordered.count == labels.count, Set(ordered).count == labels.count else {
            throw malformed("the cases of a switch run into each other")
        }
        return ordered
    }

    /// Finds the case into which control falls from the statements at `start` if no break ends these statements. Returns nil if control
    /// falls into no case.
    func fallThrough(from start: UInt32, cases: Set<UInt32>, merge: UInt32) -> UInt32? {
        var pending = [start]
        var seen: Set<UInt32> = [start, merge]
        for target in frame.targets { seen.insert(target.label) }
        while let label = pending.popLast() {
            guard let index = frame.function.blockIndex[label] else { continue }
            for successor in successors(frame.function.blocks[index]) where seen.insert(successor).inserted {
                if cases.contains(successor) { return successor }
                pending.append(successor)
            }
        }
        return nil
    }

    func successors(_ block: SPIRVBlock) -> [UInt32] {
        let operands = spirv.words[block.terminator.start ..< block.terminator.start + block.terminator.count].dropFirst()
        switch block.terminator.opcode {
        case .branch: return Array(operands.prefix(1))
        case .branchConditional: return Array(operands.dropFirst().prefix(2))
        case .switch:
            return operands.dropFirst().enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        default: return []
        }
    }
}
