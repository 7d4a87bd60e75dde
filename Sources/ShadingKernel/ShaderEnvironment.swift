// ShaderEnvironment: what emitted shader code asks of the code around it. The renderer answers with kernel code of its own:
// interpolation, attribute fetch, uniform memory, texture sampling.
//
// All values are 32-bit register patterns. Every answer must be total: out of range reads zero.

import Kernel
import Shading

/// Four components, as register patterns of float, int or uint.
package struct LaneTexel {
    package var x: UIntLanes, y: UIntLanes, z: UIntLanes, w: UIntLanes
    package init(x: UIntLanes, y: UIntLanes, z: UIntLanes, w: UIntLanes) {
        self.x = x; self.y = y; self.z = z; self.w = w
    }
}

/// The operands of one texture instruction, absent ones nil.
package struct LaneTextureRequest {
    /// Texture unit: the first of the sampler; or per lane, clamped into the sampler array, where that is indexed.
    package var unit: Int
    package var laneUnits: IntLanes?
    /// s, t, r or a direction; for arrays the layer stands in [2]. Float lookups.
    package var coordinate: [FloatLanes] = []
    /// Fetch.
    package var texel: [IntLanes] = []
    package var level: IntLanes?
    package var reference: FloatLanes?
    /// Explicit level or bias.
    package var lod: FloatLanes?
    /// Derivatives of the coordinate along window x and y: given, or for implicit and bias the quad's coarse differences,
    /// in all four lanes alike.
    package var ddx: [FloatLanes] = []
    package var ddy: [FloatLanes] = []
    package var offset: [IntLanes] = []
}

package protocol ShaderEnvironment {
    /// The pattern of an input component; asked for once, before the shader's code.
    func input(_ component: Int, _ builder: KernelBuilder) -> UIntLanes
    /// The pattern of a built-in input; `frontFacing` and `helperInvocation`: all ones for true.
    func builtin(_ input: BuiltinInput, _ builder: KernelBuilder) -> UIntLanes

    /// A word of a uniform block at a place known now.
    func uniformWord(block: Int, word: Int, _ builder: KernelBuilder) -> Scalar<UInt32>
    /// The same at places found at run time; as unsigned numbers, zero outside the block.
    func uniformWord(block: Int, word: Scalar<UInt32>, _ builder: KernelBuilder) -> Scalar<UInt32>
    func uniformWords(block: Int, words: UIntLanes, _ builder: KernelBuilder) -> UIntLanes

    /// - Parameter active: the lanes whose results matter; for implicit derivatives their quads' other lanes count too, and
    ///   have theirs in the request already.
    func sample(_ operation: TextureOperation, _ request: LaneTextureRequest, active: LaneMask, _ builder: KernelBuilder) -> LaneTexel
    /// Width, height, depth or layers of the texture at `level`.
    func textureSize(_ operation: TextureOperation, unit: Int, laneUnits: IntLanes?, level: IntLanes, active: LaneMask, _ builder: KernelBuilder) -> (IntLanes, IntLanes, IntLanes)
}
