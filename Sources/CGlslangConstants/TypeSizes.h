// The sizes of glslang's types.
#pragma once
#include <algorithm>
#include <cstdint>

#include <glslang/Include/Types.h>

namespace glslang {

/// Sizes are limited to this number. The number is above every limit that sizes are compared with, and so small that sums of such sizes do
/// not overflow.
constexpr uint64_t mostVectors = uint64_t(1) << 40;

inline uint64_t limitedProduct(uint64_t a, uint64_t b) { return a != 0 && b > mostVectors / a ? mostVectors : a * b; }

/// Returns the sum of `part` over all elements of arrays and all members of structures. `ShaderLimits` limits the number of members of
/// structures.
inline uint64_t sizeSum(const TType &type, uint64_t (*part)(const TType &)) {
    uint64_t count;
    if (type.isStruct() && type.getStruct() != nullptr) {
        count = 0;
        for (const TTypeLoc &member : *type.getStruct()) count = std::min(count + sizeSum(*member.type, part), mostVectors);
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

/// Returns the number of vectors of up to four components in a value of the type.
inline uint64_t vectorCount(const TType &type) {
    return sizeSum(type, [](const TType &part) { return part.isMatrix() ? uint64_t(part.getMatrixCols()) : uint64_t(1); });
}

}  // namespace glslang
