// Variables.cpp: measures the variables of a parsed shader, and finds the locations that the source gives to variables. glslang
// itself reports neither sizes nor locations before SPIR-V is generated.

// glslang's archive is compiled with these settings, so this file must be too; see ConstantFolding.cpp.
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
#include "TypeSizes.h"

namespace {

using namespace glslang;

/// Returns the number of locations of a uniform (GLSL 4.60, 4.4.3).
uint64_t locationCount(const TType &type) {
    return sizeSum(type, [](const TType &) { return uint64_t(1); });
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
        // Storage blocks are not measured: they are buffers, which may be large.
        if (symbol->getQualifier().storage == EvqBuffer) continue;
        uint64_t count = vectorCount(symbol->getType());
        result.largest = std::max(result.largest, count);
        if (symbol->getQualifier().isPipeInput() || symbol->getQualifier().isPipeOutput())
            result.inputsAndOutputs = std::min(result.inputsAndOutputs + count, mostVectors);
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
