// KernelValue: a value that exists when the kernel runs. The Swift structs are handles; each handle represents the result of one
// instruction. An operation on two handles appends an instruction to the kernel under construction.
//
//   Lanes<E>    W elements, one per lane (or another count, if elements are packed or widened)
//   LaneMask    one truth value per lane
//   Scalar<E>   one element for all lanes
//   Condition   one truth value for all lanes; `if` and `loop` branch on a Condition
//   Pointer     an address

import CLLVM

package protocol KernelValue {
    var reference: LLVMValueRef { get }
    var builder: KernelBuilder { get }
    init(_ reference: LLVMValueRef, _ builder: KernelBuilder)

    /// The type of the value as an argument or a result.
    static var kernelType: KernelType { get }
    /// The form of the value in variables and across function boundaries; `init(stored:)` converts this form back to the value.
    var stored: LLVMValueRef { get }
    init(stored: LLVMValueRef, _ builder: KernelBuilder)
}

extension KernelValue {
    package var stored: LLVMValueRef { reference }
    package init(stored: LLVMValueRef, _ builder: KernelBuilder) { self.init(stored, builder) }
    var llvm: UnsafePointer<LLVMFunctions> { builder.llvm }
}

/// A value whose elements support arithmetic.
package protocol ArithmeticValue: KernelValue {
    associatedtype Element: LaneElement
    associatedtype Truth: TruthValue
    /// Returns a constant with as many elements as this value.
    func constant(_ element: Element) -> Self
}

/// A single truth value, or one truth value per lane.
package protocol TruthValue: KernelValue {}

package struct Lanes<Element: LaneElement>: ArithmeticValue {
    package typealias Truth = LaneMask
    package let reference: LLVMValueRef
    package let builder: KernelBuilder

    package init(_ reference: LLVMValueRef, _ builder: KernelBuilder) {
        self.reference = reference
        self.builder = builder
    }
    package static var kernelType: KernelType { .lanes(Element.kind) }
    /// The number of elements: W, unless elements were packed or widened.
    package var count: Int { builder.elementCount(reference) }

    package func constant(_ element: Element) -> Lanes {
        Lanes(builder.splat(builder.constant(element), count), builder)
    }
}

package struct Scalar<Element: LaneElement>: ArithmeticValue {
    package typealias Truth = Condition
    package let reference: LLVMValueRef
    package let builder: KernelBuilder

    package init(_ reference: LLVMValueRef, _ builder: KernelBuilder) {
        self.reference = reference
        self.builder = builder
    }
    package static var kernelType: KernelType { .scalar(Element.kind) }

    package func constant(_ element: Element) -> Scalar { Scalar(builder.constant(element), builder) }
}

package struct LaneMask: TruthValue {
    package let reference: LLVMValueRef
    package let builder: KernelBuilder
    private let loaded: LLVMValueRef?
    /// A condition that is true exactly if the mask holds in all lanes. Reading this condition costs less than testing the mask's bits.
    /// `foundAll` is nil if no such condition is known.
    private(set) var foundAll: Condition?

    package init(_ reference: LLVMValueRef, _ builder: KernelBuilder) {
        self.reference = reference
        self.builder = builder
        loaded = nil
    }
    /// Returns a copy of this mask whose property `all` is the given condition. The caller guarantees that the condition is true
    /// exactly if the mask holds in all lanes.
    package func holding(inAll condition: Condition) -> LaneMask {
        var mask = self
        mask.foundAll = condition
        return mask
    }

    // On a processor without mask registers, LLVM packs a vector of bits before a branch and unpacks it after the branch. So each lane of
    // the mask is stored in the form that comparison instructions produce: 32 bits that are all ones or all zeros.
    static func storedType(_ builder: KernelBuilder) -> LLVMTypeRef {
        builder.target.hasMaskRegisters ? builder.maskType(builder.lanes) : builder.vectorType(.int32, builder.lanes)
    }
    package static var kernelType: KernelType { .mask }
    package var stored: LLVMValueRef {
        if let loaded { return loaded }
        return builder.target.hasMaskRegisters ? reference
            : llvm.pointee.BuildSExt(builder.builder, reference, builder.vectorType(.int32, count), "")!
    }
    package init(stored: LLVMValueRef, _ builder: KernelBuilder) {
        self.builder = builder
        loaded = stored
        if builder.target.hasMaskRegisters {
            reference = stored
        } else {
            let count = builder.elementCount(stored)
            reference = builder.llvm.pointee.BuildTrunc(builder.builder, stored, builder.maskType(count), "")!
        }
    }
    package var count: Int { builder.elementCount(reference) }
}

package struct Condition: TruthValue {
    package let reference: LLVMValueRef
    package let builder: KernelBuilder

    package init(_ reference: LLVMValueRef, _ builder: KernelBuilder) {
        self.reference = reference
        self.builder = builder
    }
    package static var kernelType: KernelType { .condition }
}

package struct Pointer: KernelValue {
    package let reference: LLVMValueRef
    package let builder: KernelBuilder
    /// The memory that the pointer points into; nil if the memory is unknown or if accesses are not checked.
    let bounds: PointerBounds?

    package init(_ reference: LLVMValueRef, _ builder: KernelBuilder) { self.init(reference, builder, bounds: nil) }
    init(_ reference: LLVMValueRef, _ builder: KernelBuilder, bounds: PointerBounds?) {
        self.reference = reference
        self.builder = builder
        self.bounds = bounds
    }
    package static var kernelType: KernelType { .pointer }
}

package typealias FloatLanes = Lanes<Float>
package typealias IntLanes = Lanes<Int32>
package typealias UIntLanes = Lanes<UInt32>
