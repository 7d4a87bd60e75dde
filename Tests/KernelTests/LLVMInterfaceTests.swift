// Kernel declares LLVM's functions, types and constants itself, so that building Kernel needs only LLVM's run-time library. If
// LLVM's headers are installed, this test uses the C compiler to compare the headers with Kernel's declarations.

import Foundation
import TestSupport
import Testing

@Suite("Kernel's declarations of LLVM's interface") struct LLVMInterfaceTests {
    /// The folders in which distributions install the headers of LLVM 19: the headers of the C API, and the headers of the
    /// configuration.
    private static let headers = [["/usr/include/llvm-c-19", "/usr/include/llvm-19"], ["/usr/lib/llvm-19/include"], ["/usr/lib64/llvm19/include"]]
        .first { FileManager.default.fileExists(atPath: $0[0] + "/llvm-c/Core.h") }

    /// Compiles a text that includes LLVM's headers, declares every function again, compares every constant, and ends with `also`.
    private func compile(_ folders: [String], also: String = "") throws -> (isAccepted: Bool, messages: String) {
        let constants = ["OPCODES", "TYPE_KINDS", "LINKAGES", "UNNAMED_ADDRESSES", "INT_PREDICATES", "REAL_PREDICATES", "ATOMIC_ORDERINGS",
                         "ATOMIC_FUNCTIONS", "ASSEMBLY_DIALECTS", "FAILURE_ACTIONS", "OPTIMISATION_LEVELS", "RELOCATION_MODES", "CODE_MODELS", "FILE_TYPES"]
        let text = """
            #include <llvm-c/Analysis.h>
            #include <llvm-c/BitWriter.h>
            #include <llvm-c/Core.h>
            #include <llvm-c/Error.h>
            #include <llvm-c/Target.h>
            #include <llvm-c/TargetMachine.h>
            #include <llvm-c/Transforms/PassBuilder.h>
            #define RASTER_LLVM_TYPES_ARE_KNOWN
            #include "LLVMInterface.h"
            #define FUNCTION(result, name, parameters) result LLVM##name parameters;
            RASTER_LLVM_FUNCTIONS(FUNCTION)
            #define CONSTANT(name, value) _Static_assert(name == value, #name " has another value");
            \(constants.map { "RASTER_LLVM_\($0)(CONSTANT)" }.joined(separator: "\n"))
            \(also)

            """
        let result = try ProgramRun(["clang", "-std=c11", "-fsyntax-only", "-x", "c", "-I", packageFolder.path + "/Sources/CLLVM/include"]
            + folders.flatMap { ["-isystem", $0] } + ["-"], input: Array(text.utf8))
        return (result.status == 0, result.errors)
    }

    @Test("every prototype and constant is equal to that in LLVM's headers", .enabled(if: headers != nil, "the headers of LLVM 19 are not installed"))
    func sameAsHeaders() throws {
        let folders = try #require(Self.headers)
        let result = try compile(folders)
        #expect(result.isAccepted, "\(result.messages)")
        // Checks that the comparison works: a prototype or a constant that differs is refused.
        #expect(try !compile(folders, also: "LLVMValueRef LLVMBuildRet(LLVMBuilderRef);").isAccepted)
        #expect(try !compile(folders, also: "CONSTANT(LLVMIntEQ, 33)").isAccepted)
    }
}
