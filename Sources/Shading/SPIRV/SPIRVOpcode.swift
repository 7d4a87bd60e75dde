// SPIRVOpcode: names for the numbers that SPIR-V gives to instructions, built-in variables and so on, as far as the reader and the lowering
// use these numbers (SPIR-V 1.6, section 3).

/// The instructions that glslang emits for the vertex, geometry, fragment and compute stages. Error messages show any other instruction by its number.
package enum SPIRVOpcode: UInt16, Sendable {
    case nop = 0, undef, sourceContinued, source, sourceExtension, name, memberName, string, line
    case `extension` = 10, extInstImport, extInst
    case memoryModel = 14, entryPoint, executionMode, capability
    case typeVoid = 19, typeBool, typeInt, typeFloat, typeVector, typeMatrix, typeImage, typeSampler, typeSampledImage
    case typeArray = 28, typeRuntimeArray, typeStruct, typeOpaque, typePointer, typeFunction
    case typeForwardPointer = 39
    case constantTrue = 41, constantFalse, constant, constantComposite
    case constantNull = 46
    case specConstantTrue = 48, specConstantFalse, specConstant, specConstantComposite, specConstantOp
    case function = 54, functionParameter, functionEnd, functionCall
    case variable = 59, imageTexelPointer, load, store, copyMemory
    case accessChain = 65, inBoundsAccessChain
    case arrayLength = 68
    case decorate = 71, memberDecorate, decorationGroup, groupDecorate, groupMemberDecorate
    case vectorExtractDynamic = 77, vectorInsertDynamic, vectorShuffle
    case compositeConstruct = 80, compositeExtract, compositeInsert, copyObject, transpose
    case sampledImage = 86
    case imageSampleImplicitLod, imageSampleExplicitLod, imageSampleDrefImplicitLod, imageSampleDrefExplicitLod
    case imageSampleProjImplicitLod, imageSampleProjExplicitLod, imageSampleProjDrefImplicitLod
    case imageSampleProjDrefExplicitLod
    case imageFetch, imageGather, imageDrefGather, imageRead, imageWrite, image
    case imageQuerySizeLod = 103, imageQuerySize, imageQueryLod, imageQueryLevels, imageQuerySamples
    case convertFToU = 109, convertFToS, convertSToF, convertUToF, uConvert, sConvert, fConvert, quantizeToF16
    case bitcast = 124
    case sNegate = 126, fNegate, iAdd, fAdd, iSub, fSub, iMul, fMul, uDiv, sDiv, fDiv, uMod, sRem, sMod, fRem, fMod
    case vectorTimesScalar, matrixTimesScalar, vectorTimesMatrix, matrixTimesVector, matrixTimesMatrix, outerProduct, dot
    case iAddCarry, iSubBorrow, uMulExtended, sMulExtended
    case any = 154, all, isNan, isInf
    case logicalEqual = 164, logicalNotEqual, logicalOr, logicalAnd, logicalNot, select
    case iEqual, iNotEqual, uGreaterThan, sGreaterThan, uGreaterThanEqual, sGreaterThanEqual
    case uLessThan, sLessThan, uLessThanEqual, sLessThanEqual
    case fOrdEqual, fUnordEqual, fOrdNotEqual, fUnordNotEqual, fOrdLessThan, fUnordLessThan
    case fOrdGreaterThan, fUnordGreaterThan, fOrdLessThanEqual, fUnordLessThanEqual
    case fOrdGreaterThanEqual, fUnordGreaterThanEqual
    case shiftRightLogical = 194, shiftRightArithmetic, shiftLeftLogical, bitwiseOr, bitwiseXor, bitwiseAnd, not
    case bitFieldInsert, bitFieldSExtract, bitFieldUExtract, bitReverse, bitCount
    case dPdx = 207, dPdy, fwidth, dPdxFine, dPdyFine, fwidthFine, dPdxCoarse, dPdyCoarse, fwidthCoarse
    case emitVertex = 218, endPrimitive, emitStreamVertex, endStreamPrimitive
    case controlBarrier = 224, memoryBarrier
    case atomicLoad = 227, atomicStore, atomicExchange, atomicCompareExchange
    case atomicIIncrement = 232, atomicIDecrement, atomicIAdd, atomicISub, atomicSMin, atomicUMin, atomicSMax, atomicUMax
    case atomicAnd, atomicOr, atomicXor
    case phi = 245, loopMerge, selectionMerge, label, branch, branchConditional, `switch`, kill, `return`, returnValue
    case unreachable
    case noLine = 317
    case moduleProcessed = 330
    case copyLogical = 400
    case terminateInvocation = 4416
    case demoteToHelperInvocation = 5380
    case isHelperInvocation = 5381

    /// Whether the instruction is an atomic operation with a result. In each of these instructions, the third operand is the pointer to the
    /// word.
    var isAtomic: Bool {
        switch self {
        case .atomicLoad, .atomicExchange, .atomicCompareExchange, .atomicIIncrement, .atomicIDecrement, .atomicIAdd, .atomicISub, .atomicSMin,
             .atomicUMin, .atomicSMax, .atomicUMax, .atomicAnd, .atomicOr, .atomicXor: true
        default: false
        }
    }

    /// Whether the instruction ends a block.
    package var isTerminator: Bool {
        switch self {
        case .branch, .branchConditional, .switch, .kill, .return, .returnValue, .unreachable, .terminateInvocation: true
        default: false
        }
    }
}

package enum SPIRVDecoration {
    package static let block: UInt32 = 2, bufferBlock: UInt32 = 3, rowMajor: UInt32 = 4, arrayStride: UInt32 = 6
    package static let matrixStride: UInt32 = 7, builtIn: UInt32 = 11, noPerspective: UInt32 = 13, flat: UInt32 = 14
    package static let nonWritable: UInt32 = 24, nonReadable: UInt32 = 25
    package static let centroid: UInt32 = 16, sample: UInt32 = 17, location: UInt32 = 30, component: UInt32 = 31, index: UInt32 = 32
    package static let binding: UInt32 = 33, offset: UInt32 = 35, feedbackBuffer: UInt32 = 36, feedbackStride: UInt32 = 37
    package static let relaxedPrecision: UInt32 = 0, invariant: UInt32 = 18, noContraction: UInt32 = 42
}

package enum SPIRVStorageClass {
    package static let uniformConstant: UInt32 = 0, input: UInt32 = 1, uniform: UInt32 = 2, output: UInt32 = 3
    package static let workgroup: UInt32 = 4, `private`: UInt32 = 6, function: UInt32 = 7, atomicCounter: UInt32 = 10, storageBuffer: UInt32 = 12
}

package enum SPIRVExecutionMode {
    package static let invocations: UInt32 = 0
    package static let pixelCenterInteger: UInt32 = 6, originUpperLeft: UInt32 = 7, earlyFragmentTests: UInt32 = 9, localSize: UInt32 = 17
    package static let inputPoints: UInt32 = 19, inputLines: UInt32 = 20, inputLinesAdjacency: UInt32 = 21, triangles: UInt32 = 22
    package static let inputTrianglesAdjacency: UInt32 = 23, outputVertices: UInt32 = 26
    package static let outputPoints: UInt32 = 27, outputLineStrip: UInt32 = 28, outputTriangleStrip: UInt32 = 29
}

/// Built-in variables (SPIR-V 1.6, section 3.21).
package enum SPIRVBuiltIn: UInt32, Sendable {
    case position = 0, pointSize = 1, clipDistance = 3, cullDistance = 4, vertexID = 5, instanceID = 6, primitiveID = 7, invocationID
    case layer = 9, viewportIndex = 10
    case fragCoord = 15, pointCoord = 16, frontFacing = 17, sampleID = 18, samplePosition = 19, sampleMask = 20
    case fragDepth = 22, helperInvocation = 23
    case workGroupCount = 24, workGroupSize, workGroup, localInvocation, globalInvocation, localInvocationIndex
    case vertexIndex = 42, instanceIndex = 43
    case baseVertex = 4424, baseInstance = 4425, drawIndex = 4426
}
