// ConstantFolding.cpp: replaces glslang's evaluation of operations on constants.
//
// glslang 12 computes constants in double precision. It does not fold the hyperbolic functions, transpose, inverse, determinant and
// some other functions. So it rejects `const float a = cosh(1.0);` as no constant expression, and int(degrees(3.1415926535)) is
// 179. glslang is a static archive, and one object file in this archive contains the folding. That object file defines the same functions
// as the end of this file. The linker takes an object file from an archive only if the program still lacks a function that the object file
// defines. So our functions replace glslang's. If a later version of glslang moves one of the functions to another object file, linking
// fails with a duplicate definition. So either all functions are replaced, or the build fails.
//
// Rules:
// - A float is a binary32 number: operands are rounded when they are read, results when they are written. For + − * / of floats,
//   computing in doubles and rounding once gives the same results as computing in floats.
// - The evaluator computes an operation that takes more than one step, in the same way as a shader does at run time. The result has
//   the same bits as the same expression of uniforms.
// - A NaN is 0x7FC00000, whatever NaN the processor produces.
// - + − * / of doubles are computed in double precision. Operations on types of 8, 16 and 64 bits are not folded, because no later
//   step supports these types.

// The archive is compiled with HLSL, which adds lines to functions in the headers, and without assertions. This file must be
// compiled in the same way.
#define ENABLE_HLSL
#ifndef NDEBUG
#define NDEBUG
#endif
#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/SPIRV/GLSL.std.450.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "CGlslangConstants.h"

static GlslangConstantEvaluator evaluator = nullptr;

void glslang_set_constant_evaluator(GlslangConstantEvaluator function) { evaluator = function; }

/// Whether calls of built-in functions with constant arguments are folded.
static bool foldsFunctions = true;

void glslang_set_folding_of_functions(bool isFolding) { foldsFunctions = isFolding; }

namespace {

using namespace glslang;

bool isFloating(TBasicType type) { return type == EbtFloat || type == EbtDouble; }
bool isFoldable(TBasicType type) { return isFloating(type) || type == EbtInt || type == EbtUint || type == EbtBool; }

double rounded(double value, TBasicType type) {
    if (std::isnan(value)) return std::nan("");
    return type == EbtFloat ? static_cast<double>(static_cast<float>(value)) : value;
}

/// One component of a constant, rounded to its type.
struct Scalar {
    TBasicType type;
    double number = 0;
    uint32_t bits = 0;

    Scalar(const TConstUnion &value, TBasicType type) : type(type) {
        if (isFloating(type)) number = rounded(value.getDConst(), type);
        else if (type == EbtBool) bits = value.getBConst();
        else bits = type == EbtInt ? static_cast<uint32_t>(value.getIConst()) : value.getUConst();
    }
    int32_t signedBits() const { return static_cast<int32_t>(bits); }
    bool isTrue() const { return isFloating(type) ? number != 0 : bits != 0; }
    bool operator==(const Scalar &other) const { return isFloating(type) ? number == other.number : bits == other.bits; }
    bool operator<(const Scalar &other) const {
        if (isFloating(type)) return number < other.number;
        return type == EbtInt ? signedBits() < other.signedBits() : bits < other.bits;
    }
    double asNumber() const { return isFloating(type) ? number : type == EbtInt ? static_cast<double>(signedBits()) : bits; }
};

TConstUnion constant(double value, TBasicType type) {
    TConstUnion result;
    result.setDConst(rounded(value, type));
    return result;
}

TConstUnion constant(bool value) {
    TConstUnion result;
    result.setBConst(value);
    return result;
}

TConstUnion integer(uint32_t bits, TBasicType type) {
    TConstUnion result;
    if (type == EbtInt) result.setIConst(static_cast<int32_t>(bits)); else result.setUConst(bits);
    return result;
}

/// Computes an operation that is one instruction for each pair of components. Returns false if `op` is no such operation.
bool combine(TOperator op, const Scalar &x, const Scalar &y, TConstUnion &result) {
    switch (op) {
    case EOpLessThan: result = constant(x < y); return true;
    case EOpGreaterThan: result = constant(y < x); return true;
    case EOpLessThanEqual: result = constant(x < y || x == y); return true;
    case EOpGreaterThanEqual: result = constant(y < x || x == y); return true;
    case EOpVectorEqual: result = constant(x == y); return true;
    case EOpVectorNotEqual: result = constant(!(x == y)); return true;
    default: break;
    }
    if (isFloating(x.type)) {
        switch (op) {
        case EOpAdd: result = constant(x.number + y.number, x.type); return true;
        case EOpSub: result = constant(x.number - y.number, x.type); return true;
        case EOpMul: case EOpVectorTimesScalar: case EOpMatrixTimesScalar: result = constant(x.number * y.number, x.type); return true;
        case EOpDiv: result = constant(x.number / y.number, x.type); return true;
        default: return false;
        }
    }
    if (x.type == EbtBool) {
        switch (op) {
        case EOpLogicalAnd: result = constant((x.bits & y.bits) != 0); return true;
        case EOpLogicalOr: result = constant((x.bits | y.bits) != 0); return true;
        case EOpLogicalXor: result = constant(x.bits != y.bits); return true;
        default: return false;
        }
    }
    switch (op) {
    case EOpAdd: result = integer(x.bits + y.bits, x.type); return true;
    case EOpSub: result = integer(x.bits - y.bits, x.type); return true;
    case EOpMul: case EOpVectorTimesScalar: result = integer(x.bits * y.bits, x.type); return true;
    case EOpAnd: result = integer(x.bits & y.bits, x.type); return true;
    case EOpInclusiveOr: result = integer(x.bits | y.bits, x.type); return true;
    case EOpExclusiveOr: result = integer(x.bits ^ y.bits, x.type); return true;
    default: return false;
    }
}

/// Computes an operation that is one instruction for each pair of components, for all components. If one operand is a scalar, the scalar is
/// combined with each component of the other operand.
bool combine(TOperator op, const TIntermConstantUnion &left, const TIntermConstantUnion &right, TConstUnionArray &result) {
    const TConstUnionArray &x = left.getConstArray(), &y = right.getConstArray();
    // In SPIR-V, glslang translates the division of a matrix by a scalar to a product with the reciprocal. This code does the same.
    bool isReciprocal = op == EOpDiv && left.getType().isMatrix() && y.size() == 1 && isFloating(right.getBasicType());
    for (int k = 0; k < result.size(); k++) {
        if ((x.size() != 1 && x.size() <= k) || (y.size() != 1 && y.size() <= k)) return false;
        Scalar first(x[static_cast<size_t>(x.size() == 1 ? 0 : k)], left.getBasicType());
        Scalar second(y[static_cast<size_t>(y.size() == 1 ? 0 : k)], right.getBasicType());
        if (isReciprocal) second.number = rounded(1 / second.number, second.type);
        if (!combine(isReciprocal ? EOpMul : op, first, second, result[static_cast<size_t>(k)])) return false;
    }
    return true;
}

/// Computes an operation with one operand. Returns false if `op` is no such operation.
bool change(TOperator op, const Scalar &x, TBasicType type, TConstUnion &result) {
    switch (op) {
    case EOpNegative:
        if (x.type == EbtBool) return false;
        result = isFloating(x.type) ? constant(-x.number, x.type) : integer(0 - x.bits, x.type);
        return true;
    case EOpLogicalNot: case EOpVectorLogicalNot: result = constant(!x.isTrue()); return true;
    case EOpBitwiseNot: result = integer(~x.bits, x.type); return true;
    // Derivatives of constants are zero (GLSL ES 3.00, 4.3.3).
    case EOpDPdx: case EOpDPdy: case EOpFwidth: case EOpDPdxFine: case EOpDPdyFine: case EOpFwidthFine:
    case EOpDPdxCoarse: case EOpDPdyCoarse: case EOpFwidthCoarse:
        result = constant(0.0, x.type);
        return true;
    case EOpConvIntToBool: case EOpConvUintToBool: case EOpConvFloatToBool: case EOpConvDoubleToBool:
        result = constant(x.isTrue());
        return true;
    case EOpConvBoolToInt: case EOpConvBoolToUint: case EOpConvIntToUint: case EOpConvUintToInt:
        result = integer(x.bits, type);
        return true;
    case EOpConvBoolToFloat: case EOpConvIntToFloat: case EOpConvUintToFloat: case EOpConvDoubleToFloat:
    case EOpConvBoolToDouble: case EOpConvIntToDouble: case EOpConvUintToDouble: case EOpConvFloatToDouble:
        result = constant(x.asNumber(), type);
        return true;
    default: return false;
    }
}

/// Returns true for operators and conversions; returns false for calls of built-in functions.
bool isOperator(TOperator op) {
    switch (op) {
    case EOpNegative: case EOpLogicalNot: case EOpBitwiseNot:
    case EOpConvIntToBool: case EOpConvUintToBool: case EOpConvFloatToBool: case EOpConvDoubleToBool:
    case EOpConvBoolToInt: case EOpConvBoolToUint: case EOpConvIntToUint: case EOpConvUintToInt: case EOpConvFloatToInt: case EOpConvFloatToUint:
    case EOpConvBoolToFloat: case EOpConvIntToFloat: case EOpConvUintToFloat: case EOpConvDoubleToFloat:
    case EOpConvBoolToDouble: case EOpConvIntToDouble: case EOpConvUintToDouble: case EOpConvFloatToDouble:
        return true;
    default: return false;
    }
}

constexpr uint32_t function(uint32_t number) { return GlslangConstantFunction + number; }

/// Returns the SPIR-V instruction of an operator for operands of a type; 0 if SPIR-V has no such instruction.
uint32_t instruction(TOperator op, TBasicType type) {
    bool isFloat = type == EbtFloat, isSigned = type == EbtInt;
    auto either = [&](uint32_t onFloats, uint32_t onUnsigned, uint32_t onSigned) {
        return isFloat ? onFloats : isSigned ? onSigned : onUnsigned;
    };
    switch (op) {
    // Operators and conversions
    case EOpDiv: return either(0, 134, 135);
    case EOpMod: return either(141, 137, 139);
    case EOpRightShift: return either(0, 194, 195);
    case EOpLeftShift: return either(0, 196, 196);
    case EOpMatrixTimesMatrix: return 146;
    case EOpMatrixTimesVector: return 145;
    case EOpVectorTimesMatrix: return 144;
    case EOpConvFloatToInt: return 110;
    case EOpConvFloatToUint: return 109;
    // Angles and exponents
    case EOpRadians: return function(GLSLstd450Radians);
    case EOpDegrees: return function(GLSLstd450Degrees);
    case EOpSin: return function(GLSLstd450Sin);
    case EOpCos: return function(GLSLstd450Cos);
    case EOpTan: return function(GLSLstd450Tan);
    case EOpAsin: return function(GLSLstd450Asin);
    case EOpAcos: return function(GLSLstd450Acos);
    case EOpAtan: return function(GLSLstd450Atan);
    case EOpSinh: return function(GLSLstd450Sinh);
    case EOpCosh: return function(GLSLstd450Cosh);
    case EOpTanh: return function(GLSLstd450Tanh);
    case EOpAsinh: return function(GLSLstd450Asinh);
    case EOpAcosh: return function(GLSLstd450Acosh);
    case EOpAtanh: return function(GLSLstd450Atanh);
    case EOpPow: return function(GLSLstd450Pow);
    case EOpExp: return function(GLSLstd450Exp);
    case EOpLog: return function(GLSLstd450Log);
    case EOpExp2: return function(GLSLstd450Exp2);
    case EOpLog2: return function(GLSLstd450Log2);
    case EOpSqrt: return function(GLSLstd450Sqrt);
    case EOpInverseSqrt: return function(GLSLstd450InverseSqrt);
    // Common functions
    case EOpAbs: return either(function(GLSLstd450FAbs), 0, function(GLSLstd450SAbs));
    case EOpSign: return either(function(GLSLstd450FSign), 0, function(GLSLstd450SSign));
    case EOpFloor: return function(GLSLstd450Floor);
    case EOpTrunc: return function(GLSLstd450Trunc);
    case EOpRound: return function(GLSLstd450Round);
    case EOpRoundEven: return function(GLSLstd450RoundEven);
    case EOpCeil: return function(GLSLstd450Ceil);
    case EOpFract: return function(GLSLstd450Fract);
    case EOpMin: return function(either(GLSLstd450FMin, GLSLstd450UMin, GLSLstd450SMin));
    case EOpMax: return function(either(GLSLstd450FMax, GLSLstd450UMax, GLSLstd450SMax));
    case EOpClamp: return function(either(GLSLstd450FClamp, GLSLstd450UClamp, GLSLstd450SClamp));
    case EOpMix: return either(function(GLSLstd450FMix), 0, 0);
    case EOpStep: return function(GLSLstd450Step);
    case EOpSmoothStep: return function(GLSLstd450SmoothStep);
    case EOpIsNan: return 156;
    case EOpIsInf: return 157;
    case EOpFloatBitsToInt: case EOpFloatBitsToUint: case EOpIntBitsToFloat: case EOpUintBitsToFloat: return 124;
    case EOpFma: return function(GLSLstd450Fma);
    case EOpLdexp: return function(GLSLstd450Ldexp);
    // Packing
    case EOpPackSnorm4x8: return function(GLSLstd450PackSnorm4x8);
    case EOpPackUnorm4x8: return function(GLSLstd450PackUnorm4x8);
    case EOpPackSnorm2x16: return function(GLSLstd450PackSnorm2x16);
    case EOpPackUnorm2x16: return function(GLSLstd450PackUnorm2x16);
    case EOpPackHalf2x16: return function(GLSLstd450PackHalf2x16);
    case EOpUnpackSnorm2x16: return function(GLSLstd450UnpackSnorm2x16);
    case EOpUnpackUnorm2x16: return function(GLSLstd450UnpackUnorm2x16);
    case EOpUnpackHalf2x16: return function(GLSLstd450UnpackHalf2x16);
    case EOpUnpackSnorm4x8: return function(GLSLstd450UnpackSnorm4x8);
    case EOpUnpackUnorm4x8: return function(GLSLstd450UnpackUnorm4x8);
    // Geometry and matrices
    case EOpLength: return function(GLSLstd450Length);
    case EOpDistance: return function(GLSLstd450Distance);
    case EOpDot: return 148;
    case EOpCross: return function(GLSLstd450Cross);
    case EOpNormalize: return function(GLSLstd450Normalize);
    case EOpFaceForward: return function(GLSLstd450FaceForward);
    case EOpReflect: return function(GLSLstd450Reflect);
    case EOpRefract: return function(GLSLstd450Refract);
    case EOpDeterminant: return function(GLSLstd450Determinant);
    case EOpMatrixInverse: return function(GLSLstd450MatrixInverse);
    case EOpTranspose: return 84;
    case EOpOuterProduct: return 147;
    // Integers
    case EOpBitfieldExtract: return either(0, 203, 202);
    case EOpBitfieldInsert: return either(0, 201, 201);
    case EOpBitFieldReverse: return either(0, 204, 204);
    case EOpBitCount: return either(0, 205, 205);
    case EOpFindLSB: return function(GLSLstd450FindILsb);
    case EOpFindMSB: return function(either(0, GLSLstd450FindUMsb, GLSLstd450FindSMsb));
    default: return 0;
    }
}

/// Returns the instruction of a function that the preprocessor declares (Preprocessor+MissingFunctions.swift). glslang does not
/// pass the instruction here, so the function is identified by the types of operand and result. Packing functions cannot be
/// identified in this way, so they are not folded.
uint32_t declaredInstruction(const TType &operand, const TType &result) {
    if (operand.isMatrix()) return function(GLSLstd450MatrixInverse);
    return operand.getVectorSize() == result.getVectorSize() ? 124 : 0;
}

/// Returns whether a scalar operand counts as a vector of equal components.
bool repeatsScalars(TOperator op) {
    switch (op) {
    case EOpDiv: case EOpMod: case EOpRightShift: case EOpLeftShift: case EOpMin: case EOpMax: case EOpClamp: case EOpMix:
    case EOpStep: case EOpSmoothStep: case EOpPow: case EOpAtan:
        return true;
    default: return false;
    }
}

/// Describes a scalar, vector or matrix of 32-bit components. Returns false for other types.
bool describe(const TType &type, GlslangConstantType &description) {
    if (type.isArray() || type.isStruct()) return false;
    switch (type.getBasicType()) {
    case EbtBool: description.component = GlslangConstantBool; break;
    case EbtInt: description.component = GlslangConstantInt; break;
    case EbtUint: description.component = GlslangConstantUint; break;
    case EbtFloat: description.component = GlslangConstantFloat; break;
    default: return false;
    }
    description.rows = static_cast<uint32_t>(type.isMatrix() ? type.getMatrixRows() : type.getVectorSize());
    description.columns = static_cast<uint32_t>(type.isMatrix() ? type.getMatrixCols() : 0);
    return true;
}

uint32_t count(const GlslangConstantType &type) { return type.rows * std::max(type.columns, 1u); }

using Operands = std::vector<const TIntermConstantUnion *>;

/// Lets the evaluator compute an operation. Returns false if the evaluator does not support the operation.
bool evaluate(TOperator op, const Operands &operands, const TType &resultType, TConstUnionArray &result) {
    GlslangConstantOperation operation = {};
    if (evaluator == nullptr || operands.empty() || operands.size() > 4) return false;
    operation.instruction = op == EOpAtan && operands.size() == 2 ? function(GLSLstd450Atan2) : instruction(op, operands[0]->getBasicType());
    if (op == EOpSpirvInst && operands.size() == 1) operation.instruction = declaredInstruction(operands[0]->getType(), resultType);
    // The evaluator has no dot product of scalars. A dot product of scalars is a multiplication (OpFMul).
    if (op == EOpDot && operands[0]->getType().getVectorSize() == 1) operation.instruction = 133;
    if (operation.instruction == 0 || !describe(resultType, operation.result)) return false;
    operation.operandCount = static_cast<uint32_t>(operands.size());
    std::vector<uint32_t> words;
    uint32_t rows = operation.result.rows;
    for (size_t index = 0; index < operands.size(); index++) {
        GlslangConstantType &type = operation.operands[index];
        if (!describe(operands[index]->getType(), type) || type.component == GlslangConstantBool) return false;
        const TConstUnionArray &values = operands[index]->getConstArray();
        if (values.size() != static_cast<int>(count(type))) return false;
        uint32_t copies = repeatsScalars(op) && type.columns == 0 && type.rows == 1 ? rows : 1;
        for (uint32_t component = 0; component < count(type); component++) {
            Scalar scalar(values[component], operands[index]->getBasicType());
            float number = static_cast<float>(scalar.number);
            if (isFloating(scalar.type)) std::memcpy(&scalar.bits, &number, sizeof number);
            words.insert(words.end(), copies, scalar.bits);
        }
        type.rows *= copies;
    }
    std::vector<uint32_t> bits(count(operation.result));
    if (!evaluator(&operation, words.data(), bits.data())) return false;
    for (size_t component = 0; component < bits.size(); component++) {
        TConstUnion &target = result[component];
        float number;
        std::memcpy(&number, &bits[component], sizeof number);
        switch (operation.result.component) {
        case GlslangConstantBool: target = constant(bits[component] != 0); break;
        case GlslangConstantFloat: target = constant(static_cast<double>(number), EbtFloat); break;
        default: target = integer(bits[component], resultType.getBasicType()); break;
        }
    }
    return true;
}

TIntermTyped *node(const TConstUnionArray &values, const TType &type, const TSourceLoc &place) {
    TIntermConstantUnion *result = new TIntermConstantUnion(values, type);
    result->getWritableType().getQualifier().storage = EvqConst;
    result->setLoc(place);
    return result;
}

/// Returns whether two constants of the same type are equal, beginning with component `index`. The type may be an array or a structure.
/// Sets `index` to the component behind the compared components.
bool areEqual(const TType &type, const TConstUnionArray &x, const TConstUnionArray &y, int &index) {
    if (type.isArray()) {
        TType element(type, 0);
        bool result = true;
        for (int k = 0; k < type.getOuterArraySize(); k++) result = areEqual(element, x, y, index) && result;
        return result;
    }
    bool result = true;
    if (type.isStruct()) {
        for (const TTypeLoc &member : *type.getStruct()) result = areEqual(*member.type, x, y, index) && result;
        return result;
    }
    for (int end = index + type.computeNumComponents(); index < end; index++)
        result = Scalar(x[index], type.getBasicType()) == Scalar(y[index], type.getBasicType()) && result;
    return result;
}

}  // namespace

// The following functions have glslang's names, parameters and results. If they return null or the unchanged node, the operation is
// not folded, and the shader computes it at run time.
namespace glslang {

/// Folds a binary operation on this constant and another constant.
TIntermTyped *TIntermConstantUnion::fold(TOperator op, const TIntermTyped *other) const {
    const TIntermConstantUnion *right = other->getAsConstantUnion();
    if (right == nullptr) return nullptr;
    if (op == EOpEqual || op == EOpNotEqual) {
        int index = 0;
        TConstUnionArray result(1);
        result[0] = constant(areEqual(getType(), getConstArray(), right->getConstArray(), index) == (op == EOpEqual));
        return node(result, TType(EbtBool, EvqConst), getLoc());
    }
    if (!isFoldable(getBasicType()) || !isFoldable(right->getBasicType())) return nullptr;
    TType type;
    type.shallowCopy(getConstArray().size() == 1 ? right->getType() : getType());
    TPrecisionQualifier precision = type.getQualifier().precision;
    switch (op) {
    case EOpLessThan: case EOpGreaterThan: case EOpLessThanEqual: case EOpGreaterThanEqual:
        type.shallowCopy(TType(EbtBool, EvqConst));
        break;
    // The result of a shift has the type of the left operand.
    case EOpLeftShift: case EOpRightShift: type.shallowCopy(getType()); break;
    case EOpMatrixTimesMatrix:
        type.shallowCopy(TType(getBasicType(), EvqConst, precision, 0, right->getMatrixCols(), getMatrixRows()));
        break;
    case EOpMatrixTimesVector: type.shallowCopy(TType(getBasicType(), EvqConst, precision, getMatrixRows())); break;
    case EOpVectorTimesMatrix: type.shallowCopy(TType(getBasicType(), EvqConst, precision, right->getMatrixCols())); break;
    default: break;
    }
    TConstUnionArray result(type.computeNumComponents());
    if (!combine(op, *this, *right, result) && !evaluate(op, {this, right}, type, result)) return nullptr;
    return node(result, type, getLoc());
}

/// Folds an operation on this constant alone.
TIntermTyped *TIntermConstantUnion::fold(TOperator op, const TType &type) const {
    if (!isFoldable(getBasicType()) || isArray() || isStruct()) return nullptr;
    if (!foldsFunctions && !isOperator(op)) return nullptr;
    const TConstUnionArray &values = getConstArray();
    if (op == EOpAny || op == EOpAll) {
        TConstUnionArray result(1);
        bool isAny = false, isAll = true;
        for (int k = 0; k < values.size(); k++) {
            isAny = isAny || values[k].getBConst();
            isAll = isAll && values[k].getBConst();
        }
        result[0] = constant(op == EOpAny ? isAny : isAll);
        return node(result, type, getLoc());
    }
    TConstUnionArray result(type.computeNumComponents());
    bool isChanged = result.size() == values.size();
    for (int k = 0; isChanged && k < values.size(); k++)
        isChanged = change(op, Scalar(values[k], getBasicType()), type.getBasicType(), result[k]);
    if (!isChanged && !evaluate(op, {this}, type, result)) return nullptr;
    return node(result, type, getLoc());
}

bool TIntermediate::areAllChildConst(TIntermAggregate *aggregate) {
    const TIntermSequence &children = aggregate->getSequence();
    return std::all_of(children.begin(), children.end(), [](TIntermNode *child) {
        return child->getAsTyped() != nullptr && child->getAsTyped()->getAsConstantUnion() != nullptr;
    });
}

/// Folds a call of a built-in function or constructor with several arguments.
TIntermTyped *TIntermediate::fold(TIntermAggregate *call) {
    if (call == nullptr || !areAllChildConst(call)) return call;
    if (call->isConstructor()) return foldConstructor(call);
    if (!foldsFunctions) return call;
    Operands operands;
    for (TIntermNode *child : call->getSequence()) operands.push_back(child->getAsTyped()->getAsConstantUnion());
    const TType &type = call->getType();
    if (operands.size() < 2 || type.isArray() || type.isStruct()) return call;
    for (const TIntermConstantUnion *operand : operands) if (!isFoldable(operand->getBasicType())) return call;
    TConstUnionArray result(type.computeNumComponents());
    if (call->getOp() == EOpMix && operands[2]->getBasicType() == EbtBool) {
        for (int k = 0; k < result.size(); k++)
            result[k] = operands[operands[2]->getConstArray()[k].getBConst() ? 1 : 0]->getConstArray()[k];
        return node(result, type, call->getLoc());
    }
    bool isCombined = operands.size() == 2 && combine(call->getOp(), *operands[0], *operands[1], result);
    if (!isCombined && !evaluate(call->getOp(), operands, type, result)) return call;
    return node(result, type, call->getLoc());
}

TIntermTyped *TIntermediate::foldConstructor(TIntermAggregate *constructor) {
    const TType &type = constructor->getType();
    // GLSL ES 1.00 has no constructor of a matrix from a matrix. The constructor stays in the tree, so that a later check finds and
    // rejects it.
    if (getVersion() == 100 && type.isMatrix() && constructor->getSequence()[0]->getAsTyped()->isMatrix()) return constructor;
    TConstUnionArray values(type.computeNumComponents());
    bool isSingle = constructor->getSequence().size() == 1;
    if (parseConstTree(constructor, values, constructor->getOp(), type, isSingle)) return constructor;
    return addConstantUnion(values, type, constructor->getLoc());
}

/// Folds access to an element of an array, a column, a component or a member.
TIntermTyped *TIntermediate::foldDereference(TIntermTyped *whole, int index, const TSourceLoc &place) {
    TType type(whole->getType(), index);
    int size = type.computeNumComponents(), start = index * size;
    if (whole->isStruct() && !whole->isArray()) {
        start = 0;
        const TTypeList &members = *whole->getType().getStruct();
        for (int k = 0; k < index; k++) start += members[static_cast<size_t>(k)].type->computeNumComponents();
    }
    return node(TConstUnionArray(whole->getAsConstantUnion()->getConstArray(), start, size), type, place);
}

TIntermTyped *TIntermediate::foldSwizzle(TIntermTyped *vector, TSwizzleSelectors<TVectorSelector> &selectors, const TSourceLoc &place) {
    const TConstUnionArray &values = vector->getAsConstantUnion()->getConstArray();
    TConstUnionArray result(selectors.size());
    for (int k = 0; k < selectors.size(); k++) result[static_cast<size_t>(k)] = values[static_cast<size_t>(selectors[k])];
    return node(result, TType(vector->getBasicType(), EvqConst, selectors.size()), place);
}

}  // namespace glslang
