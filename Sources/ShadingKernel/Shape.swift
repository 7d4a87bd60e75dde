// Shape: shader code is emitted for lanes, or once for all of them where every lane has the same value. The operations are
// the same and so are the bits.

import Kernel

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
}
