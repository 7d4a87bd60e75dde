// TierChoices: the choices in which the two tiers of the tile renderer's kernels differ. Both tiers give the same results. The
// baseline tier has less code to compile; the code of the optimised tier runs faster. CompileTier has the choices that concern all
// kernels.

import Kernel

extension CompileTier {
    /// Returns the number of lanes of the vertex kernel. The kernel reads and writes rows of memory lane by lane, so its code grows
    /// with the number of lanes. The lists of vertices are padded to a multiple of W, which is also a multiple of four.
    func vertexLanes(_ lanes: Int) -> Int { self == .baseline ? 4 : lanes }
    /// Whether coverage has special code for small and for thin primitives. If not, coverage covers all primitives block by block.
    var choosesCoverage: Bool { self == .optimized }
    /// Whether coverage prefetches the records of primitives that come later.
    var prefetchesRecords: Bool { self == .optimized }
    /// Whether shading computes the inputs of the next batch before the shader of this batch runs, so that the shader does not wait
    /// for its inputs. Flat inputs need no computation, so this is not done for a shader with only flat inputs.
    var interpolatesAhead: Bool { self == .optimized }
    /// Whether equal lookups of a shader call one function.
    var sharesLookups: Bool { self == .baseline }
    /// Whether the fields of a mip level are found lane by lane even if all lanes read the same level.
    var findsLevelsByLane: Bool { self == .baseline }
    /// Whether one piece of code reads both mip levels of a lookup, in a loop.
    var readsLevelsInTurn: Bool { self == .baseline }
    /// Whether lookups inside of a level load runs of neighbouring texels, and pick the texels of each lane in registers.
    var readsTexelRuns: Bool { self == .optimized }
    /// The largest size in bytes of texels that one load reads in pairs.
    var largestPairedTexel: Int { self == .optimized ? 4 : 2 }

    /// Returns the pixels that shading takes at once on a target of W lanes. The optimised tier takes two blocks of coverage side
    /// by side. The baseline tier takes one block, but at least 8 pixels.
    func shadingBlock(lanes: Int) -> TileBlock { self == .baseline ? .narrowShading(lanes: max(8, lanes)) : .shading(lanes: 2 * lanes) }
}
