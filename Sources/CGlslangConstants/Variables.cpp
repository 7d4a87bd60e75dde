// Variables.cpp: measures the variables of a parsed shader, and finds the locations that the source gives to variables. glslang
// itself reports neither sizes nor locations before SPIR-V is generated.

// These settings are those with which the archive is compiled; see ConstantFolding.cpp.
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

/// A number above every limit. It is small enough that sums of such numbers do not overflow.
constexpr uint64_t most = uint64_t(1) << 40;

uint64_t limitedProduct(uint64_t a, uint64_t b) { return a != 0 && b > most / a ? most : a * b; }

/// The sum of `part` over all elements of arrays and all members of structures. `ShaderLimits` limits the number of members of
/// structures.
uint64_t sum(const TType &type, uint64_t (*part)(const TType &)) {
    uint64_t count;
    if (type.isStruct() && type.getStruct() != nullptr) {
        count = 0;
        for (const TTypeLoc &member : *type.getStruct()) count = std::min(count + sum(*member.type, part), most);
    } else {
        count = part(type);
    }
    if (type.isArray()) {
        const TArraySizes &sizes = *type.getArraySizes();
        for (int dimension = 0; dimension < sizes.getNumDims(); ++dimension) {
            uint32_t size = sizes.getDimSize(dimension);
            // An array without a size is as long as its largest constant index requires.
            count = limitedProduct(count, size == UnsizedArraySize ? uint32_t(sizes.getImplicitSize()) : size);
        }
    }
    return count;
}

/// The number of vectors of up to four components in a value of the type.
uint64_t vectorCount(const TType &type) {
    return sum(type, [](const TType &part) { return part.isMatrix() ? uint64_t(part.getMatrixCols()) : uint64_t(1); });
}

/// The number of locations of a uniform (GLSL 4.60, 4.4.3).
uint64_t locationCount(const TType &type) {
    return sum(type, [](const TType &) { return uint64_t(1); });
}

const TIntermAggregate *globals(glslang_shader_s *shader) {
    const TIntermediate *tree = shader->shader->getIntermediate();
    return tree->getTreeRoot() == nullptr ? nullptr : tree->findLinkerObjects();
}

}  // namespace

GlslangVariableSizes glslang_shader_measure_variables(glslang_shader_s *shader) {
    GlslangVariableSizes result = {0, 0};
    const TIntermAggregate *variables = globals(shader);
    if (variables == nullptr) return result;
    for (const TIntermNode *node : const_cast<TIntermAggregate *>(variables)->getSequence()) {
        const TIntermSymbol *symbol = node == nullptr ? nullptr : const_cast<TIntermNode *>(node)->getAsSymbolNode();
        if (symbol == nullptr) continue;
        // The buffers of storage blocks may be large.
        if (symbol->getQualifier().storage == EvqBuffer) continue;
        uint64_t count = vectorCount(symbol->getType());
        result.largest = std::max(result.largest, count);
        if (symbol->getQualifier().isPipeInput() || symbol->getQualifier().isPipeOutput())
            result.inputsAndOutputs = std::min(result.inputsAndOutputs + count, most);
    }
    return result;
}

uint32_t glslang_shader_find_locations(glslang_shader_s *shader, GlslangLocation *found, uint32_t limit) {
    const TIntermAggregate *variables = globals(shader);
    if (variables == nullptr) return 0;
    uint32_t count = 0;
    for (const TIntermNode *node : const_cast<TIntermAggregate *>(variables)->getSequence()) {
        const TIntermSymbol *symbol = node == nullptr ? nullptr : const_cast<TIntermNode *>(node)->getAsSymbolNode();
        if (symbol == nullptr || !(symbol->getQualifier().hasLocation() || symbol->getQualifier().hasBinding())) continue;
        const TQualifier &qualifier = symbol->getQualifier();
        if (qualifier.storage != EvqUniform && qualifier.storage != EvqBuffer && !qualifier.isPipeInput() && !qualifier.isPipeOutput()) continue;
        if (count++ >= limit) continue;
        const TType &type = symbol->getType();
        const TString &name = type.getBasicType() == EbtBlock ? type.getTypeName() : symbol->getName();
        GlslangStorage storage = qualifier.isUniformOrBuffer() ? GlslangUniform : qualifier.isPipeInput() ? GlslangInput : GlslangOutput;
        found[count - 1] = {name.c_str(), storage, qualifier.hasLocation(), qualifier.hasBinding(), qualifier.layoutLocation, qualifier.layoutBinding,
                            locationCount(type)};
    }
    return count;
}
