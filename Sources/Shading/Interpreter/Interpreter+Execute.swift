// Interpreter+Execute: the loop that runs decoded steps on a quad.
//
// Pure instructions compute results in all four lanes. Stores, exits and `discard` affect only the active lanes. Steps are executed
// only while a lane is active: if no lane is left, control jumps to the next `else` or `end` of an enclosing construct. Each
// construct has a mask register, which is zero while the construct is not running. While the construct is running, the mask holds
// these lanes:
// - if: first the lanes that take the second arm, later the lanes that have finished the first arm;
// - block: the lanes that have left the block by an exit and wait at the block's end;
// - loop: for the outermost loop, the lanes that were discarded inside.
// A loop repeats only while a lane that is not discarded is active; see ShaderModule.

struct ExecutionOutcome {
    var killed: QuadUInt
    /// The index of the `end` of the loop that exceeded the step limit, or -1.
    var endlessLoop: Int
    /// The place after the barrier that stopped the quad; nil if the quad has ended.
    var barrier: QuadPlace?
}

extension Interpreter {
    /// The compiler specialises this function for each type of observer. In the version without an observer, the calls to the observer are
    /// optimised away. The function uses unsafe pointers and no bounds checks, because the decoder has checked every offset.
    @inline(__always)
    func execute<Observer: InterpreterObserver>(_ program: InterpreterProgram, from place: QuadPlace, observer: inout Observer) -> ExecutionOutcome {
        execute(program, program.steps, from: place, observer: &observer)
    }

    @inline(__always)
    func execute<Observer: InterpreterObserver>(
        _ program: InterpreterProgram, _ steps: UnsafeMutableBufferPointer<InterpreterStep>, from place: QuadPlace, observer: inout Observer
    ) -> ExecutionOutcome {
        guard let first = UnsafePointer(steps.baseAddress), QuadArithmetic.any(place.active) else {
            return ExecutionOutcome(killed: QuadUInt(), endlessLoop: -1)
        }
        return run(first, first + steps.count, program, UnsafeMutableRawPointer(registers), from: place, observer: &observer)
    }

    private func run<Observer: InterpreterObserver>(
        _ first: UnsafePointer<InterpreterStep>, _ last: UnsafePointer<InterpreterStep>,
        _ program: InterpreterProgram, _ memory: UnsafeMutableRawPointer, from place: QuadPlace, observer: inout Observer
    ) -> ExecutionOutcome {
        let initial = place.active
        let textures = program.textures
        var active = initial
        var killed = QuadUInt()
        var remaining = place.remaining
        var next = first + place.step

        @inline(__always) func at(_ offset: Int32) -> UnsafeMutablePointer<QuadUInt> {
            (memory + Int(offset)).assumingMemoryBound(to: QuadUInt.self)
        }
        @inline(__always) func f(_ offset: Int32) -> QuadFloat { unsafeBitCast(at(offset).pointee, to: QuadFloat.self) }
        @inline(__always) func u(_ offset: Int32) -> QuadUInt { at(offset).pointee }
        @inline(__always) func s(_ offset: Int32) -> QuadInt { unsafeBitCast(at(offset).pointee, to: QuadInt.self) }

        while next != last {
            let step = next
            next += 1
            let a = step.pointee.a, b = step.pointee.b, c = step.pointee.c
            let result = at(step.pointee.result)
            var x = QuadOperands(memory, (a, b, c), result: result)
            @inline(__always) func set(_ value: QuadUInt) { result.pointee = value }
            @inline(__always) func set(_ value: QuadFloat) { result.pointee = unsafeBitCast(value, to: QuadUInt.self) }
            @inline(__always) func observe(_ value: QuadUInt) {
                observer.executed(instruction: Int(step.pointee.instruction), result: value, active: active)
            }

            // LLVM turns the two switches over the opcode into one jump table. For this purpose, `evaluateIfItComputes` is inlined. LLVM
            // then merges the second switch into the first switch, because the second switch has fewer than 64 cases. With the two switches
            // in the opposite order, LLVM would not merge the switches. A second jump per instruction would take a tenth of the loop's
            // time.
            let opcode = step.pointee.opcode
            if !opcode.evaluateIfItComputes(&x) {
                switch opcode {
                // These instructions are sources of values. A source that has its own place in memory (an input, for example) becomes a
                // step only if there is an observer.
                case .constant, .uniform, .component: break
                case .input, .builtin, .load: set(u(a))
                case .uniformIndexed: set(uniformWords(block: Int(b), words: u(a)))
                case .loadIndexed: set(Self.gather(at(c), count: UInt32(bitPattern: b), u(a)))

                case .store:
                    let value = u(a)
                    set((value & active) | (result.pointee & ~active))
                    observe(value)
                    continue
                case .storeIndexed:
                    let value = u(b)
                    Self.scatter(at(c), count: UInt32(bitPattern: step.pointee.result), u(a), value, active)
                    observe(value)
                    continue

                case .storageLoad: set(storageWords(block: Int(b), u(a)))
                case .storageSize: set(QuadUInt(repeating: storageByteCount(block: Int(b))))
                case .sharedLoad: set(sharedWords(u(a)))
                case .atomic: set(performAtomic(Int(c), program.atomics[Int(c)], lanes: writers(active & ~killed)))
                case .imageLoad: loadImage(Int(c), program.images[Int(c)], result: step.pointee.result)
                case .imageSize: imageSize(Int(c), program.images[Int(c)], result: step.pointee.result)

                case .storageStore:
                    let value = u(b)
                    setStorageWords(block: Int(c), u(a), value, writers(active & ~killed))
                    observe(value)
                    continue
                case .sharedStore:
                    let value = u(b)
                    setSharedWords(u(a), value, writers(active & ~killed))
                    observe(value)
                    continue
                case .imageStore:
                    storeImage(Int(c), program.images[Int(c)], lanes: writers(active & ~killed))
                    observe(QuadUInt())
                    continue
                case .emitVertex:
                    emitted?.emit(active, locals)
                    observe(QuadUInt())
                    continue
                case .endPrimitive:
                    emitted?.endStrip(active)
                    observe(QuadUInt())
                    continue
                case .memoryBarrier:
                    observe(QuadUInt())
                    continue
                case .barrier:
                    observe(QuadUInt())
                    return ExecutionOutcome(killed: killed, endlessLoop: -1,
                                            barrier: QuadPlace(step: next - first, active: active, remaining: remaining))

                case .ddxCoarse:
                    let value = f(a)
                    set(QuadFloat(repeating: value[1] - value[0]))
                case .ddyCoarse:
                    let value = f(a)
                    set(QuadFloat(repeating: value[2] - value[0]))
                case .ddxFine:
                    let value = f(a)
                    let top = value[1] - value[0], bottom = value[3] - value[2]
                    set(QuadFloat(top, top, bottom, bottom))
                case .ddyFine:
                    let value = f(a)
                    let left = value[2] - value[0], right = value[3] - value[1]
                    set(QuadFloat(left, right, left, right))

                case .texture:
                    sampleTexture(Int(c), textures[Int(c)], result: step.pointee.result)
                case .textureSize:
                    textureSize(Int(c), textures[Int(c)], level: s(a), result: step.pointee.result)

                case .ifBegin:
                    let condition = u(a)
                    let taken = active & condition
                    if QuadArithmetic.any(taken) {
                        set(active & ~condition)
                        active = taken
                    } else {
                        next = first + Int(b)
                    }
                    observe(condition)
                    continue
                case .elseBegin:
                    let other = result.pointee
                    set(active)
                    active = other
                    if !QuadArithmetic.any(other) { next = first + Int(b) }
                    observe(QuadUInt())
                    continue
                case .end:
                    if b >= 0 && QuadArithmetic.any(active & ~killed) {
                        remaining &-= 1
                        if remaining < 0 || !observer.goesOn {
                            clearMasks()
                            return ExecutionOutcome(killed: killed, endlessLoop: Int(step.pointee.instruction))
                        }
                        next = first + Int(b)
                    } else {
                        active |= result.pointee
                        set(QuadUInt())
                        if !QuadArithmetic.any(active) { next = first + Int(c) }
                    }
                    observe(QuadUInt())
                    continue
                case .blockBegin, .loopBegin:
                    observe(QuadUInt())
                    continue
                case .exit:
                    at(a).pointee |= active
                    active = QuadUInt()
                    next = first + Int(c)
                    observe(QuadUInt())
                    continue
                case .discard:
                    killed |= active
                    if killed == initial {
                        // A discarded lane runs on only because its neighbours need its values for derivatives. If all lanes that were
                        // active at the start are discarded, no lane needs these values, so the run ends.
                        observe(QuadUInt())
                        clearMasks()
                        return ExecutionOutcome(killed: killed, endlessLoop: -1)
                    }
                    if a >= 0 {
                        at(a).pointee |= active
                        active = QuadUInt()
                        next = first + Int(c)
                    }
                    observe(QuadUInt())
                    continue

                default: preconditionFailure("a step without an effect")
                }
            }
            observe(result.pointee)
        }
        return ExecutionOutcome(killed: killed, endlessLoop: -1)
    }

    /// Clears the masks after a run that ended or stopped inside constructs.
    func clearMasks() {
        (registers + layout.masks).update(repeating: QuadUInt(), count: layout.locals - layout.masks)
    }

    /// Returns one word of a uniform block for each lane; zero for words outside of the block.
    @inline(never)
    private func uniformWords(block: Int, words: QuadUInt) -> QuadUInt {
        QuadUInt(uniformWord(block: block, word: words[0]), uniformWord(block: block, word: words[1]),
                 uniformWord(block: block, word: words[2]), uniformWord(block: block, word: words[3]))
    }

    /// Returns each lane's element of a local array; zero for indices outside of the array.
    @inline(never)
    private static func gather(_ array: UnsafeMutablePointer<QuadUInt>, count: UInt32, _ index: QuadUInt) -> QuadUInt {
        let words = UnsafeRawPointer(array).assumingMemoryBound(to: UInt32.self)
        @inline(__always) func lane(_ lane: Int) -> UInt32 {
            index[lane] < count ? words[Int(index[lane]) * 4 + lane] : 0
        }
        return QuadUInt(lane(0), lane(1), lane(2), lane(3))
    }

    /// For each active lane, writes the lane's element of a local array. An index outside of the array writes nothing.
    @inline(never)
    private static func scatter(
        _ array: UnsafeMutablePointer<QuadUInt>, count: UInt32, _ index: QuadUInt, _ value: QuadUInt, _ active: QuadUInt
    ) {
        let words = UnsafeMutableRawPointer(array).assumingMemoryBound(to: UInt32.self)
        for lane in 0 ..< 4 where active[lane] != 0 && index[lane] < count {
            words[Int(index[lane]) * 4 + lane] = value[lane]
        }
    }
}
