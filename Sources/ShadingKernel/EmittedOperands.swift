// EmittedOperands: an instruction's operands as values of the kernel under construction, taken from the registers of a
// ShaderEmitter.

import Kernel
import Shading

/// A computed value. A value that is uniform (the same in all lanes) is stored as a scalar.
enum EmittedValue {
    case none
    case float(FloatLanes), bits(UIntLanes), mask(LaneMask)
    case scalarFloat(Scalar<Float>), scalarBits(Scalar<UInt32>), condition(Condition)

    init(_ bits: UIntLanes, as type: ScalarType) {
        self = switch type {
        case .float: .float(bits.reinterpreted(as: Float.self))
        case .bool: .mask(bits .!= 0)
        case .int, .uint, .void: .bits(bits)
        }
    }
    init(_ bits: Scalar<UInt32>, as type: ScalarType) {
        self = switch type {
        case .float: .scalarFloat(bits.reinterpreted(as: Float.self))
        case .bool: .condition(bits .!= 0)
        case .int, .uint, .void: .scalarBits(bits)
        }
    }

    // MARK: In lanes

    var floats: FloatLanes {
        switch self {
        case .float(let v): v
        case .bits(let v): v.reinterpreted(as: Float.self)
        case .mask(let v): v.ones(UInt32.self).reinterpreted(as: Float.self)
        case .scalarFloat(let v): v.broadcast()
        case .scalarBits(let v): v.reinterpreted(as: Float.self).broadcast()
        case .condition(let v): v.broadcast().ones(UInt32.self).reinterpreted(as: Float.self)
        case .none: preconditionFailure("a value is read before it is made")
        }
    }
    var words: UIntLanes {
        switch self {
        case .float(let v): v.bits
        case .bits(let v): v
        case .mask(let v): v.ones(UInt32.self)
        case .scalarFloat(let v): v.reinterpreted(as: UInt32.self).broadcast()
        case .scalarBits(let v): v.broadcast()
        case .condition(let v): v.broadcast().ones(UInt32.self)
        case .none: preconditionFailure("a value is read before it is made")
        }
    }
    var truths: LaneMask {
        switch self {
        case .mask(let v): v
        case .condition(let v): v.broadcast()
        default: words .!= 0
        }
    }

    // MARK: Once for all lanes

    var float: Scalar<Float> {
        switch self {
        case .scalarFloat(let v): v
        default: word.reinterpreted(as: Float.self)
        }
    }
    var word: Scalar<UInt32> {
        switch self {
        case .scalarFloat(let v): v.reinterpreted(as: UInt32.self)
        case .scalarBits(let v): v
        case .condition(let v): v.builder.scalar(UInt32(0)) - v.number(UInt32.self)
        default: preconditionFailure("a value is not uniform")
        }
    }
    var truth: Condition {
        switch self {
        case .condition(let v): v
        default: word .!= 0
        }
    }
}

extension ScalarType {
    fileprivate var form: RegisterForm {
        switch self {
        case .float: .float
        case .bool: .mask
        case .int, .uint, .void: .bits
        }
    }
}

/// The operands of an instruction that is computed in W lanes.
struct LaneOperands: OpcodeOperands {
    let arithmetic: KernelArithmetic
    let type: ScalarType
    let showsFloatBits: Bool
    /// The operands `a`, `b` and `c`, without the operands that the opcode does not have.
    let values: [EmittedValue]
    private(set) var result = EmittedValue.none

    init(_ arithmetic: KernelArithmetic, _ type: ScalarType, showsFloatBits: Bool, _ values: [EmittedValue]) {
        self.arithmetic = arithmetic; self.type = type; self.showsFloatBits = showsFloatBits; self.values = values
    }

    var form: RegisterForm { type.form }
    var fa: FloatLanes { values[0].floats }
    var fb: FloatLanes { values[1].floats }
    var fc: FloatLanes { values[2].floats }
    var ia: UIntLanes { values[0].words }
    var ib: UIntLanes { values[1].words }
    var ic: UIntLanes { values[2].words }
    var ma: LaneMask { values[0].truths }
    var mb: LaneMask { values[1].truths }
    var mc: LaneMask { values[2].truths }

    mutating func set(_ value: FloatLanes) { result = .float(value) }
    mutating func set(_ value: UIntLanes) { result = .bits(value) }
    mutating func set(_ value: LaneMask) { result = .mask(value) }
    mutating func copy() { result = EmittedValue(ia, as: type) }
}

/// The operands of an instruction that is computed once for all lanes, as scalars.
struct ScalarOperands: OpcodeOperands {
    let arithmetic: ScalarArithmetic
    let type: ScalarType
    let showsFloatBits: Bool
    let values: [EmittedValue]
    private(set) var result = EmittedValue.none

    init(_ arithmetic: ScalarArithmetic, _ type: ScalarType, showsFloatBits: Bool, _ values: [EmittedValue]) {
        self.arithmetic = arithmetic; self.type = type; self.showsFloatBits = showsFloatBits; self.values = values
    }

    var form: RegisterForm { type.form }
    var fa: Scalar<Float> { values[0].float }
    var fb: Scalar<Float> { values[1].float }
    var fc: Scalar<Float> { values[2].float }
    var ia: Scalar<UInt32> { values[0].word }
    var ib: Scalar<UInt32> { values[1].word }
    var ic: Scalar<UInt32> { values[2].word }
    var ma: Condition { values[0].truth }
    var mb: Condition { values[1].truth }
    var mc: Condition { values[2].truth }

    mutating func set(_ value: Scalar<Float>) { result = .scalarFloat(value) }
    mutating func set(_ value: Scalar<UInt32>) { result = .scalarBits(value) }
    mutating func set(_ value: Condition) { result = .condition(value) }
    mutating func copy() { result = EmittedValue(ia, as: type) }
}
