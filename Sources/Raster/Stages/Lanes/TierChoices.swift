// TierChoices: what the two tiers of the tile renderer's kernels do in different ways, with the same results. The baseline tier has
// less code to compile; the optimised one is faster when it runs. CompileTier has what concerns all kernels.

import Kernel

extension CompileTier {
    /// Lanes of the vertex kernel. The rows of memory that it reads and writes are taken lane by lane, so that its code is as long as
    /// there are lanes; four at a time it finds as many groups as with W lanes groups of W.
    func vertexLanes(_ lanes: Int) -> Int { self == .baseline ? 4 : lanes }
    /// Coverage has code of its own for small and for thin primitives. Else it takes all of them block by block.
    var choosesCoverage: Bool { self == .optimized }
    /// Coverage asks for records some primitives ahead.
    var prefetchesRecords: Bool { self == .optimized }
    /// Shading computes the inputs of the next batch before the shader of this one runs, which then does not wait for its own; unless all are flat, which takes no computing.
    var interpolatesAhead: Bool { self == .optimized }
    /// Equal lookups of a shader call one function.
    var sharesLookups: Bool { self == .baseline }
    /// The fields of a mip level are found lane by lane, also where all lanes read one level.
    var findsLevelsByLane: Bool { self == .baseline }
    /// Both mip levels of a lookup are read by one piece of code, in a loop.
    var readsLevelsInTurn: Bool { self == .baseline }
    /// Texels inside of a level are read by rows from their lower left ones, and picked in registers.
    var readsTexelRuns: Bool { self == .optimized }
    /// Bytes up to which two texels are read at once.
    var largestPairedTexel: Int { self == .optimized ? 4 : 2 }

    /// How lanes lie on pixels when a kernel of W lanes shades: two blocks of coverage side by side, or one.
    func shadingBlock(lanes: Int) -> TileBlock { self == .baseline ? .narrowShading(lanes: max(8, lanes)) : .shading(lanes: 2 * lanes) }
}
