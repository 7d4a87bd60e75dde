// CLLVM: LLVM 19's C API as a table of functions found at run time.
//
// A program must start without LLVM and say so when it needs it, hence no link against the library: the headers give the
// prototypes, `LLVMFunctionsLoad` opens the shared library and fills the table. A table also keeps our calls apart from
// another LLVM in the process, such as the one in Mesa's drivers.

#ifndef RASTER_CLLVM_H
#define RASTER_CLLVM_H

#include <stdint.h>

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>
#include <llvm-c/Transforms/PassBuilder.h>

#if LLVM_VERSION_MAJOR != 19
#error "Raster's Kernel target needs the headers of LLVM 19 (Debian: llvm-19-dev)"
#endif

// The name of each function without its prefix LLVM.
#define RASTER_LLVM_FUNCTIONS(X) \
    X(GetVersion) X(DisposeMessage) X(GetErrorMessage) X(DisposeErrorMessage) \
    X(ContextCreate) X(ContextDispose) X(ModuleCreateWithNameInContext) X(DisposeModule) X(CloneModule) X(SetTarget) \
    X(SetModuleDataLayout) X(PrintModuleToString) X(VerifyModule) \
    X(CreateBuilderInContext) X(DisposeBuilder) X(PositionBuilderAtEnd) X(PositionBuilderBefore) \
    X(GetInsertBlock) X(GetBasicBlockTerminator) X(GetFirstFunction) X(GetNextFunction) X(GetFirstBasicBlock) \
    X(GetNextBasicBlock) X(GetFirstInstruction) X(GetNextInstruction) X(GetInstructionOpcode) X(GetNumOperands) \
    X(GetOperand) X(SetOperand) \
    X(AppendBasicBlockInContext) X(MoveBasicBlockAfter) \
    X(VoidTypeInContext) X(Int1TypeInContext) X(Int8TypeInContext) X(Int16TypeInContext) X(Int32TypeInContext) \
    X(Int64TypeInContext) X(IntTypeInContext) X(FloatTypeInContext) X(DoubleTypeInContext) X(PointerTypeInContext) \
    X(HalfTypeInContext) X(VectorType) X(ArrayType2) X(StructTypeInContext) X(FunctionType) X(TypeOf) X(GetTypeKind) \
    X(GetVectorSize) \
    X(ConstInt) X(ConstVector) X(ConstNull) X(ConstArray2) X(ConstBitCast) X(GetUndef) X(GetPoison) X(IsConstant) \
    X(ConstIntGetZExtValue) X(ConstRealGetDouble) X(IsAConstantInt) X(IsAConstantFP) X(IsAConstantDataVector) \
    X(GetAggregateElement) X(IsNull) \
    X(AddFunction) X(GetNamedFunction) X(SetFunctionCallConv) X(GetFunctionCallConv) X(SetInstructionCallConv) X(GetParam) X(SetLinkage) \
    X(AddAttributeAtIndex) X(CreateEnumAttribute) X(CreateStringAttribute) \
    X(GetEnumAttributeKindForName) X(AddCallSiteAttribute) \
    X(AddGlobal) X(SetInitializer) X(SetGlobalConstant) X(SetAlignment) X(SetVolatile) X(SetUnnamedAddress) \
    X(GetMDKindIDInContext) X(MDNodeInContext2) X(MetadataAsValue) X(SetMetadata) X(MDStringInContext2) \
    X(ValueAsMetadata) \
    X(LookupIntrinsicID) X(GetIntrinsicDeclaration) X(IntrinsicGetType) \
    X(BuildRetVoid) X(BuildRet) X(BuildBr) X(BuildCondBr) X(BuildSwitch) X(AddCase) \
    X(BuildAdd) X(BuildFAdd) X(BuildSub) X(BuildFSub) X(BuildMul) X(BuildFMul) X(BuildUDiv) X(BuildSDiv) X(BuildFDiv) \
    X(BuildURem) X(BuildSRem) X(BuildShl) X(BuildLShr) X(BuildAShr) X(BuildAnd) X(BuildOr) X(BuildXor) X(BuildNeg) \
    X(BuildFNeg) X(BuildNot) X(BuildAlloca) X(BuildLoad2) X(BuildStore) X(BuildGEP2) X(BuildTrunc) X(BuildZExt) \
    X(BuildSExt) X(BuildFPToUI) X(BuildFPToSI) X(BuildUIToFP) X(BuildSIToFP) X(BuildFPTrunc) X(BuildFPExt) \
    X(BuildBitCast) X(BuildPtrToInt) X(BuildICmp) X(BuildFCmp) X(BuildPhi) X(AddIncoming) \
    X(BuildCall2) X(BuildSelect) X(BuildExtractElement) X(BuildInsertElement) X(BuildShuffleVector) \
    X(BuildExtractValue) X(BuildInsertValue) X(BuildFreeze) X(BuildMemSet) X(GetInlineAsm) \
    X(GetTargetFromTriple) X(GetHostCPUName) X(GetHostCPUFeatures) \
    X(CreateTargetMachine) X(DisposeTargetMachine) X(CreateTargetDataLayout) X(DisposeTargetData) \
    X(SetTargetMachineAsmVerbosity) X(TargetMachineEmitToMemoryBuffer) X(GetBufferStart) X(GetBufferSize) \
    X(DisposeMemoryBuffer) \
    X(RunPasses) X(CreatePassBuilderOptions) X(DisposePassBuilderOptions)

typedef struct LLVMFunctions {
#define X(name) __typeof__(LLVM##name) *_Nonnull name;
    RASTER_LLVM_FUNCTIONS(X)
#undef X
} LLVMFunctions;

/// Opens the library at `path`, or where `path` is null the first of the usual places that has one, and makes its
/// targets for x86-64 and AArch64 ready. Not to be called by two threads at once.
/// Returns null when there is no fitting library; `problem` then says why, in static memory.
const LLVMFunctions *_Nullable LLVMFunctionsLoad(const char *_Nullable path, const char *_Nullable *_Nonnull problem);

/// To be called before and after a compilation on a thread that may run while the process exits, which then waits for the
/// end. Begin gives 0 where no compilation may start: the process exits, no library is open, or its exit cannot be made safe.
int RasterCompilationBegin(void);
void RasterCompilationEnd(void);
/// Lets other threads run first where there are too few processors for all.
/// `niceness`: 1 for a little up to 19 for always.
void RasterYieldToOthers(int niceness);

/// Facts about this CPU that select instructions, as opaque words, equal on equal CPUs.
void RasterHostIdentity(unsigned int words[_Nonnull 12]);
/// The widest vectors worth using here, in 32-bit lanes: 4, 8 or 16.
int RasterHostLanes(void);
/// The x86-64 level of this CPU in the psABI's sense, 1…4; 0 on other architectures.
int RasterHostLevel(void);
/// Whether this CPU picks bytes from two vectors of 64 with one instruction (AVX-512 VBMI).
int RasterHostPermutesBytes(void);
/// Tells this CPU that the thread waits for another in a loop.
static inline void RasterPause(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}
/// Size and time of change of the program or library that holds this code.
void RasterProgramIdentity(uint64_t words[_Nonnull 2]);
/// After writing machine code to memory, before running it.
void RasterCodeWritten(void *_Nonnull start, void *_Nonnull end);

#endif
