// LLVMInterface: the part of LLVM 19's C API that Raster uses: types, constants and functions.
//
// The library is opened at run time. So the build needs only these declarations, and a program needs only the run-time library
// (Debian: libllvm19). If LLVM's own headers are installed, a test compares every line here with the headers.

#ifndef RASTER_LLVM_INTERFACE_H
#define RASTER_LLVM_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

/// The LLVM version of this interface; no other version is used.
#define RASTER_LLVM_VERSION 19

// Constants, grouped by type: name and value.

#define RASTER_LLVM_OPCODES(X) \
    X(LLVMMul, 12) X(LLVMShl, 20) X(LLVMLShr, 21) X(LLVMAShr, 22) X(LLVMAnd, 23) X(LLVMOr, 24) X(LLVMXor, 25) \
    X(LLVMTrunc, 30) X(LLVMZExt, 31) X(LLVMSExt, 32) X(LLVMBitCast, 41) X(LLVMICmp, 42) X(LLVMFCmp, 43) X(LLVMPHI, 44) \
    X(LLVMSelect, 46) X(LLVMExtractElement, 50) X(LLVMInsertElement, 51) X(LLVMShuffleVector, 52) X(LLVMFreeze, 68)
#define RASTER_LLVM_TYPE_KINDS(X) X(LLVMVectorTypeKind, 13)
#define RASTER_LLVM_LINKAGES(X) X(LLVMInternalLinkage, 8) X(LLVMPrivateLinkage, 9)
#define RASTER_LLVM_UNNAMED_ADDRESSES(X) X(LLVMGlobalUnnamedAddr, 2)
#define RASTER_LLVM_INT_PREDICATES(X) \
    X(LLVMIntEQ, 32) X(LLVMIntNE, 33) X(LLVMIntUGT, 34) X(LLVMIntUGE, 35) X(LLVMIntULT, 36) X(LLVMIntULE, 37) \
    X(LLVMIntSGT, 38) X(LLVMIntSGE, 39) X(LLVMIntSLT, 40) X(LLVMIntSLE, 41)
#define RASTER_LLVM_REAL_PREDICATES(X) \
    X(LLVMRealOEQ, 1) X(LLVMRealOGT, 2) X(LLVMRealOGE, 3) X(LLVMRealOLT, 4) X(LLVMRealOLE, 5) X(LLVMRealUNO, 8) X(LLVMRealUNE, 14)
#define RASTER_LLVM_ATOMIC_ORDERINGS(X) \
    X(LLVMAtomicOrderingMonotonic, 2) X(LLVMAtomicOrderingAcquireRelease, 6)
#define RASTER_LLVM_ATOMIC_FUNCTIONS(X) \
    X(LLVMAtomicRMWBinOpXchg, 0) X(LLVMAtomicRMWBinOpAdd, 1) X(LLVMAtomicRMWBinOpAnd, 3) X(LLVMAtomicRMWBinOpOr, 5) \
    X(LLVMAtomicRMWBinOpXor, 6) X(LLVMAtomicRMWBinOpMax, 7) X(LLVMAtomicRMWBinOpMin, 8) X(LLVMAtomicRMWBinOpUMax, 9) \
    X(LLVMAtomicRMWBinOpUMin, 10)
#define RASTER_LLVM_ASSEMBLY_DIALECTS(X) X(LLVMInlineAsmDialectATT, 0)
#define RASTER_LLVM_FAILURE_ACTIONS(X) X(LLVMReturnStatusAction, 2)
#define RASTER_LLVM_OPTIMISATION_LEVELS(X) \
    X(LLVMCodeGenLevelNone, 0) X(LLVMCodeGenLevelLess, 1) X(LLVMCodeGenLevelDefault, 2)
#define RASTER_LLVM_RELOCATION_MODES(X) X(LLVMRelocPIC, 2)
#define RASTER_LLVM_CODE_MODELS(X) X(LLVMCodeModelSmall, 3)
#define RASTER_LLVM_FILE_TYPES(X) X(LLVMAssemblyFile, 0) X(LLVMObjectFile, 1)

// The test that includes LLVM's headers takes the types from LLVM's headers.
#ifndef RASTER_LLVM_TYPES_ARE_KNOWN

typedef int LLVMBool;
typedef unsigned LLVMAttributeIndex;
typedef struct LLVMOpaqueContext *LLVMContextRef;
typedef struct LLVMOpaqueModule *LLVMModuleRef;
typedef struct LLVMOpaqueType *LLVMTypeRef;
typedef struct LLVMOpaqueValue *LLVMValueRef;
typedef struct LLVMOpaqueBasicBlock *LLVMBasicBlockRef;
typedef struct LLVMOpaqueUse *LLVMUseRef;
typedef struct LLVMOpaqueMetadata *LLVMMetadataRef;
typedef struct LLVMOpaqueBuilder *LLVMBuilderRef;
typedef struct LLVMOpaqueAttributeRef *LLVMAttributeRef;
typedef struct LLVMOpaqueMemoryBuffer *LLVMMemoryBufferRef;
typedef struct LLVMOpaqueError *LLVMErrorRef;
typedef struct LLVMOpaqueTargetData *LLVMTargetDataRef;
typedef struct LLVMOpaqueTargetMachine *LLVMTargetMachineRef;
typedef struct LLVMTarget *LLVMTargetRef;
typedef struct LLVMOpaquePassBuilderOptions *LLVMPassBuilderOptionsRef;

#define X(name, value) name = value,
typedef enum { RASTER_LLVM_OPCODES(X) } LLVMOpcode;
typedef enum { RASTER_LLVM_TYPE_KINDS(X) } LLVMTypeKind;
typedef enum { RASTER_LLVM_LINKAGES(X) } LLVMLinkage;
typedef enum { RASTER_LLVM_UNNAMED_ADDRESSES(X) } LLVMUnnamedAddr;
typedef enum { RASTER_LLVM_INT_PREDICATES(X) } LLVMIntPredicate;
typedef enum { RASTER_LLVM_REAL_PREDICATES(X) } LLVMRealPredicate;
typedef enum { RASTER_LLVM_ATOMIC_ORDERINGS(X) } LLVMAtomicOrdering;
typedef enum { RASTER_LLVM_ATOMIC_FUNCTIONS(X) } LLVMAtomicRMWBinOp;
typedef enum { RASTER_LLVM_ASSEMBLY_DIALECTS(X) } LLVMInlineAsmDialect;
typedef enum { RASTER_LLVM_FAILURE_ACTIONS(X) } LLVMVerifierFailureAction;
typedef enum { RASTER_LLVM_OPTIMISATION_LEVELS(X) } LLVMCodeGenOptLevel;
typedef enum { RASTER_LLVM_RELOCATION_MODES(X) } LLVMRelocMode;
typedef enum { RASTER_LLVM_CODE_MODELS(X) } LLVMCodeModel;
typedef enum { RASTER_LLVM_FILE_TYPES(X) } LLVMCodeGenFileType;
#undef X

#endif

// The functions: result, name without the prefix LLVM, parameters.
#define RASTER_LLVM_FUNCTIONS(X) \
    /* Versions, messages */ \
    X(void, GetVersion, (unsigned *, unsigned *, unsigned *)) \
    X(void, DisposeMessage, (char *)) \
    X(char *, GetErrorMessage, (LLVMErrorRef)) \
    X(void, DisposeErrorMessage, (char *)) \
    /* Modules and contexts */ \
    X(LLVMContextRef, ContextCreate, (void)) \
    X(void, ContextDispose, (LLVMContextRef)) \
    X(LLVMModuleRef, ModuleCreateWithNameInContext, (const char *, LLVMContextRef)) \
    X(void, DisposeModule, (LLVMModuleRef)) \
    X(LLVMModuleRef, CloneModule, (LLVMModuleRef)) \
    X(void, SetTarget, (LLVMModuleRef, const char *)) \
    X(void, SetModuleDataLayout, (LLVMModuleRef, LLVMTargetDataRef)) \
    X(char *, PrintModuleToString, (LLVMModuleRef)) \
    X(LLVMBool, VerifyModule, (LLVMModuleRef, LLVMVerifierFailureAction, char **)) \
    /* Places in code */ \
    X(LLVMBuilderRef, CreateBuilderInContext, (LLVMContextRef)) \
    X(void, DisposeBuilder, (LLVMBuilderRef)) \
    X(void, PositionBuilderAtEnd, (LLVMBuilderRef, LLVMBasicBlockRef)) \
    X(void, PositionBuilderBefore, (LLVMBuilderRef, LLVMValueRef)) \
    X(LLVMBasicBlockRef, GetInsertBlock, (LLVMBuilderRef)) \
    X(LLVMValueRef, GetBasicBlockTerminator, (LLVMBasicBlockRef)) \
    X(LLVMValueRef, GetFirstFunction, (LLVMModuleRef)) \
    X(LLVMValueRef, GetNextFunction, (LLVMValueRef)) \
    X(LLVMBasicBlockRef, GetFirstBasicBlock, (LLVMValueRef)) \
    X(LLVMBasicBlockRef, GetNextBasicBlock, (LLVMBasicBlockRef)) \
    X(LLVMValueRef, GetFirstInstruction, (LLVMBasicBlockRef)) \
    X(LLVMValueRef, GetNextInstruction, (LLVMValueRef)) \
    X(LLVMOpcode, GetInstructionOpcode, (LLVMValueRef)) \
    X(int, GetNumOperands, (LLVMValueRef)) \
    X(LLVMValueRef, GetOperand, (LLVMValueRef, unsigned)) \
    X(void, SetOperand, (LLVMValueRef, unsigned, LLVMValueRef)) \
    X(LLVMIntPredicate, GetICmpPredicate, (LLVMValueRef)) \
    X(unsigned, GetNumMaskElements, (LLVMValueRef)) \
    X(int, GetMaskValue, (LLVMValueRef, unsigned)) \
    X(unsigned, CountIncoming, (LLVMValueRef)) \
    X(LLVMValueRef, GetIncomingValue, (LLVMValueRef, unsigned)) \
    X(LLVMBasicBlockRef, GetIncomingBlock, (LLVMValueRef, unsigned)) \
    X(LLVMBasicBlockRef, GetInstructionParent, (LLVMValueRef)) \
    X(LLVMUseRef, GetFirstUse, (LLVMValueRef)) \
    X(LLVMUseRef, GetNextUse, (LLVMUseRef)) \
    X(LLVMValueRef, GetUser, (LLVMUseRef)) \
    X(void, ReplaceAllUsesWith, (LLVMValueRef, LLVMValueRef)) \
    X(void, InstructionEraseFromParent, (LLVMValueRef)) \
    X(LLVMBasicBlockRef, AppendBasicBlockInContext, (LLVMContextRef, LLVMValueRef, const char *)) \
    X(void, MoveBasicBlockAfter, (LLVMBasicBlockRef, LLVMBasicBlockRef)) \
    /* Types */ \
    X(LLVMTypeRef, VoidTypeInContext, (LLVMContextRef)) \
    X(LLVMTypeRef, Int1TypeInContext, (LLVMContextRef)) \
    X(LLVMTypeRef, Int8TypeInContext, (LLVMContextRef)) \
    X(LLVMTypeRef, Int16TypeInContext, (LLVMContextRef)) \
    X(LLVMTypeRef, Int32TypeInContext, (LLVMContextRef)) \
    X(LLVMTypeRef, Int64TypeInContext, (LLVMContextRef)) \
    X(LLVMTypeRef, IntTypeInContext, (LLVMContextRef, unsigned)) \
    X(LLVMTypeRef, HalfTypeInContext, (LLVMContextRef)) \
    X(LLVMTypeRef, FloatTypeInContext, (LLVMContextRef)) \
    X(LLVMTypeRef, DoubleTypeInContext, (LLVMContextRef)) \
    X(LLVMTypeRef, PointerTypeInContext, (LLVMContextRef, unsigned)) \
    X(LLVMTypeRef, VectorType, (LLVMTypeRef, unsigned)) \
    X(LLVMTypeRef, ArrayType2, (LLVMTypeRef, uint64_t)) \
    X(LLVMTypeRef, StructTypeInContext, (LLVMContextRef, LLVMTypeRef *, unsigned, LLVMBool)) \
    X(LLVMTypeRef, FunctionType, (LLVMTypeRef, LLVMTypeRef *, unsigned, LLVMBool)) \
    X(LLVMTypeRef, TypeOf, (LLVMValueRef)) \
    X(LLVMTypeKind, GetTypeKind, (LLVMTypeRef)) \
    X(unsigned, GetVectorSize, (LLVMTypeRef)) \
    X(LLVMTypeRef, GetElementType, (LLVMTypeRef)) \
    /* Constants */ \
    X(LLVMValueRef, ConstInt, (LLVMTypeRef, unsigned long long, LLVMBool)) \
    X(LLVMValueRef, ConstVector, (LLVMValueRef *, unsigned)) \
    X(LLVMValueRef, ConstNull, (LLVMTypeRef)) \
    X(LLVMValueRef, ConstArray2, (LLVMTypeRef, LLVMValueRef *, uint64_t)) \
    X(LLVMValueRef, ConstBitCast, (LLVMValueRef, LLVMTypeRef)) \
    X(LLVMValueRef, GetUndef, (LLVMTypeRef)) \
    X(LLVMValueRef, GetPoison, (LLVMTypeRef)) \
    X(LLVMBool, IsConstant, (LLVMValueRef)) \
    X(unsigned long long, ConstIntGetZExtValue, (LLVMValueRef)) \
    X(double, ConstRealGetDouble, (LLVMValueRef, LLVMBool *)) \
    X(LLVMValueRef, IsAConstantInt, (LLVMValueRef)) \
    X(LLVMValueRef, IsAConstantFP, (LLVMValueRef)) \
    X(LLVMValueRef, IsAConstantDataVector, (LLVMValueRef)) \
    X(LLVMValueRef, GetAggregateElement, (LLVMValueRef, unsigned)) \
    X(LLVMBool, IsNull, (LLVMValueRef)) \
    /* Functions and attributes */ \
    X(LLVMValueRef, AddFunction, (LLVMModuleRef, const char *, LLVMTypeRef)) \
    X(LLVMValueRef, GetNamedFunction, (LLVMModuleRef, const char *)) \
    X(void, SetFunctionCallConv, (LLVMValueRef, unsigned)) \
    X(unsigned, GetFunctionCallConv, (LLVMValueRef)) \
    X(void, SetInstructionCallConv, (LLVMValueRef, unsigned)) \
    X(LLVMValueRef, GetParam, (LLVMValueRef, unsigned)) \
    X(void, SetLinkage, (LLVMValueRef, LLVMLinkage)) \
    X(void, AddAttributeAtIndex, (LLVMValueRef, LLVMAttributeIndex, LLVMAttributeRef)) \
    X(LLVMAttributeRef, CreateEnumAttribute, (LLVMContextRef, unsigned, uint64_t)) \
    X(LLVMAttributeRef, CreateStringAttribute, (LLVMContextRef, const char *, unsigned, const char *, unsigned)) \
    X(unsigned, GetEnumAttributeKindForName, (const char *, size_t)) \
    X(void, AddCallSiteAttribute, (LLVMValueRef, LLVMAttributeIndex, LLVMAttributeRef)) \
    /* Global variables */ \
    X(LLVMValueRef, AddGlobal, (LLVMModuleRef, LLVMTypeRef, const char *)) \
    X(void, SetInitializer, (LLVMValueRef, LLVMValueRef)) \
    X(void, SetGlobalConstant, (LLVMValueRef, LLVMBool)) \
    X(void, SetAlignment, (LLVMValueRef, unsigned)) \
    X(void, SetVolatile, (LLVMValueRef, LLVMBool)) \
    X(void, SetUnnamedAddress, (LLVMValueRef, LLVMUnnamedAddr)) \
    /* Metadata */ \
    X(unsigned, GetMDKindIDInContext, (LLVMContextRef, const char *, unsigned)) \
    X(LLVMMetadataRef, MDNodeInContext2, (LLVMContextRef, LLVMMetadataRef *, size_t)) \
    X(LLVMValueRef, MetadataAsValue, (LLVMContextRef, LLVMMetadataRef)) \
    X(void, SetMetadata, (LLVMValueRef, unsigned, LLVMValueRef)) \
    X(LLVMMetadataRef, MDStringInContext2, (LLVMContextRef, const char *, size_t)) \
    X(LLVMMetadataRef, ValueAsMetadata, (LLVMValueRef)) \
    /* Intrinsic functions */ \
    X(unsigned, LookupIntrinsicID, (const char *, size_t)) \
    X(LLVMValueRef, GetIntrinsicDeclaration, (LLVMModuleRef, unsigned, LLVMTypeRef *, size_t)) \
    X(LLVMTypeRef, IntrinsicGetType, (LLVMContextRef, unsigned, LLVMTypeRef *, size_t)) \
    /* Instructions */ \
    X(LLVMValueRef, BuildRetVoid, (LLVMBuilderRef)) \
    X(LLVMValueRef, BuildRet, (LLVMBuilderRef, LLVMValueRef)) \
    X(LLVMValueRef, BuildBr, (LLVMBuilderRef, LLVMBasicBlockRef)) \
    X(LLVMValueRef, BuildCondBr, (LLVMBuilderRef, LLVMValueRef, LLVMBasicBlockRef, LLVMBasicBlockRef)) \
    X(LLVMValueRef, BuildSwitch, (LLVMBuilderRef, LLVMValueRef, LLVMBasicBlockRef, unsigned)) \
    X(void, AddCase, (LLVMValueRef, LLVMValueRef, LLVMBasicBlockRef)) \
    X(LLVMValueRef, BuildAdd, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildFAdd, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildSub, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildFSub, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildMul, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildFMul, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildUDiv, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildSDiv, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildFDiv, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildURem, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildSRem, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildShl, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildLShr, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildAShr, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildAnd, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildOr, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildXor, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildNeg, (LLVMBuilderRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildFNeg, (LLVMBuilderRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildNot, (LLVMBuilderRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildAlloca, (LLVMBuilderRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildLoad2, (LLVMBuilderRef, LLVMTypeRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildStore, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef)) \
    X(LLVMValueRef, BuildGEP2, (LLVMBuilderRef, LLVMTypeRef, LLVMValueRef, LLVMValueRef *, unsigned, const char *)) \
    X(LLVMValueRef, BuildTrunc, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildZExt, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildSExt, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildFPToUI, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildFPToSI, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildUIToFP, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildSIToFP, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildFPTrunc, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildFPExt, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildBitCast, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildPtrToInt, (LLVMBuilderRef, LLVMValueRef, LLVMTypeRef, const char *)) \
    X(LLVMValueRef, BuildICmp, (LLVMBuilderRef, LLVMIntPredicate, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildFCmp, (LLVMBuilderRef, LLVMRealPredicate, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildPhi, (LLVMBuilderRef, LLVMTypeRef, const char *)) \
    X(void, AddIncoming, (LLVMValueRef, LLVMValueRef *, LLVMBasicBlockRef *, unsigned)) \
    X(LLVMValueRef, BuildCall2, (LLVMBuilderRef, LLVMTypeRef, LLVMValueRef, LLVMValueRef *, unsigned, const char *)) \
    X(LLVMValueRef, BuildSelect, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildExtractElement, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildInsertElement, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildShuffleVector, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildExtractValue, (LLVMBuilderRef, LLVMValueRef, unsigned, const char *)) \
    X(LLVMValueRef, BuildInsertValue, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, unsigned, const char *)) \
    X(LLVMValueRef, BuildFreeze, (LLVMBuilderRef, LLVMValueRef, const char *)) \
    X(LLVMValueRef, BuildMemSet, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, LLVMValueRef, unsigned)) \
    X(LLVMValueRef, BuildAtomicRMW, (LLVMBuilderRef, LLVMAtomicRMWBinOp, LLVMValueRef, LLVMValueRef, LLVMAtomicOrdering, LLVMBool)) \
    X(LLVMValueRef, BuildAtomicCmpXchg, (LLVMBuilderRef, LLVMValueRef, LLVMValueRef, LLVMValueRef, LLVMAtomicOrdering, \
        LLVMAtomicOrdering, LLVMBool)) \
    X(LLVMValueRef, BuildFence, (LLVMBuilderRef, LLVMAtomicOrdering, LLVMBool, const char *)) \
    X(LLVMValueRef, GetInlineAsm, (LLVMTypeRef, const char *, size_t, const char *, size_t, LLVMBool, LLVMBool, \
        LLVMInlineAsmDialect, LLVMBool)) \
    /* Targets, optimisation, objects */ \
    X(LLVMBool, GetTargetFromTriple, (const char *, LLVMTargetRef *, char **)) \
    X(char *, GetHostCPUName, (void)) \
    X(char *, GetHostCPUFeatures, (void)) \
    X(LLVMTargetMachineRef, CreateTargetMachine, (LLVMTargetRef, const char *, const char *, const char *, \
        LLVMCodeGenOptLevel, LLVMRelocMode, LLVMCodeModel)) \
    X(void, DisposeTargetMachine, (LLVMTargetMachineRef)) \
    X(LLVMTargetDataRef, CreateTargetDataLayout, (LLVMTargetMachineRef)) \
    X(void, DisposeTargetData, (LLVMTargetDataRef)) \
    X(void, SetTargetMachineAsmVerbosity, (LLVMTargetMachineRef, LLVMBool)) \
    X(LLVMBool, TargetMachineEmitToMemoryBuffer, (LLVMTargetMachineRef, LLVMModuleRef, LLVMCodeGenFileType, \
        char **, LLVMMemoryBufferRef *)) \
    X(LLVMMemoryBufferRef, WriteBitcodeToMemoryBuffer, (LLVMModuleRef)) \
    X(const char *, GetBufferStart, (LLVMMemoryBufferRef)) \
    X(size_t, GetBufferSize, (LLVMMemoryBufferRef)) \
    X(void, DisposeMemoryBuffer, (LLVMMemoryBufferRef)) \
    X(LLVMErrorRef, RunPasses, (LLVMModuleRef, const char *, LLVMTargetMachineRef, LLVMPassBuilderOptionsRef)) \
    X(LLVMPassBuilderOptionsRef, CreatePassBuilderOptions, (void)) \
    X(void, DisposePassBuilderOptions, (LLVMPassBuilderOptionsRef))

#endif
