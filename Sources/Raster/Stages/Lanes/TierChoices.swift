// TierChoices: the choices that differ between the two tiers of the tile renderer's kernels. Both tiers give the same results. The
// baseline tier has less code to compile; the code of the optimised tier runs faster. CompileTier has the choices that concern the
// kernels of all modules.

import Kernel

extension CompileTier {
    /// Returns the number of lanes of the vertex kernel. The kernel reads and writes rows of memory lane by lane, so its code grows
    /// with the number of lanes. The lists of vertices are padded to a multiple of W, and therefore also to a multiple of four.
    func vertexLanes(_ lanes: Int) -> Int { self == .baseline ? 4 : lanes }
    /// Whether coverage has special code for small and for thin primitives. Without this code, coverage processes all primitives block by block.
    var choosesCoverage: Bool { self == .optimized }
    /// Whether coverage prefetches the records of later primitives.
    var prefetchesRecords: Bool { self == .optimized }
    /// Whether shading computes the inputs of the next batch before the shader of this batch runs, so that the shader does not wait for its
    /// inputs. Flat inputs need no computation, so for a shader with only flat inputs nothing is computed ahead.
    var interpolatesAhead: Bool { self == .optimized }
    /// Whether a shader's texture lookups call one function if they need the same code. If false, each lookup has its own copy of the
    /// code.
    var sharesLookups: Bool { self == .baseline }
    /// Whether lookups in alike texture units at the same coordinate are emitted together, so that they share work (see `AlikeUnits`).
    var groupsLookups: Bool { self == .optimized }
    /// Whether code finds the fields of a mip level lane by lane even if all lanes read the same level.
    var findsLevelsByLane: Bool { self == .baseline }
    /// Whether one piece of code reads both mip levels of a lookup, in a loop.
    var readsLevelsInTurn: Bool { self == .baseline }
    /// Whether a lookup loads runs of neighbouring texels if all its texels lie inside of a level. Each lane then picks its texels from
    /// these runs.
    var readsTexelRuns: Bool { self == .optimized }
    /// The maximum size of a texel, in bytes, for which one load reads a pair of texels.
    var largestPairedTexel: Int { self == .optimized ? 4 : 2 }

    /// Returns the number of lanes of the coverage kernel on a target of W lanes. With 16 lanes, the kernel's blocks are 4×4 pixels; see
    /// TileBlock.
    func coverageLanes(_ lanes: Int, hasLoops: Bool) -> Int { self == .optimized && hasLoops ? 16 : lanes }
    /// Returns the block of pixels whose quads follow one another in the queue on a target of W lanes.
    func queuedBlock(lanes: Int, hasLoops: Bool) -> TileBlock {
        hasLoops && lanes < 16 && self == .optimized ? .compactShading(lanes: 32) : .shading(lanes: 2 * lanes)
    }
    /// Returns the block of pixels that one batch of shading processes on a target of W lanes. In the optimised tier, the result has as many
    /// pixels as two blocks of coverage. In the baseline tier, the result is one block of coverage, but at least 8 pixels.
    /// - Parameter isLong: Whether the shader is faster with twice as many pixels if W is below 16. The baseline tier ignores this parameter.
    func shadingBlock(lanes: Int, hasLoops: Bool, isLong: Bool) -> TileBlock {
        switch self {
        case .baseline: .narrowShading(lanes: max(8, lanes))
        case .optimized where hasLoops && lanes < 16: .compactShading(lanes: isLong ? 4 * lanes : 2 * lanes)
        case .optimized: isLong ? .longShading(lanes: lanes) : .shading(lanes: 2 * lanes)
        }
    }
}
