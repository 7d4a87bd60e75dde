// KernelType: the types of a kernel function's parameters and results.

package enum KernelType: Sendable, Hashable {
    case condition
    case scalar(ElementKind)
    case pointer
    /// A pointer to memory that nothing else accesses during the call.
    case ownPointer
    /// A vector of W lanes, or of `count` lanes.
    case lanes(ElementKind, count: Int? = nil)
    case mask

    package static let int32 = KernelType.scalar(.int32)
    package static let int64 = KernelType.scalar(.int64)
    package static let float = KernelType.scalar(.float)
    package static let floatLanes = KernelType.lanes(.float)
    package static let intLanes = KernelType.lanes(.int32)

    var isPlain: Bool {
        switch self {
        case .lanes, .mask: false
        default: true
        }
    }
}

package struct KernelSignature: Sendable, Hashable {
    package var parameters: [KernelType]
    package var results: [KernelType]
    package init(_ parameters: [KernelType], results: [KernelType] = []) {
        self.parameters = parameters
        self.results = results
    }
}
