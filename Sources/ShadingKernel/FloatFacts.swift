// FloatFacts: finds floats that are never NaN or never negative, so that `min` and `max` need one instruction instead of three.
//
// The processor's minimum is `a < b ? a : b`, so its result is b if an operand is NaN. `Opcode.fmin` gives a if only b is NaN. If b is
// never NaN, the processor's minimum of a and b gives the same result as `Opcode.fmin`. If a is never NaN, the operands can be swapped: the
// processor's minimum of b and a is a if b is NaN. But if the operands are zeros of different signs, swapped operands give the other zero.
// So the operands are swapped only if neither operand is ever −0. The usual case is a distance d that a loop lowers with `d = min(d, …)`.
// The distance starts at a constant, and the result of `min` is never NaN if d was not NaN before. So d is never NaN.
//
// The facts hold in inactive lanes too, because each fact follows from an operation and its operands, and not from the path on which lanes
// reach the operation.

import Shading

package struct FloatFacts {
    /// Facts about a value or a slot. If a property is false, the fact is unknown.
    struct Facts: Equatable {
        /// The value is never NaN.
        var isNumber = false
        /// The value is never −0.
        var isNeverNegativeZero = false
        /// The value has no sign bit, unless it is NaN.
        var isNeverNegative = false

        static let positive = Facts(isNumber: true, isNeverNegativeZero: true, isNeverNegative: true)

        init(isNumber: Bool = false, isNeverNegativeZero: Bool = false, isNeverNegative: Bool = false) {
            self.isNumber = isNumber
            self.isNeverNegativeZero = isNeverNegativeZero || isNeverNegative
            self.isNeverNegative = isNeverNegative
        }
        init(_ constant: Float) {
            self.init(isNumber: !constant.isNaN, isNeverNegativeZero: constant != 0 || constant.sign == .plus,
                      isNeverNegative: constant.sign == .plus || constant.isNaN)
        }
        /// Returns the facts that hold for both a and b.
        static func & (a: Facts, b: Facts) -> Facts {
            Facts(isNumber: a.isNumber && b.isNumber, isNeverNegativeZero: a.isNeverNegativeZero && b.isNeverNegativeZero,
                  isNeverNegative: a.isNeverNegative && b.isNeverNegative)
        }
    }

    /// For each instruction: the facts about its value.
    private var facts: [Facts]
    /// For each slot: the facts that hold for all values that are stored in the slot.
    private var slots: [Facts]

    package init(_ module: ShaderModule) {
        facts = Array(repeating: Facts(), count: module.instructions.count)
        // The analysis starts with the facts of +0 for each slot, because a slot is +0 at the start. A slot has a fact only if all values
        // that are stored in the slot have this fact. A stored value may depend on a load of the same slot. So the analysis first assumes
        // all facts, and removes facts until nothing changes.
        slots = Array(repeating: .positive, count: module.localSlotCount)
        for array in module.localArrays {
            for slot in array.firstSlot ..< array.firstSlot + array.count { slots[slot] = Facts() }
        }
        guard module.instructions.contains(where: { $0.opcode == .fmin || $0.opcode == .fmax }) else { return }
        var changes = true
        while changes {
            changes = false
            for (index, instruction) in module.instructions.enumerated() {
                if instruction.opcode == .store {
                    let slot = Int(instruction.c), both = slots[slot] & facts[Int(instruction.a)]
                    if both != slots[slot] { slots[slot] = both; changes = true }
                } else if instruction.type == .float {
                    facts[index] = result(of: instruction, module)
                }
            }
        }
    }

    private func result(of instruction: Instruction, _ module: ShaderModule) -> Facts {
        var a: Facts { facts[Int(instruction.a)] }
        var b: Facts { facts[Int(instruction.b)] }
        var c: Facts { facts[Int(instruction.c)] }
        var isNeverNegativeProduct: Bool { instruction.a == instruction.b || a.isNeverNegative && b.isNeverNegative }
        switch instruction.opcode {
        case .constant: return Facts(Float(bitPattern: UInt32(bitPattern: instruction.c)))
        case .load: return slots[Int(instruction.c)]
        case .fabs: return Facts(isNumber: a.isNumber, isNeverNegative: true)
        case .fneg: return Facts(isNumber: a.isNumber)
        case .fmul: return Facts(isNeverNegative: isNeverNegativeProduct)
        // A sum is −0 only if both operands are −0.
        case .fadd: return Facts(isNeverNegativeZero: a.isNeverNegativeZero || b.isNeverNegativeZero, isNeverNegative: a.isNeverNegative && b.isNeverNegative)
        // A difference is −0 only if −0 is the first operand and +0 is the second operand.
        case .fsub: return Facts(isNeverNegativeZero: a.isNeverNegativeZero)
        case .fma: return Facts(isNeverNegative: isNeverNegativeProduct && c.isNeverNegative)
        // The root of −0 is −0; the root of another negative number is NaN.
        case .fsqrt: return Facts(isNeverNegative: a.isNeverNegativeZero)
        case .ffloor, .fceil, .ftrunc, .froundEven: return Facts(isNumber: a.isNumber, isNeverNegative: a.isNeverNegative)
        case .fmin: return Facts(isNumber: a.isNumber || b.isNumber, isNeverNegativeZero: (a & b).isNeverNegativeZero, isNeverNegative: (a & b).isNeverNegative)
        // If b is a number that is never negative, then the result is b or a larger number.
        case .fmax: return Facts(isNumber: a.isNumber || b.isNumber, isNeverNegativeZero: (a & b).isNeverNegativeZero,
                                 isNeverNegative: (a & b).isNeverNegative || b.isNumber && b.isNeverNegative)
        case .select: return b & c
        case .exp, .exp2: return Facts(isNeverNegative: true)
        case .intToFloat: return Facts(isNumber: true, isNeverNegativeZero: true)
        case .uintToFloat: return .positive
        default: return Facts()
        }
    }

    /// For `fmin` and `fmax`: whether the processor's instruction, with the operands a and b in this order, gives the opcode's
    /// result.
    package func isPlain(_ instruction: Instruction) -> Bool { facts[Int(instruction.b)].isNumber }
    /// For `fmin` and `fmax`: whether the processor's instruction, with the operands b and a in this order, gives the opcode's
    /// result.
    package func isPlainIfSwapped(_ instruction: Instruction) -> Bool {
        let a = facts[Int(instruction.a)], b = facts[Int(instruction.b)]
        return a.isNumber && a.isNeverNegativeZero && b.isNeverNegativeZero
    }
}
