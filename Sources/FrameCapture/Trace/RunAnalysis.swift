// RunAnalysis: examines a recorded run of the traced lane. The analysis finds the executed lines, the loops, each write to a
// variable, and the first NaN or infinity.
//
// The analysis reads the operations once, in order. A step is a sequence of operations of one line in one call. Each iteration of a
// loop begins a new step, even if the loop is within one line. Operations that only other lanes execute neither begin nor extend a
// step.

import Shading

struct RunAnalysis: Sendable {
    struct StepRecord: Sendable {
        var first: Int
        /// The index after the step's last operation.
        var end: Int
        /// An index into the module's locations.
        var location: Int
        var loops: [ShaderTrace.Loop]
    }
    struct Write: Sendable {
        var operation: Int
        var slot: Int
        var value: UInt32
    }
    struct EmissionRecord: Sendable {
        var operation: Int
        /// The number of the emitted vertex; nil for the end of a strip.
        var vertex: Int?
        var strip: Int
    }
    struct CulpritRecord: Sendable {
        var operation: Int
        var step: Int
        var isGiven: Bool
    }
    private(set) var steps: [StepRecord] = []
    /// The writes, in the order of the operations.
    private(set) var writes: [Write] = []
    private(set) var loops: [ShaderTrace.LoopCount] = []
    /// The vertices that the traced lane emitted and the strips that the lane ended, in the order of the operations.
    private(set) var emissions: [EmissionRecord] = []
    private(set) var firstNaN: CulpritRecord?
    private(set) var firstInfinity: CulpritRecord?
    /// Whether the fragment of the traced lane was discarded.
    private(set) var isDiscarded = false
    private(set) var operationCount = 0
    /// The indices of the operations, grouped by instruction; each group is in the order of execution.
    private let occurrences: GroupedIndices
    /// Indices into `writes`, grouped by slot.
    private let writesBySlot: GroupedIndices
    /// For each slot, the indices of the module's variables that use the slot.
    let variablesBySlot: [[Int]]

    init(_ run: RecordedRun) {
        let module = run.module
        var scan = Scan(run)
        for operation in 0..<run.count {
            if scan.isDiscarded { break }
            scan.visit(operation)
        }
        scan.closeStep()
        steps = scan.steps; writes = scan.writes; loops = scan.loops; firstNaN = scan.firstNaN; firstInfinity = scan.firstInfinity
        isDiscarded = scan.isDiscarded; operationCount = scan.operationCount; emissions = scan.emissions
        occurrences = GroupedIndices(run.instructions.map(Int.init), groups: module.instructions.count)
        writesBySlot = GroupedIndices(scan.writes.map(\.slot), groups: module.localSlotCount)
        var variablesBySlot = [[Int]](repeating: [], count: module.localSlotCount)
        for (index, variable) in module.localVariables.enumerated() {
            for slot in variable.firstSlot..<(variable.firstSlot + variable.type.scalarCount) { variablesBySlot[slot].append(index) }
        }
        self.variablesBySlot = variablesBySlot
    }

    /// Returns the writes of a range of operations.
    func writes(in operations: Range<Int>) -> ArraySlice<Write> {
        writes[writes.partitionIndex { $0.operation >= operations.lowerBound }..<writes.partitionIndex { $0.operation >= operations.upperBound }]
    }
    /// Returns the last write to a slot before an operation; nil if no earlier operation wrote the slot.
    func lastWrite(slot: Int, before operation: Int) -> Write? {
        writesBySlot.last(in: slot) { writes[$0].operation < operation }.map { writes[$0] }
    }
    /// Returns the last execution of an instruction before an operation; nil if the instruction was not executed before.
    func lastExecution(of instruction: Int, before operation: Int) -> Int? { occurrences.last(in: instruction) { $0 < operation } }
    /// Returns the index of the step that contains an operation. If no step contains the operation, returns the index of the previous step.
    func step(of operation: Int) -> Int { max(0, steps.partitionIndex { $0.first > operation } - 1) }
}

extension RandomAccessCollection where Index == Int {
    /// Returns the index of the first element that fulfils a condition. If an element fulfils the condition, all later elements must fulfil
    /// the condition, too.
    func partitionIndex(where isBehind: (Element) -> Bool) -> Int {
        var low = startIndex, high = endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// The indices of a list's elements, grouped by an integer of each element. The indices of a group are in ascending order.
struct GroupedIndices: Sendable {
    private var order: [Int32]
    private var starts: [Int32]

    init(_ numbers: [Int], groups: Int) {
        var starts = [Int32](repeating: 0, count: groups + 1)
        for number in numbers { starts[number + 1] += 1 }
        for group in 0..<groups { starts[group + 1] += starts[group] }
        var next = starts
        order = [Int32](repeating: 0, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            order[Int(next[number])] = Int32(index)
            next[number] += 1
        }
        self.starts = starts
    }
    /// Returns the last index of a group that fulfils a condition; nil if no index fulfils the condition. If an index fulfils the
    /// condition, all earlier indices of the group must fulfil the condition, too.
    func last(in group: Int, where isBefore: (Int) -> Bool) -> Int? {
        let list = order[Int(starts[group])..<Int(starts[group + 1])]
        let end = list.partitionIndex { !isBefore(Int($0)) }
        return end > list.startIndex ? Int(list[end - 1]) : nil
    }
}

extension Opcode {
    /// Whether an instruction with this opcode only marks the beginning or end of a construct. Instructions with such an opcode
    /// have no line of their own.
    var isBracket: Bool {
        switch self {
        case .blockBegin, .loopBegin, .elseBegin, .end: true
        default: false
        }
    }
}

private struct Scan {
    let run: RecordedRun
    var steps: [RunAnalysis.StepRecord] = []
    var writes: [RunAnalysis.Write] = []
    var loops: [ShaderTrace.LoopCount] = []
    var firstNaN: RunAnalysis.CulpritRecord?
    var firstInfinity: RunAnalysis.CulpritRecord?
    var isDiscarded = false
    var operationCount = 0
    var emissions: [RunAnalysis.EmissionRecord] = []

    private var emittedCount = 0, strip = 0
    /// Whether the current strip has at least one vertex. Ending an empty strip does not begin a further strip.
    private var isStripOpen = false
    private var current: RunAnalysis.StepRecord?
    private var isRepeated = false
    /// The latest result of each instruction in the traced lane.
    private var latest: [UInt32]
    private var open: [OpenLoop] = []
    /// The loops of `open`. Consecutive steps share the list until the list changes.
    private var openLoops: [ShaderTrace.Loop] = []
    private var loopNumbers: [Int: Int] = [:]
    private struct OpenLoop {
        var begin: Int
        var loop: ShaderTrace.Loop
    }

    init(_ run: RecordedRun) {
        self.run = run
        latest = run.module.instructions.map { $0.opcode == .constant ? UInt32(bitPattern: $0.c) : 0 }
    }

    mutating func closeStep() {
        if let current { steps.append(current) }
        current = nil
    }

    mutating func visit(_ operation: Int) {
        let module = run.module, index = Int(run.instructions[operation]), instruction = module.instructions[index]
        let isExecuted = run.isExecuted(operation), value = run.results[operation][run.lane]
        latest[index] = value
        if isExecuted {
            if instruction.opcode.isOperation { operationCount += 1 }
            let location = Int(module.instructionLocations[index])
            if !instruction.opcode.isBracket, module.locations[location].line > 0, current?.location != location || isRepeated {
                closeStep()
                current = RunAnalysis.StepRecord(first: operation, end: operation + 1, location: location, loops: openLoops)
                isRepeated = false
            }
            current?.end = operation + 1
            findCulprit(operation, index, instruction, value)
        }
        switch instruction.opcode {
        case .store where isExecuted: writes.append(.init(operation: operation, slot: Int(instruction.c), value: value))
        case .storeIndexed where isExecuted:
            let array = module.localArrays[Int(instruction.c)], element = latest[Int(instruction.a)]
            if element < UInt32(clamping: array.count) { writes.append(.init(operation: operation, slot: array.firstSlot + Int(element), value: value)) }
        case .loopBegin where isExecuted: enterLoop(index)
        case .end: endConstruct(operation, index, begin: Int(instruction.c))
        case .discard where isExecuted: isDiscarded = true
        case .emitVertex where isExecuted:
            emissions.append(.init(operation: operation, vertex: emittedCount, strip: strip))
            emittedCount += 1
            isStripOpen = true
        case .endPrimitive where isExecuted:
            emissions.append(.init(operation: operation, vertex: nil, strip: strip))
            if isStripOpen { strip += 1 }
            isStripOpen = false
        default: break
        }
    }

    // MARK: Loops

    private mutating func enterLoop(_ index: Int) {
        let place = run.module.place(ofInstruction: index)
        open.append(OpenLoop(begin: index, loop: .init(place: place, iteration: 1)))
        openLoops = open.map(\.loop)
        let number = loopNumbers[index] ?? loops.count
        if number == loops.count {
            loopNumbers[index] = number
            loops.append(.init(place: place, entries: 0, iterations: 0))
        }
        loops[number].entries += 1
        loops[number].iterations += 1
        isRepeated = true
    }
    private mutating func endConstruct(_ operation: Int, _ index: Int, begin: Int) {
        guard let last = open.indices.last, open[last].begin == begin else { return }
        // If the next executed instruction comes before this instruction in the module, the loop repeats. If the next executed instruction
        // comes after this instruction, the loop has ended.
        guard operation + 1 < run.count, Int(run.instructions[operation + 1]) <= index else {
            open.removeLast()
            openLoops.removeLast()
            isRepeated = true
            return
        }
        guard run.active[operation] & (1 << UInt8(run.lane)) != 0 else { return }
        open[last].loop.iteration += 1
        openLoops[last].iteration += 1
        if let number = loopNumbers[begin] { loops[number].iterations += 1 }
        isRepeated = true
    }

    // MARK: NaN and infinity

    private mutating func findCulprit(_ operation: Int, _ index: Int, _ instruction: Instruction, _ value: UInt32) {
        guard instruction.type == .float, !Float(bitPattern: value).isFinite, firstNaN == nil || firstInfinity == nil else { return }
        // A load only copies a value, so not the load but the operation that computed the value is reported.
        if instruction.opcode == .load || instruction.opcode == .loadIndexed { return }
        let source = instruction.opcode == .component ? index - Int(instruction.c) : index
        var isPassedOn = false
        run.module.forEachValueOperand(of: source) { operand in
            if run.module.instructions[operand].type == .float, !Float(bitPattern: latest[operand]).isFinite { isPassedOn = true }
        }
        let isNaN = Float(bitPattern: value).isNaN
        // If infinite operands give a NaN, as in ∞ − ∞, this operation counts as the first operation that made a NaN.
        if isPassedOn, isNaN {
            var hasNaN = false
            run.module.forEachValueOperand(of: source) { operand in
                if run.module.instructions[operand].type == .float, Float(bitPattern: latest[operand]).isNaN { hasNaN = true }
            }
            isPassedOn = hasNaN
        }
        guard !isPassedOn else { return }
        let kind = run.module.instructions[source].opcode.definition.kind
        let record = RunAnalysis.CulpritRecord(operation: operation, step: steps.count, isGiven: kind == .source || kind == .lookup)
        if isNaN { firstNaN = firstNaN ?? record } else { firstInfinity = firstInfinity ?? record }
    }
}

extension ShaderModule {
    /// Returns the place of an entry of `locations`.
    func place(ofLocation index: Int) -> ShaderTrace.Place {
        guard locations.indices.contains(index) else { return .init(file: "", line: 0, function: "") }
        let location = locations[index], file = Int(location.file), function = Int(location.function)
        return .init(file: files.indices.contains(file) ? files[file] : "", line: Int(location.line),
                     function: functionNames.indices.contains(function) ? functionNames[function] : "")
    }
    /// Returns a location and the locations of the calls that enclose this location, the innermost first.
    func callChain(to location: Int) -> [Int] {
        var list: [Int] = [], next = location
        // A call's location has a smaller index than the locations that are inlined at the call, so this loop ends.
        while locations.indices.contains(next), list.last.map({ next < $0 }) ?? true {
            list.append(next)
            next = Int(locations[next].inlinedAt)
        }
        return list
    }
    func place(ofInstruction index: Int) -> ShaderTrace.Place { place(ofLocation: Int(instructionLocations[index])) }
}
