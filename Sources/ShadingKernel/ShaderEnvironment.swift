// ShaderEnvironment: the surroundings of a shader in a kernel: inputs, uniforms, textures. The tile renderer provides them.

import Kernel
import Shading

/// The evaluated operands of one texture instruction, W lanes. Mirrors `TextureRequest`; nil where absent.
package struct TextureOperands {
    /// Texture unit relative to the operation's first, clamped into the sampler array; nil when it is not an array access.
    package var unitOffset: IntLanes?
    /// Floats for sample and gather.
    package var coordinate: [FloatLanes] = []
    /// Ints for fetch.
    package var texel: [IntLanes] = []
    package var reference: FloatLanes?
    /// Explicit level or bias.
    package var lod: FloatLanes?
    /// Level of a fetch.
    package var level: IntLanes?
    /// Derivatives of `coordinate`: given, per lane, or the coarse differences, one per quad; empty when the level is explicit.
    package var gradientX: [FloatLanes] = []
    package var gradientY: [FloatLanes] = []
    package var offset: [IntLanes] = []
    package init() {}
}

package protocol ShaderEnvironment {
    /// Bits of an input component.
    func input(_ component: Int) -> UIntLanes
    func builtin(_ builtin: BuiltinInput) -> UIntLanes
    /// A built-in of floats without its fraction, as whole numbers of at least 0; nil where it is not known without converting it.
    func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes?
    /// The memory of a uniform block and its size in 32-bit words.
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>)
    /// Four results as bits. Lanes outside of `mask` may get anything.
    func texture(_ operation: TextureOperation, _ operands: TextureOperands, mask: LaneMask) -> [UIntLanes]
    /// Width, height, depth or layers.
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes]
    /// The lanes of quads that are there to fill up lanes only and may have inputs which no quad has: for them no loop goes on.
    /// nil: none.
    var idle: LaneMask? { get }
    /// Loop iterations left; shared by the loops of one run.
    var stepBudget: Variable<Scalar<Int32>> { get }
    /// Emits the code that runs when the budget is spent in the loop whose `end` has this index; it must leave the function.
    func stopForStepLimit(loopEnd: Int)
}

extension ShaderEnvironment {
    package var idle: LaneMask? { nil }
    package func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes? { nil }
}
