// Variables.cpp: how large the variables of a parsed shader are, which nobody is told before SPIR-V is made of them.

// As in ConstantFolding.cpp: what the archive is compiled with.
#define ENABLE_HLSL
#ifndef NDEBUG
#define NDEBUG
#endif
#include <algorithm>

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/Public/ShaderLang.h>

#include "CGlslangConstants.h"
#include "GlslangShader.h"

namespace {

using namespace glslang;

/// Above every limit, and far from overflowing in a sum.
constexpr uint64_t most = uint64_t(1) << 40;

uint64_t limitedProduct(uint64_t a, uint64_t b) { return a != 0 && b > most / a ? most : a * b; }

/// Vectors of up to four components. The members of structures are as few as `ShaderLimits` lets pass.
uint64_t vectorCount(const TType &type) {
    uint64_t count = type.isMatrix() ? uint64_t(type.getMatrixCols()) : 1;
    if (type.isStruct() && type.getStruct() != nullptr) {
        count = 0;
        for (const TTypeLoc &member : *type.getStruct()) count = std::min(count + vectorCount(*member.type), most);
    }
    if (type.isArray()) {
        const TArraySizes &sizes = *type.getArraySizes();
        for (int dimension = 0; dimension < sizes.getNumDims(); ++dimension) {
            uint32_t size = sizes.getDimSize(dimension);
            // Without a size it is as long as the largest index asks for.
            count = limitedProduct(count, size == UnsizedArraySize ? uint32_t(sizes.getImplicitSize()) : size);
        }
    }
    return count;
}

}  // namespace

GlslangVariableSizes glslang_shader_measure_variables(glslang_shader_s *shader) {
    GlslangVariableSizes result = {0, 0};
    const TIntermediate *tree = shader->shader->getIntermediate();
    const TIntermAggregate *globals = tree->getTreeRoot() == nullptr ? nullptr : tree->findLinkerObjects();
    if (globals == nullptr) return result;
    for (const TIntermNode *node : const_cast<TIntermAggregate *>(globals)->getSequence()) {
        const TIntermSymbol *symbol = node == nullptr ? nullptr : const_cast<TIntermNode *>(node)->getAsSymbolNode();
        if (symbol == nullptr) continue;
        uint64_t count = vectorCount(symbol->getType());
        result.largest = std::max(result.largest, count);
        if (symbol->getQualifier().isPipeInput() || symbol->getQualifier().isPipeOutput()) result.inputsAndOutputs = std::min(result.inputsAndOutputs + count, most);
    }
    return result;
}
