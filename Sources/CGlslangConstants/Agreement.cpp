// Agreement.cpp: makes declarations of two stages equal if the specifications allow them to differ and glslang's linker does not.

// The same settings as the archive is compiled with; see ConstantFolding.cpp.
#define ENABLE_HLSL
#ifndef NDEBUG
#define NDEBUG
#endif
#include <algorithm>
#include <set>
#include <string>

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/Public/ShaderLang.h>

#include "CGlslangConstants.h"
#include "GlslangShader.h"

namespace {

using namespace glslang;

TIntermNode *root(glslang_shader_s *shader) { return shader == nullptr ? nullptr : shader->shader->getIntermediate()->getTreeRoot(); }

/// Returns the variables outside of functions; null if the shader has none.
TIntermSequence *globals(glslang_shader_s *shader) {
    if (root(shader) == nullptr) return nullptr;
    TIntermAggregate *objects = shader->shader->getIntermediate()->findLinkerObjects();
    return objects == nullptr ? nullptr : &objects->getSequence();
}

TIntermSymbol *find(TIntermSequence *variables, const char *name) {
    if (variables == nullptr) return nullptr;
    for (TIntermNode *node : *variables) {
        TIntermSymbol *symbol = node == nullptr ? nullptr : node->getAsSymbolNode();
        if (symbol != nullptr && symbol->getName() == name) return symbol;
    }
    return nullptr;
}

/// Sets the outer size of an array in all nodes that name it.
class Resizing : public TIntermTraverser {
public:
    Resizing(const char *name, int size) : name(name), size(size) {}
    void visitSymbol(TIntermSymbol *symbol) override {
        if (symbol->getName() == name && symbol->getType().isArray()) symbol->getWritableType().changeOuterArraySize(size);
    }

private:
    const char *name;
    int size;
};

/// Collects the names of the variables that functions use.
class Mentions : public TIntermTraverser {
public:
    std::set<std::string> names;
    bool visitAggregate(TVisit, TIntermAggregate *node) override { return node->getOp() != EOpLinkerObjects; }
    void visitSymbol(TIntermSymbol *symbol) override { names.insert(symbol->getName().c_str()); }
};

void dropUnused(glslang_shader_s *shader, glslang_shader_s *other) {
    TIntermSequence *variables = globals(shader), *others = globals(other);
    if (variables == nullptr || others == nullptr) return;
    Mentions mentions;
    root(shader)->traverse(&mentions);
    variables->erase(std::remove_if(variables->begin(), variables->end(), [&](TIntermNode *node) {
        const TIntermSymbol *symbol = node == nullptr ? nullptr : node->getAsSymbolNode();
        if (symbol == nullptr || symbol->getQualifier().storage != EvqUniform || mentions.names.count(symbol->getName().c_str()) != 0) return false;
        const TIntermSymbol *same = find(others, symbol->getName().c_str());
        return same != nullptr && same->getQualifier().storage == EvqUniform
            && same->getQualifier().precision != symbol->getQualifier().precision;
    }), variables->end());
}

}  // namespace

void glslang_shaders_match_sizes(glslang_shader_s *first, glslang_shader_s *second, const char *name) {
    const TIntermSymbol *x = find(globals(first), name), *y = find(globals(second), name);
    auto isSized = [](const TIntermSymbol *symbol) {
        return symbol != nullptr && symbol->getType().isSizedArray() && !symbol->getType().isImplicitlySizedArray();
    };
    if (!isSized(x) || !isSized(y)) return;
    Resizing resizing(name, std::max(x->getType().getOuterArraySize(), y->getType().getOuterArraySize()));
    for (glslang_shader_s *shader : {first, second}) root(shader)->traverse(&resizing);
}

void glslang_shaders_drop_unused_uniforms(glslang_shader_s *first, glslang_shader_s *second) {
    dropUnused(first, second);
    dropUnused(second, first);
}
