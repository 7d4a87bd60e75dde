// Interpreter+WorkGroup: runs the invocations of one work group of a compute shader.
//
// Four consecutive invocations, in the order of gl_LocalInvocationIndex, are the lanes of a quad. The quads run one after another. A quad
// that reaches a barrier stops at the barrier: its registers are saved, and the next quad runs. When every quad has stopped or ended, the
// quads that have stopped go on, again in ascending order.

import Memory

/// The place at which a quad begins, or continues after a barrier.
struct QuadPlace {
    /// The index of the next step.
    var step = 0
    var active: QuadUInt
    /// The number of loop iterations that the quad may still take.
    var remaining: Int
}

/// The registers of the quads that have stopped.
private struct SuspendedQuads {
    /// For each quad, the place at which the quad goes on; nil if the quad has ended.
    var places: [QuadPlace?]
    private let stride: Int
    private let memory: Allocation

    init(count: Int, registersPerQuad: Int) {
        places = Array(repeating: nil, count: count)
        stride = registersPerQuad
        memory = Allocation(of: QuadUInt.self, count: count * stride, name: "SuspendedQuads.memory")
        memory.elements(QuadUInt.self).initialize(repeating: QuadUInt(), count: count * stride)
    }
    func free() { memory.free() }

    func save(_ quad: Int, _ list: [Range<Int>], of registers: UnsafeMutablePointer<QuadUInt>) {
        var place = memory.elements(QuadUInt.self) + quad * stride
        for range in list {
            place.update(from: registers + range.lowerBound, count: range.count)
            place += range.count
        }
    }
    func restore(_ quad: Int, _ list: [Range<Int>], to registers: UnsafeMutablePointer<QuadUInt>) {
        var place = memory.elements(QuadUInt.self) + quad * stride
        for range in list {
            (registers + range.lowerBound).update(from: place, count: range.count)
            place += range.count
        }
    }
}

extension ShaderModule {
    /// The number of invocations of a work group.
    package var invocationsPerWorkGroup: Int { workGroupSize.x * workGroupSize.y * workGroupSize.z }
}

extension Interpreter {
    /// The number of quads in a work group.
    package var quadsPerWorkGroup: Int { (module.invocationsPerWorkGroup + 3) / 4 }

    /// Runs all invocations of one work group. The shared words are zero at the start.
    /// - Parameters:
    ///   - workGroup: the position of the work group in the dispatch.
    ///   - counts: the number of work groups of the dispatch.
    /// - Throws: an error that names the loop, if all loops of a quad together take more than `stepLimit` iterations.
    package func run(workGroup: SIMD3<UInt32>, of counts: SIMD3<UInt32>) throws(ShaderExecutionError) {
        var observer = NoObserver()
        try run(workGroup: workGroup, of: counts, observing: 0 ..< 0, &observer)
    }

    /// Runs all invocations of one work group like `run(workGroup:of:)`, and reports the instructions of some quads to the observer.
    /// - Parameter quads: the quads that the observer watches. Quad q has the invocations whose gl_LocalInvocationIndex is 4·q to 4·q + 3.
    package func run(workGroup: SIMD3<UInt32>, of counts: SIMD3<UInt32>, observing quads: Range<Int>,
                     _ observer: inout some InterpreterObserver) throws(ShaderExecutionError) {
        for axis in 0 ..< 3 {
            builtins[Int(BuiltinInput.workGroupCountX.rawValue) + axis] = QuadUInt(repeating: counts[axis])
            builtins[Int(BuiltinInput.workGroupX.rawValue) + axis] = QuadUInt(repeating: workGroup[axis])
        }
        groupWords.update(repeating: 0)
        let saved = { (quad: Int) in (quads.contains(quad) ? self.observedProgram : self.program).savedRegisters }
        // Without barriers, no quad stops before its end, so no registers are saved.
        let room = module.hasBarriers ? max(program.savedRegisterCount, quads.isEmpty ? 0 : observedProgram.savedRegisterCount) : 0
        var stopped = SuspendedQuads(count: quadsPerWorkGroup, registersPerQuad: room)
        defer { stopped.free() }
        for quad in 0 ..< quadsPerWorkGroup {
            let lanes = setInvocations(ofQuad: quad), isObserved = quads.contains(quad)
            zeroLocals((isObserved ? observedProgram : program).zeroRanges, lanes)
            stopped.places[quad] = try advance(QuadPlace(active: lanes, remaining: stepLimit), quad, isObserved: isObserved, &observer)
            if stopped.places[quad] != nil { stop(quad, saved(quad), stopped) }
        }
        while stopped.places.contains(where: { $0 != nil }) {
            for quad in 0 ..< quadsPerWorkGroup {
                guard let place = stopped.places[quad] else { continue }
                setInvocations(ofQuad: quad)
                stopped.restore(quad, saved(quad), to: registers)
                stopped.places[quad] = try advance(place, quad, isObserved: quads.contains(quad), &observer)
                if stopped.places[quad] != nil { stop(quad, saved(quad), stopped) }
            }
        }
    }

    private func stop(_ quad: Int, _ registers: [Range<Int>], _ stopped: SuspendedQuads) {
        stopped.save(quad, registers, of: self.registers)
        // The next quad to run expects that all masks are zero.
        clearMasks()
    }

    /// Runs a quad until it ends or reaches a barrier. Returns the place after the barrier; nil if the quad has ended.
    private func advance(_ place: QuadPlace, _ quad: Int, isObserved: Bool,
                         _ observer: inout some InterpreterObserver) throws(ShaderExecutionError) -> QuadPlace? {
        let outcome: ExecutionOutcome
        if isObserved {
            observer.willRun(quad: quad, active: place.active)
            outcome = execute(observedProgram, from: place, observer: &observer)
        } else {
            var none = NoObserver()
            outcome = execute(program, from: place, observer: &none)
        }
        _ = try finish(outcome, place.active)
        return outcome.barrier
    }

    /// Sets the invocations of a quad. Returns the lanes that exist: the last quad of a work group may have fewer than four.
    @discardableResult
    private func setInvocations(ofQuad quad: Int) -> QuadUInt {
        let size = module.workGroupSize
        var lanes = QuadUInt()
        for lane in 0 ..< 4 {
            let number = 4 * quad + lane
            let position = [number % size.x, number / size.x % size.y, number / size.x / size.y]
            for axis in 0 ..< 3 { builtins[Int(BuiltinInput.localInvocationX.rawValue) + axis][lane] = UInt32(position[axis]) }
            if number < module.invocationsPerWorkGroup { lanes[lane] = .max }
        }
        return lanes
    }
}
