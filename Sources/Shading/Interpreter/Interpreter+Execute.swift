// Interpreter+Execute: the loop that runs decoded steps on a quad.
//
// Pure instructions compute all four lanes; stores, exits and discard obey the mask of active lanes. Steps are executed only while
// a lane is active: if none is left, control jumps to the next `else` or `end` of an enclosing construct. Each construct has a mask
// register that collects lanes; it is zero while the construct is not running:
// - if: the lanes that take the other arm, later the lanes that have finished the first arm;
// - block: the lanes that wait at its end;
// - loop: the lanes that were discarded inside, if it is the outermost loop.
// A loop repeats only while a lane that is not discarded is active; see ShaderModule.

struct ExecutionOutcome {
    var killed: QuadUInt
    /// The `end` of the loop that exceeded the step limit, or -1.
    var endlessLoop: Int
}

extension Interpreter {
    /// Specialised for each observer; if there is none, the calls are optimised away. Uses unsafe pointers and no bounds checks,
    /// because the decoder has checked every offset.
    @inline(__always)
    func execute<Observer: InterpreterObserver>(
        _ steps: UnsafeMutableBufferPointer<InterpreterStep>, _ textures: UnsafeMutableBufferPointer<TextureOperands>,
        active initial: QuadUInt, observer: inout Observer
    ) -> ExecutionOutcome {
        guard let first = UnsafePointer(steps.baseAddress), QuadArithmetic.any(initial) else {
            return ExecutionOutcome(killed: QuadUInt(), endlessLoop: -1)
        }
        return run(first, first + steps.count, textures, UnsafeMutableRawPointer(registers), active: initial, observer: &observer)
    }

    private func run<Observer: InterpreterObserver>(
        _ first: UnsafePointer<InterpreterStep>, _ last: UnsafePointer<InterpreterStep>,
        _ textures: UnsafeMutableBufferPointer<TextureOperands>, _ memory: UnsafeMutableRawPointer,
        active initial: QuadUInt, observer: inout Observer
    ) -> ExecutionOutcome {
        let l = QuadArithmetic()
        var active = initial
        var killed = QuadUInt()
        var remaining = stepLimit
        var next = first

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
            let x = QuadOperands(memory, (a, b, c), result: result)
            @inline(__always) func set(_ value: QuadUInt) { result.pointee = value }
            @inline(__always) func set(_ value: QuadFloat) { result.pointee = unsafeBitCast(value, to: QuadUInt.self) }
            @inline(__always) func observe(_ value: QuadUInt) {
                observer.executed(instruction: Int(step.pointee.instruction), result: value, active: active)
            }

            switch step.pointee.opcode {
            // Sources of values. Those with their own place in memory become steps only if there is an observer.
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
                    // All lanes are discarded, so nobody needs the results of helper lanes.
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

            // Instructions that compute only from their operands, as in `Opcode.evaluate`. They are repeated here so that the loop
            // has only one jump table: LLVM does not merge one switch with another of more than 64 cases, and a second jump per
            // instruction costs a tenth of the loop's time. A test compares both for every opcode.
            case .fadd: x.set(l.fadd(x.fa, x.fb))
            case .fsub: x.set(l.fsub(x.fa, x.fb))
            case .fmul: x.set(l.fmul(x.fa, x.fb))
            case .fdiv: x.set(l.fdiv(x.fa, x.fb))
            case .fma: x.set(l.fma(x.fa, x.fb, x.fc))
            case .fneg: x.set(l.fneg(x.fa))
            case .fabs: x.set(l.fabs(x.fa))
            case .fsign: x.set(l.fsign(x.fa))
            case .ffloor: x.set(l.ffloor(x.fa))
            case .fceil: x.set(l.fceil(x.fa))
            case .ftrunc: x.set(l.ftrunc(x.fa))
            case .froundEven: x.set(l.froundEven(x.fa))
            case .fmin: x.set(l.fmin(x.fa, x.fb))
            case .fmax: x.set(l.fmax(x.fa, x.fb))
            case .fsqrt: x.set(l.fsqrt(x.fa))
            case .sin: x.set(l.sin(x.fa))
            case .cos: x.set(l.cos(x.fa))
            case .tan: x.set(l.tan(x.fa))
            case .asin: x.set(l.asin(x.fa))
            case .acos: x.set(l.acos(x.fa))
            case .atan: x.set(l.atan(x.fa))
            case .atan2: x.set(l.atan2(x.fa, x.fb))
            case .sinh: x.set(l.sinh(x.fa))
            case .cosh: x.set(l.cosh(x.fa))
            case .tanh: x.set(l.tanh(x.fa))
            case .asinh: x.set(l.asinh(x.fa))
            case .acosh: x.set(l.acosh(x.fa))
            case .atanh: x.set(l.atanh(x.fa))
            case .exp: x.set(l.exp(x.fa))
            case .exp2: x.set(l.exp2(x.fa))
            case .log: x.set(l.log(x.fa))
            case .log2: x.set(l.log2(x.fa))
            case .pow: x.set(l.pow(x.fa, x.fb))
            case .frexpSignificand: x.set(l.frexpSignificand(x.fa))
            case .frexpExponent: x.set(l.frexpExponent(x.fa))
            case .ldexp: x.set(l.ldexp(x.fa, x.ib))
            case .fisnan: x.set(l.isNaN(x.fa))
            case .fisinf: x.set(l.feq(l.fabs(x.fa), l.float(.infinity)))

            case .feq: x.set(l.feq(x.fa, x.fb))
            case .fne: x.set(l.fne(x.fa, x.fb))
            case .flt: x.set(l.flt(x.fa, x.fb))
            case .fle: x.set(l.fle(x.fa, x.fb))

            case .iadd: x.set(l.iadd(x.ia, x.ib))
            case .isub: x.set(l.isub(x.ia, x.ib))
            case .imul: x.set(l.imul(x.ia, x.ib))
            case .ineg: x.set(l.ineg(x.ia))
            case .iabs: x.set(l.iabs(x.ia))
            case .isign: x.set(l.isign(x.ia))
            case .idivS: x.set(l.idivS(x.ia, x.ib))
            case .idivU: x.set(l.idivU(x.ia, x.ib))
            case .iremS: x.set(l.iremS(x.ia, x.ib))
            case .iremU: x.set(l.iremU(x.ia, x.ib))
            case .iminS: x.set(l.iminS(x.ia, x.ib))
            case .iminU: x.set(l.iminU(x.ia, x.ib))
            case .imaxS: x.set(l.imaxS(x.ia, x.ib))
            case .imaxU: x.set(l.imaxU(x.ia, x.ib))
            case .imulHighS: x.set(l.imulHighS(x.ia, x.ib))
            case .imulHighU: x.set(l.imulHighU(x.ia, x.ib))
            case .iaddCarry: x.set(l.one(where: l.iltU(l.not(x.ia), x.ib)))
            case .isubBorrow: x.set(l.one(where: l.iltU(x.ia, x.ib)))
            case .ieq: x.set(l.ieq(x.ia, x.ib))
            case .ine: x.set(l.ine(x.ia, x.ib))
            case .iltS: x.set(l.iltS(x.ia, x.ib))
            case .iltU: x.set(l.iltU(x.ia, x.ib))
            case .ileS: x.set(l.ileS(x.ia, x.ib))
            case .ileU: x.set(l.ileU(x.ia, x.ib))
            case .shl: x.set(l.shl(x.ia, x.ib))
            case .shrS: x.set(l.shrS(x.ia, x.ib))
            case .shrU: x.set(l.shrU(x.ia, x.ib))
            case .and: x.set(l.and(x.ia, x.ib))
            case .or: x.set(l.or(x.ia, x.ib))
            case .xor: x.set(l.xor(x.ia, x.ib))
            case .not: x.set(l.not(x.ia))
            case .bitfieldExtractS: x.set(l.bitfieldExtractS(x.ia, x.ib, x.ic))
            case .bitfieldExtractU: x.set(l.bitfieldExtractU(x.ia, x.ib, x.ic))
            case .bitfieldInsertMask: x.set(l.bitfieldInsertMask(x.ia, x.ib))
            case .bitReverse: x.set(l.bitReverse(x.ia))
            case .bitCount: x.set(l.bitCount(x.ia))
            case .findLSB: x.set(l.findLSB(x.ia))
            case .findMSBS: x.set(l.findMSBS(x.ia))
            case .findMSBU: x.set(l.findMSBU(x.ia))

            case .floatToInt: x.set(l.floatToInt(x.fa))
            case .floatToUint: x.set(l.floatToUint(x.fa))
            case .intToFloat: x.set(l.intToFloat(x.ia))
            case .uintToFloat: x.set(l.uintToFloat(x.ia))
            case .packHalf: x.set(l.packHalf(x.fa))
            case .unpackHalf: x.set(l.unpackHalf(x.ia))
            case .bitcast: if x.showsFloatBits { x.set(l.observedBits(x.fa)) } else { x.copy() }
            case .select: x.set(l.selectInt(x.ma, x.ib, x.ic))
            }
            observe(result.pointee)
        }
        return ExecutionOutcome(killed: killed, endlessLoop: -1)
    }

    /// Clears the masks after a run that ended inside constructs.
    private func clearMasks() {
        (registers + layout.masks).update(repeating: QuadUInt(), count: layout.locals - layout.masks)
    }

    /// Returns a word per lane from a uniform block; zero for words outside of the block.
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

    /// Writes each active lane's element of a local array. Indices outside of the array write nothing.
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
