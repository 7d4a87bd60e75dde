// InstructionSet: the processors for which jit compiles. On a newer machine, code for an older processor shows how fast the older processor
// would draw, and whether the older processor would draw the same bits.

import CLLVM
import Kernel

extension Device {
    /// The instructions that compiled code may use. The levels are the levels of x86-64 in the System V psABI, "Micro-Architecture Levels".
    public enum InstructionSet: String, Sendable, Hashable, CaseIterable, Codable {
        /// SSE4.2.
        case x86v2
        /// AVX2, fused multiply-add and F16C.
        case x86v3
        /// All instructions of the present CPU.
        case host

        package var kernelSet: KernelTarget.InstructionSet {
            switch self {
            case .x86v2: .x86v2
            case .x86v3: .x86v3
            case .host: .host
            }
        }
        /// Whether the present CPU has these instructions.
        public var runsHere: Bool { kernelSet.runsHere }
        fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
    }
}

extension Device.Options {
    package static let instructionVariable = "RASTER_INSTRUCTIONS"

    /// Returns the instruction set that the option or the environment variable names. Throws `invalidArgument` if the present CPU lacks
    /// some of the instructions, or if the value of the environment variable is not the name of an instruction set.
    public func resolvedInstructionSet() throws(RasterError) -> Device.InstructionSet {
        var wanted = Device.InstructionSet.host, subject = "Device.Options.instructionSet"
        if let instructionSet {
            wanted = instructionSet
        } else if let name = RasterEnvironment(Self.instructionVariable).map({ String(cString: $0) }), !name.isEmpty {
            subject = Self.instructionVariable
            guard let known = Device.InstructionSet(rawValue: name) else {
                throw RasterError(.invalidArgument, subject, "is '\(name)'", remedy: "set it to one of \(Device.InstructionSet.names)")
            }
            wanted = known
        }
        if wanted.runsHere { return wanted }
        throw RasterError(.invalidArgument, subject, "is \(wanted.rawValue), but this CPU lacks these instructions", remedy: "use host")
    }
}
