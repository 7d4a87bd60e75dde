// GLSLFunction: the numbers of the instructions in GLSL.std.450, SPIR-V's set of extended instructions for the functions of GLSL (Extended
// Instructions for GLSL 4.60).

/// The instructions of GLSL.std.450. The table of opcodes contains the instructions that are a single opcode.
/// `StageLowering+BuiltinFunctions` expands the other instructions.
package enum GLSLFunction: UInt32, Sendable {
    case round = 1, roundEven, trunc, fAbs, sAbs, fSign, sSign, floor, ceil, fract
    case radians = 11, degrees, sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh, atan2
    case pow = 26, exp, log, exp2, log2, sqrt, inverseSqrt
    case determinant = 33, matrixInverse
    case modf = 35, modfStruct, fMin, uMin, sMin, fMax, uMax, sMax, fClamp, uClamp, sClamp, fMix, iMix, step, smoothStep, fma
    case frexp = 51, frexpStruct, ldexp
    case packSnorm4x8 = 54, packUnorm4x8, packSnorm2x16, packUnorm2x16, packHalf2x16, packDouble2x32
    case unpackSnorm2x16 = 60, unpackUnorm2x16, unpackHalf2x16, unpackSnorm4x8, unpackUnorm4x8, unpackDouble2x32
    case length = 66, distance, cross, normalize, faceForward, reflect, refract
    case findILsb = 73, findSMsb, findUMsb
    case interpolateAtCentroid = 76, interpolateAtSample, interpolateAtOffset
    case nMin = 79, nMax, nClamp
}
