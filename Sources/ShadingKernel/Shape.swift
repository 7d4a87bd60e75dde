// Shape: shader code is emitted for lanes, or once for all of them where every lane has the same value. The operations are
// the same and so are the bits.

import Kernel

/// The result of a shader instruction.
enum Register {
    case floats(FloatLanes), words(UIntLanes), mask(LaneMask)
    /// The same in every lane.
    case float(Scalar<Float>), word(Scalar<UInt32>), condition(Condition)
}

protocol Shape {
    associatedtype Truth: TruthValue
    associatedtype Floats: ArithmeticValue where Floats.Element == Float, Floats.Truth == Truth
    associatedtype Words: ArithmeticValue where Words.Element == UInt32, Words.Truth == Truth
    associatedtype Integers: ArithmeticValue where Integers.Element == Int32, Integers.Truth == Truth

    static func float(_ value: Float, _ builder: KernelBuilder) -> Floats
    static func word(_ value: UInt32, _ builder: KernelBuilder) -> Words
    static func bits(_ value: Floats) -> Words
    static func floats(_ bits: Words) -> Floats
    static func signed(_ value: Words) -> Integers
    static func unsigned(_ value: Integers) -> Words
    static func converted(_ value: Integers) -> Floats
    static func converted(_ value: Words) -> Floats
    static func toSigned(_ value: Floats) -> Integers
    static func toUnsigned(_ value: Floats) -> Words
    /// The upper halves of the 64-bit products.
    static func multipliedHigh(_ a: Words, _ b: Words) -> Words
    static func multipliedHigh(_ a: Integers, _ b: Integers) -> Integers
    static func any(_ truth: Truth) -> Condition

    // Reading a register as another type reads its pattern; a bool's is all ones or zero.
    static func floats(_ register: Register) -> Floats
    static func words(_ register: Register) -> Words
    static func truth(_ register: Register) -> Truth
    static func register(_ value: Floats) -> Register
    static func register(_ value: Words) -> Register
    static func register(_ value: Truth) -> Register
}

extension Shape {
    static func integers(_ register: Register) -> Integers { signed(words(register)) }
    static func register(_ value: Integers) -> Register { register(unsigned(value)) }
}

enum LaneShape: Shape {
    typealias Truth = LaneMask
    typealias Floats = FloatLanes
    typealias Words = UIntLanes
    typealias Integers = IntLanes

    static func float(_ value: Float, _ builder: KernelBuilder) -> FloatLanes { builder.lanes(value) }
    static func word(_ value: UInt32, _ builder: KernelBuilder) -> UIntLanes { builder.lanes(value) }
    static func bits(_ value: FloatLanes) -> UIntLanes { value.bits }
    static func floats(_ bits: UIntLanes) -> FloatLanes { bits.reinterpreted(as: Float.self) }
    static func signed(_ value: UIntLanes) -> IntLanes { value.withSign(of: Int32.self) }
    static func unsigned(_ value: IntLanes) -> UIntLanes { value.withSign(of: UInt32.self) }
    static func converted(_ value: IntLanes) -> FloatLanes { value.converted(to: Float.self) }
    static func converted(_ value: UIntLanes) -> FloatLanes { value.converted(to: Float.self) }
    static func toSigned(_ value: FloatLanes) -> IntLanes { value.converted(to: Int32.self) }
    static func toUnsigned(_ value: FloatLanes) -> UIntLanes { value.converted(to: UInt32.self) }
    static func multipliedHigh(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a.multipliedHigh(b) }
    static func multipliedHigh(_ a: IntLanes, _ b: IntLanes) -> IntLanes { a.multipliedHigh(b) }
    static func any(_ truth: LaneMask) -> Condition { truth.any }

    static func floats(_ register: Register) -> FloatLanes {
        switch register {
        case .floats(let value): value
        case .words(let value): floats(value)
        case .mask(let value): floats(value.ones(UInt32.self))
        case .float, .word, .condition: ScalarShape.floats(register).broadcast()
        }
    }
    static func words(_ register: Register) -> UIntLanes {
        switch register {
        case .floats(let value): bits(value)
        case .words(let value): value
        case .mask(let value): value.ones(UInt32.self)
        case .float, .word, .condition: ScalarShape.words(register).broadcast()
        }
    }
    static func truth(_ register: Register) -> LaneMask {
        switch register {
        case .floats(let value): bits(value).topBit
        case .words(let value): value.topBit
        case .mask(let value): value
        case .float, .word, .condition: ScalarShape.truth(register).broadcast()
        }
    }
    static func register(_ value: FloatLanes) -> Register { .floats(value) }
    static func register(_ value: UIntLanes) -> Register { .words(value) }
    static func register(_ value: LaneMask) -> Register { .mask(value) }
}

enum ScalarShape: Shape {
    typealias Truth = Condition
    typealias Floats = Scalar<Float>
    typealias Words = Scalar<UInt32>
    typealias Integers = Scalar<Int32>

    static func float(_ value: Float, _ builder: KernelBuilder) -> Floats { builder.scalar(value) }
    static func word(_ value: UInt32, _ builder: KernelBuilder) -> Words { builder.scalar(value) }
    static func bits(_ value: Floats) -> Words { value.reinterpreted(as: UInt32.self) }
    static func floats(_ bits: Words) -> Floats { bits.reinterpreted(as: Float.self) }
    static func signed(_ value: Words) -> Integers { value.withSign(of: Int32.self) }
    static func unsigned(_ value: Integers) -> Words { value.withSign(of: UInt32.self) }
    static func converted(_ value: Integers) -> Floats { value.converted(to: Float.self) }
    static func converted(_ value: Words) -> Floats { value.converted(to: Float.self) }
    static func toSigned(_ value: Floats) -> Integers { value.converted(to: Int32.self) }
    static func toUnsigned(_ value: Floats) -> Words { value.converted(to: UInt32.self) }
    static func multipliedHigh(_ a: Words, _ b: Words) -> Words {
        ((a.widened(to: UInt64.self) * b.widened(to: UInt64.self)) >> 32).narrowed(to: UInt32.self)
    }
    static func multipliedHigh(_ a: Integers, _ b: Integers) -> Integers {
        ((a.widened(to: Int64.self) * b.widened(to: Int64.self)) >> 32).narrowed(to: Int32.self)
    }
    static func any(_ truth: Condition) -> Condition { truth }

    static func floats(_ register: Register) -> Floats {
        if case .float(let value) = register { return value }
        return floats(words(register))
    }
    static func words(_ register: Register) -> Words {
        switch register {
        case .float(let value): bits(value)
        case .word(let value): value
        case .condition(let value): -value.number(UInt32.self)
        case .floats(let value): bits(value[0])
        case .words(let value): value[0]
        case .mask(let value): value.ones(UInt32.self)[0]
        }
    }
    static func truth(_ register: Register) -> Condition {
        switch register {
        case .condition(let value): value
        case .mask(let value): value[0]
        default: signed(words(register)) .< 0
        }
    }
    static func register(_ value: Floats) -> Register { .float(value) }
    static func register(_ value: Words) -> Register { .word(value) }
    static func register(_ value: Condition) -> Register { .condition(value) }
}
