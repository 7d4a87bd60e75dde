// Interpreter+Execute: the loop that runs decoded steps on a quad.
//
// Pure instructions compute all four lanes; stores, exits and discard obey the mask of active lanes. Steps are only
// reached while a lane is active: where none is left, control goes on at the next `else` or `end` around. Each construct
// has a mask register, zero while it is not being run, that collects lanes:
// - if: the lanes that take the other arm, later those that have finished the first one;
// - block: the lanes that wait at its end;
// - loop: the lanes that were discarded inside, if it is the outermost loop.
// A loop is repeated by a quad with a lane that is not discarded; see ShaderModule.

struct ExecutionOutcome {
    var killed: QuadUInt
    /// The `end` of the loop that exceeded the step limit, or -1.
    var endlessLoop: Int
}

extension Interpreter {
    /// Specialised for each observer; without one the calls vanish. Unsafe pointers and no bounds checks in here: the
    /// decoder has checked every offset.
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
            @inline(__always) func set(_ value: QuadUInt) { result.pointee = value }
            @inline(__always) func set(_ value: QuadFloat) { result.pointee = unsafeBitCast(value, to: QuadUInt.self) }
            @inline(__always) func set(_ value: QuadInt) { result.pointee = unsafeBitCast(value, to: QuadUInt.self) }
            @inline(__always) func set(_ value: SIMDMask<QuadInt>) { result.pointee = l.bits(of: value) }
            @inline(__always) func observe(_ value: QuadUInt) {
                observer.executed(instruction: Int(step.pointee.instruction), result: value, active: active)
            }

            switch step.pointee.opcode {
            // Sources of values. Those that have a place of their own come here only when observed.
            case .constant, .uniform, .component: break
            case .input, .builtin, .load: set(u(a))
            case .bitcast: set(b < 0 ? u(a) : l.observedBits(f(a)))
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

            case .fadd: set(f(a) + f(b))
            case .fsub: set(f(a) - f(b))
            case .fmul: set(f(a) * f(b))
            case .fdiv: set(f(a) / f(b))
            case .fma: set(l.fma(f(a), f(b), f(c)))
            case .fneg: set(l.fneg(f(a)))
            case .fabs: set(l.fabs(f(a)))
            case .fsign: set(l.fsign(f(a)))
            case .ffloor: set(l.ffloor(f(a)))
            case .fceil: set(l.fceil(f(a)))
            case .ftrunc: set(l.ftrunc(f(a)))
            case .froundEven: set(l.froundEven(f(a)))
            case .fmin: set(l.fmin(f(a), f(b)))
            case .fmax: set(l.fmax(f(a), f(b)))
            case .fsqrt: set(l.fsqrt(f(a)))
            case .sin: set(QuadFunctions.sin(f(a)))
            case .cos: set(QuadFunctions.cos(f(a)))
            case .tan: set(QuadFunctions.tan(f(a)))
            case .asin: set(QuadFunctions.asin(f(a)))
            case .acos: set(QuadFunctions.acos(f(a)))
            case .atan: set(QuadFunctions.atan(f(a)))
            case .atan2: set(QuadFunctions.atan2(f(a), f(b)))
            case .sinh: set(QuadFunctions.sinh(f(a)))
            case .cosh: set(QuadFunctions.cosh(f(a)))
            case .tanh: set(QuadFunctions.tanh(f(a)))
            case .asinh: set(QuadFunctions.asinh(f(a)))
            case .acosh: set(QuadFunctions.acosh(f(a)))
            case .atanh: set(QuadFunctions.atanh(f(a)))
            case .exp: set(QuadFunctions.exp(f(a)))
            case .exp2: set(QuadFunctions.exp2(f(a)))
            case .log: set(QuadFunctions.log(f(a)))
            case .log2: set(QuadFunctions.log2(f(a)))
            case .pow: set(QuadFunctions.pow(f(a), f(b)))
            case .frexpSignificand: set(l.frexpSignificand(f(a)))
            case .frexpExponent: set(l.frexpExponent(f(a)))
            case .ldexp: set(QuadFunctions.ldexp(f(a), u(b)))
            case .fisnan: set(l.isNaN(f(a)))
            case .fisinf: set(l.feq(l.fabs(f(a)), l.float(.infinity)))

            case .feq: set(f(a) .== f(b))
            case .fne: set(.!(f(a) .== f(b)))
            case .flt: set(f(a) .< f(b))
            case .fle: set(f(a) .<= f(b))

            case .iadd: set(u(a) &+ u(b))
            case .isub: set(u(a) &- u(b))
            case .imul: set(u(a) &* u(b))
            case .ineg: set(0 &- u(a))
            case .iabs: set(l.iabs(u(a)))
            case .isign: set(l.isign(u(a)))
            case .idivS: set(QuadFunctions.idivS(u(a), u(b)))
            case .idivU: set(QuadFunctions.idivU(u(a), u(b)))
            case .iremS: set(QuadFunctions.iremS(u(a), u(b)))
            case .iremU: set(QuadFunctions.iremU(u(a), u(b)))
            case .iminS: set(l.selectInt(s(a) .< s(b), u(a), u(b)))
            case .iminU: set(l.selectInt(u(a) .< u(b), u(a), u(b)))
            case .imaxS: set(l.selectInt(s(a) .< s(b), u(b), u(a)))
            case .imaxU: set(l.selectInt(u(a) .< u(b), u(b), u(a)))
            case .imulHighS: set(l.imulHighS(u(a), u(b)))
            case .imulHighU: set(l.imulHighU(u(a), u(b)))
            case .iaddCarry: set(l.bits(of: ~u(a) .< u(b)) & 1)
            case .isubBorrow: set(l.bits(of: u(a) .< u(b)) & 1)
            case .ieq: set(u(a) .== u(b))
            case .ine: set(.!(u(a) .== u(b)))
            case .iltS: set(s(a) .< s(b))
            case .iltU: set(u(a) .< u(b))
            case .ileS: set(.!(s(b) .< s(a)))
            case .ileU: set(.!(u(b) .< u(a)))
            case .shl: set(u(a) &<< u(b))
            case .shrS: set(l.shrS(u(a), u(b)))
            case .shrU: set(u(a) &>> u(b))
            case .and: set(u(a) & u(b))
            case .or: set(u(a) | u(b))
            case .xor: set(u(a) ^ u(b))
            case .not: set(~u(a))
            case .bitfieldExtractS: set(QuadFunctions.bitfieldExtractS(u(a), u(b), u(c)))
            case .bitfieldExtractU: set(QuadFunctions.bitfieldExtractU(u(a), u(b), u(c)))
            case .bitfieldInsertMask: set(QuadFunctions.bitfieldInsertMask(u(a), u(b)))
            case .bitReverse: set(l.bitReverse(u(a)))
            case .bitCount: set(l.bitCount(u(a)))
            case .findLSB: set(l.findLSB(u(a)))
            case .findMSBS: set(l.findMSBS(u(a)))
            case .findMSBU: set(l.findMSBU(u(a)))

            case .floatToInt: set(l.floatToInt(f(a)))
            case .floatToUint: set(l.floatToUint(f(a)))
            case .intToFloat: set(l.intToFloat(u(a)))
            case .uintToFloat: set(l.uintToFloat(u(a)))
            case .packHalf: set(l.packHalf(f(a)))
            case .unpackHalf: set(l.unpackHalf(u(a)))
            case .select:
                let condition = u(a)
                set((u(b) & condition) | (u(c) & ~condition))

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
                    if remaining < 0 {
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
                    // Nobody is left to see what helper lanes would compute.
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
            }
            observe(result.pointee)
        }
        return ExecutionOutcome(killed: killed, endlessLoop: -1)
    }

    /// Cleans up after a run that ended inside of constructs.
    private func clearMasks() {
        (registers + layout.masks).update(repeating: QuadUInt(), count: layout.locals - layout.masks)
    }

    /// A word per lane from a uniform block; zero outside of it.
    @inline(never)
    private func uniformWords(block: Int, words: QuadUInt) -> QuadUInt {
        QuadUInt(uniformWord(block: block, word: words[0]), uniformWord(block: block, word: words[1]),
                 uniformWord(block: block, word: words[2]), uniformWord(block: block, word: words[3]))
    }

    /// Each lane's element of a local array; zero outside of it.
    @inline(never)
    private static func gather(_ array: UnsafeMutablePointer<QuadUInt>, count: UInt32, _ index: QuadUInt) -> QuadUInt {
        let words = UnsafeRawPointer(array).assumingMemoryBound(to: UInt32.self)
        @inline(__always) func lane(_ lane: Int) -> UInt32 {
            index[lane] < count ? words[Int(index[lane]) * 4 + lane] : 0
        }
        return QuadUInt(lane(0), lane(1), lane(2), lane(3))
    }

    /// Writes each active lane's element of a local array; nothing outside of it.
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
