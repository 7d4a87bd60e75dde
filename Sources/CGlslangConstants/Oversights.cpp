// Oversights.cpp: finds mistakes that glslang 12 accepts, although they can be found in its syntax tree.

// glslang's archive is compiled with these settings, so this file must be too; see ConstantFolding.cpp.
#define ENABLE_HLSL
#ifndef NDEBUG
#define NDEBUG
#endif
#include <set>

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/MachineIndependent/localintermediate.h>
#include <glslang/Public/ShaderLang.h>

#include "CGlslangConstants.h"
#include "GlslangShader.h"
#include "TypeSizes.h"

namespace {

using namespace glslang;

class Search : public TIntermTraverser {
public:
    Search(GlslangOversight *found, uint32_t limit) : found(found), limit(limit) {}
    uint32_t count = 0;

    bool visitSwitch(TVisit, TIntermSwitch *node) override {
        TIntermTyped *selector = node->getCondition()->getAsTyped();
        if (selector == nullptr || node->getBody() == nullptr) return true;
        for (TIntermNode *statement : node->getBody()->getSequence()) {
            const TIntermBranch *label = statement == nullptr ? nullptr : statement->getAsBranchNode();
            if (label != nullptr && label->getFlowOp() == EOpCase && label->getExpression() != nullptr
                && label->getExpression()->getBasicType() != selector->getBasicType())
                report(GlslangLabelOfOtherType, label->getLoc());
        }
        return true;
    }

    bool visitSelection(TVisit, TIntermSelection *node) override {
        // A selection node is a `? :` expression or an if statement. A statement has no type, so a node whose type is an array is a `? :`
        // expression.
        if (node->isArray()) report(GlslangChoiceOfArrays, node->getLoc());
        return true;
    }

    void visitSymbol(TIntermSymbol *node) override { findCopy(node); }

    bool visitAggregate(TVisit, TIntermAggregate *node) override {
        bool isInterpolation = node->getOp() == EOpInterpolateAtSample || node->getOp() == EOpInterpolateAtOffset;
        if (isInterpolation && !node->getSequence().empty()) findMember(node->getSequence()[0]->getAsTyped());
        return node->getOp() != EOpLinkerObjects;
    }

    bool visitUnary(TVisit, TIntermUnary *node) override {
        if (node->getOp() == EOpInterpolateAtCentroid) findMember(node->getOperand());
        if (node->getOp() == EOpArrayLength) bases.insert(node->getOperand());
        return true;
    }

    bool visitBinary(TVisit, TIntermBinary *node) override {
        const TType &whole = node->getLeft()->getType();
        if (node->getOp() == EOpIndexDirect || node->getOp() == EOpIndexIndirect || node->getOp() == EOpIndexDirectStruct) {
            findCopy(node);
            bases.insert(node->getLeft());
        }
        if (node->getOp() == EOpIndexIndirect && whole.isArray() && whole.getBasicType() == EbtBlock
            && whole.getQualifier().storage == EvqUniform)
            report(GlslangVariableBlockIndex, node->getLoc());
        if (node->getOp() == EOpIndexIndirect && whole.isArray() && whole.getBasicType() == EbtSampler && !whole.getSampler().isImage())
            report(GlslangVariableSamplerIndex, node->getLoc());
        const TIntermConstantUnion *index = node->getOp() == EOpIndexDirect ? node->getRight()->getAsConstantUnion() : nullptr;
        // All nodes of a variable share the variable's type. So the type contains the declared size even at a node before the declaration
        // of the size.
        if (index != nullptr && whole.isSizedArray() && !whole.isImplicitlySizedArray() && index->getBasicType() == EbtInt) {
            int number = index->getConstArray()[0].getIConst();
            if (number >= whole.getOuterArraySize()) report(GlslangIndexBeyondSize, node->getLoc(), number, whole.getOuterArraySize());
        }
        return true;
    }

    /// Finds input arrays whose size differs from the size of the first input array (GLSL 1.50, 4.3.8.1). glslang itself checks these sizes
    /// only if the shader has declared an input layout.
    void findSizes(const TIntermSequence &variables) {
        int size = 0;
        for (TIntermNode *node : variables) {
            const TIntermSymbol *symbol = node == nullptr ? nullptr : node->getAsSymbolNode();
            if (symbol == nullptr || !symbol->getQualifier().isPipeInput()) continue;
            const TType &type = symbol->getType();
            if (!type.isSizedArray() || type.isImplicitlySizedArray()) continue;
            if (size == 0) size = type.getOuterArraySize();
            if (type.getOuterArraySize() != size) report(GlslangInputSizesDiffer, symbol->getLoc(), type.getOuterArraySize(), size);
        }
    }

private:
    GlslangOversight *found;
    uint32_t limit;
    /// The nodes of arrays and structures of which the shader accesses only an element, a member or the length.
    std::set<const TIntermNode *> bases;

    /// Reports an interpolated variable that is a member of a structure, or an element of such a member.
    void findMember(TIntermTyped *interpolant) {
        while (TIntermBinary *access = interpolant == nullptr ? nullptr : interpolant->getAsBinaryNode()) {
            if (access->getOp() == EOpIndexDirectStruct && access->getLeft()->getBasicType() == EbtStruct)
                return report(GlslangInterpolatedMember, access->getLoc());
            interpolant = access->getLeft();
        }
    }

    /// Finds arrays and structures of blocks that are accessed as a whole. The generator of SPIR-V copies them element by element, which takes
    /// a time that grows with the square of the number of elements.
    void findCopy(const TIntermTyped *node) {
        const TType &type = node->getType();
        if (!type.getQualifier().isUniformOrBuffer() || !(type.isArray() || type.isStruct()) || type.getBasicType() == EbtBlock) return;
        uint64_t count = vectorCount(type);
        if (count > 16384 && bases.count(node) == 0) report(GlslangLargeCopy, node->getLoc(), 0, int(std::min(count, uint64_t(INT32_MAX))));
    }

    void report(GlslangOversightKind kind, const TSourceLoc &place, int index = 0, int size = 0) {
        if (count < limit) found[count++] = {kind, place.line, index, size};
    }
};

}  // namespace

uint32_t glslang_shader_find_oversights(glslang_shader_s *shader, GlslangOversight *found, uint32_t limit) {
    TIntermNode *root = shader->shader->getIntermediate()->getTreeRoot();
    if (root == nullptr) return 0;
    Search search(found, limit);
    root->traverse(&search);
    TIntermAggregate *variables = shader->shader->getIntermediate()->findLinkerObjects();
    if (shader->shader->getStage() == EShLangGeometry && variables != nullptr) search.findSizes(variables->getSequence());
    return search.count;
}
