// KernelTarget: the processor for which code is made. A target consists of an instruction set and a number of lanes.
//
// The number of lanes W is 4, 8, 16 or 32 on every processor; LLVM splits vectors that are wider than the registers. A kernel gives
// the same bits for every target, so a target may be chosen for speed alone.

import CLLVM

package struct KernelTarget: Sendable, Hashable {
    /// The levels of x86-64 are sets of instructions that the processor supplement of the System V ABI (psABI) defines. Code for a lower
    /// level than the level of the processor uses only instructions that older processors have too.
    package enum InstructionSet: UInt8, Sendable, Hashable, CaseIterable {
        case x86v1      // SSE2
        case x86v2      // SSE4.2
        case x86v3      // AVX2, FMA, F16C
        case host       // everything this processor has
        case aarch64    // any AArch64 processor

        /// Whether this process can run code with these instructions.
        package var runsHere: Bool {
            switch self {
            case .host: true
            case .aarch64: !isX86Host
            case .x86v1: isX86Host
            case .x86v2: isX86Host && hostLevel >= 2
            case .x86v3: isX86Host && hostLevel >= 3
            }
        }
        /// The number of lanes that the vector registers hold.
        package var preferredLanes: Int {
            switch self {
            case .x86v1, .x86v2, .aarch64: 4
            case .x86v3: 8
            case .host: Int(RasterHostLanes())
            }
        }
    }

    package let instructionSet: InstructionSet
    /// The number of lanes W: 4, 8, 16 or 32.
    package let lanes: Int

    /// - Parameter lanes: The number of lanes; nil for as many lanes as the vector registers hold.
    package init(lanes: Int? = nil, instructionSet: InstructionSet = .host) {
        self.lanes = lanes ?? instructionSet.preferredLanes
        precondition([4, 8, 16, 32].contains(self.lanes), "a kernel has 4, 8, 16 or 32 lanes")
        self.instructionSet = instructionSet
    }

    /// Tells the processor that this thread waits for another thread in a loop.
    package static func pause() { RasterPause() }

    /// Whether this process can run code for this target.
    package var runsHere: Bool { instructionSet.runsHere }

    var isX86: Bool { instructionSet == .host ? isX86Host : instructionSet != .aarch64 }
    /// The x86-64 level that the psABI defines; 0 on AArch64.
    var x86Level: Int {
        switch instructionSet {
        case .x86v1: 1
        case .x86v2: 2
        case .x86v3: 3
        case .host: hostLevel
        case .aarch64: 0
        }
    }
    /// Whether the processor has an instruction that computes a·b + c in single precision.
    var hasFusedMultiplyAdd: Bool { !isX86 || x86Level >= 3 }
    /// Whether the processor has an instruction that converts binary16 to binary32.
    package var hasHalfConversion: Bool { isX86 && x86Level >= 3 }
    /// Whether the processor has separate registers for masks, with one bit per lane. On other processors a mask is a vector, and
    /// the bits of each element are all ones or all zeros.
    package var hasMaskRegisters: Bool { isX86 && x86Level >= 4 }

    /// Whether the processor has an instruction that picks 64 bytes from 128 bytes, in any order.
    package var hasBytePermutation: Bool { instructionSet == .host && RasterHostPermutesBytes() != 0 }

    var triple: String { isX86 ? "x86_64-unknown-linux-gnu" : "aarch64-unknown-linux-gnu" }

    /// The processor's name and features, as LLVM writes them.
    ///
    /// LLVM's automatic insertion of the instruction VZEROUPPER is off. VZEROUPPER clears the upper halves of all sixteen AVX registers
    /// before calls and returns, including registers that a function within a kernel must preserve. `KernelBuilder.clearUpperHalves` emits
    /// VZEROUPPER at the places that need this instruction.
    var processor: (name: String, features: String) {
        let (name, features) = switch instructionSet {
        case .x86v1: ("x86-64", "")
        case .x86v2: ("x86-64-v2", "")
        case .x86v3: ("x86-64-v3", "")
        case .aarch64: ("generic", "")
        case .host: LLVMLibrary.host
        }
        return (name, !isX86 ? features : features.isEmpty ? "-vzeroupper" : features + ",-vzeroupper")
    }

    /// Bytes that identify the target. If the code for two targets differs, the bytes of the targets differ too. LLVM is not needed to
    /// compute these bytes.
    var identity: [UInt8] {
        [UInt8(lanes), instructionSet.rawValue, isX86Host ? 1 : 0] + (instructionSet == .host ? Self.hostIdentity : [])
    }

    private static let hostIdentity: [UInt8] = withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 12) { words in
        RasterHostIdentity(words.baseAddress!)
        return words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }
}

#if arch(x86_64)
private let isX86Host = true
#else
private let isX86Host = false
#endif
private let hostLevel = Int(RasterHostLevel())
