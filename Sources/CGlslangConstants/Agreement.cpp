// Agreement.cpp: makes declarations of two stages equal if the specifications allow them to differ and glslang's linker does not.

// glslang's archive is compiled with these settings, so this file must be too; see ConstantFolding.cpp.
#define ENABLE_HLSL
#ifndef NDEBUG
#define NDEBUG
#endif
#include <algorithm>
#include <map>
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

/// Sets the outer size of the array `name` in all nodes of the syntax tree that refer to the array.
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

/// Returns the name by which the linker matches a variable: for a block, the block's name.
std::string linkName(const TIntermSymbol *symbol) {
    const TType &type = symbol->getType();
    return (type.getBasicType() == EbtBlock ? type.getTypeName() : symbol->getName()).c_str();
}

/// Returns whether the variable is the block gl_PerFragment. From GLSL 1.50 on, this block contains the fragment shader's inputs of fixed
/// function. The variable's name begins with `anon@`. For a block with such a name, glslang's linker compares the names of the block's
/// members with the names of outputs.
bool isFragmentBlock(const TIntermSymbol *symbol) {
    return symbol->getType().getBasicType() == EbtBlock && symbol->getType().getTypeName() == "gl_PerFragment";
}

/// Gives the variables `ids`, which are inputs, names that no shader source can contain.
class Renaming : public TIntermTraverser {
public:
    std::set<long long> ids;
    void visitSymbol(TIntermSymbol *symbol) override {
        if (ids.count(symbol->getId()) == 0) return;
        // glslang has no function that changes a symbol's name. The cast is allowed, because neither the symbol nor its string was created
        // as a constant.
        TString &name = const_cast<TString &>(symbol->getName());
        if (symbol->getType().getBasicType() != EbtBlock) name.append(suffix);
        else if (isFragmentBlock(symbol)) name = symbol->getType().getTypeName();
        else if (renamedTypes.insert(&symbol->getType().getTypeName()).second) const_cast<TString &>(symbol->getType().getTypeName()).append(suffix);
    }

private:
    const char *suffix = "@";
    /// The block names that have been changed. All nodes of a block share one string for the block's name, so it must be changed only once.
    std::set<const TString *> renamedTypes;
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

void glslang_shaders_separate_inputs(glslang_shader_s *first, glslang_shader_s *second) {
    TIntermSequence *outputs = globals(first), *inputs = globals(second);
    if (outputs == nullptr || inputs == nullptr) return;
    std::map<std::string, int> locations;
    std::set<std::string> members;
    for (TIntermNode *node : *outputs) {
        const TIntermSymbol *symbol = node == nullptr ? nullptr : node->getAsSymbolNode();
        if (symbol == nullptr || !symbol->getQualifier().isPipeOutput()) continue;
        if (symbol->getQualifier().hasLocation()) locations[linkName(symbol)] = symbol->getQualifier().layoutLocation;
        if (symbol->getType().getBasicType() != EbtBlock || symbol->getType().getTypeName() != "gl_PerVertex") continue;
        for (const TTypeLoc &member : *symbol->getType().getStruct()) members.insert(member.type->getFieldName().c_str());
    }
    Renaming renaming;
    for (TIntermNode *node : *inputs) {
        const TIntermSymbol *symbol = node == nullptr ? nullptr : node->getAsSymbolNode();
        if (symbol == nullptr || !symbol->getQualifier().isPipeInput()) continue;
        // gl_TexCoord and gl_FogFragCoord are members of a block in the stage that writes them, but separate variables in fragment shaders
        // before GLSL 1.50. So these variables are renamed too.
        if (isFragmentBlock(symbol) || members.count(symbol->getName().c_str()) != 0) renaming.ids.insert(symbol->getId());
        if (!symbol->getQualifier().hasLocation()) continue;
        auto output = locations.find(linkName(symbol));
        if (output != locations.end() && output->second != int(symbol->getQualifier().layoutLocation)) renaming.ids.insert(symbol->getId());
    }
    if (!renaming.ids.empty()) root(second)->traverse(&renaming);
}

void glslang_shader_rename_builtin_block(glslang_shader_s *shader) {
    TIntermSequence *variables = globals(shader);
    if (variables == nullptr) return;
    for (TIntermNode *node : *variables) {
        TIntermSymbol *symbol = node == nullptr ? nullptr : node->getAsSymbolNode();
        if (symbol == nullptr || !symbol->getQualifier().isPipeInput() || symbol->getType().getBasicType() != EbtBlock
            || symbol->getType().getTypeName() != "gl_PerVertex") continue;
        // All shaders share the built-in type, so the name is changed in a copy of the type, which the variable gets. It suffices to change
        // this one node, because glslang's linker reads no other node of the variable.
        TType copy;
        copy.deepCopy(symbol->getType());
        const_cast<TString &>(copy.getTypeName()).append("@");
        symbol->getWritableType().shallowCopy(copy);
    }
}

void glslang_shaders_drop_unused_uniforms(glslang_shader_s *first, glslang_shader_s *second) {
    dropUnused(first, second);
    dropUnused(second, first);
}
