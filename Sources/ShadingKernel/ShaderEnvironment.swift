// ShaderEnvironment: everything that a shader in a kernel reads from outside: inputs, uniforms, textures. The tile renderer
// provides it.

import Kernel
import Shading

/// The evaluated operands of one texture instruction, W lanes. Mirrors `TextureRequest`. An absent operand is nil.
package struct TextureOperands {
    /// The texture unit relative to the operation's first unit, clamped into the sampler array; nil if the operation does not
    /// access an array.
    package var unitOffset: IntLanes?
    /// Float coordinates, for sample and gather.
    package var coordinate: [FloatLanes] = []
    /// Integer coordinates, for fetch.
    package var texel: [IntLanes] = []
    package var reference: FloatLanes?
    /// The explicit level, or the bias.
    package var lod: FloatLanes?
    /// The level of a fetch.
    package var level: IntLanes?
    /// The derivatives of `coordinate`: explicit derivatives, per lane, or the coarse differences, one per quad. Empty if the level
    /// is explicit.
    package var gradientX: [FloatLanes] = []
    package var gradientY: [FloatLanes] = []
    package var offset: [IntLanes] = []
    package init() {}
}

package protocol ShaderEnvironment {
    /// The bits of an input component.
    func input(_ component: Int) -> UIntLanes
    func builtin(_ builtin: BuiltinInput) -> UIntLanes
    /// The integer part of a floating-point built-in, as unsigned integers; nil if a conversion would be needed.
    func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes?
    /// The memory of a uniform block and its size in 32-bit words.
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>)
    /// The four results as bits. Lanes outside of `mask` are unspecified.
    func texture(_ operation: TextureOperation, _ operands: TextureOperands, mask: LaneMask) -> [UIntLanes]
    /// The width, the height, and the depth or the number of layers.
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes]
    /// The lanes of padding quads, which only fill unused lanes; nil for none. They may have inputs that no real quad has, and no
    /// loop continues only for them.
    var idle: LaneMask? { get }
    /// The number of loop iterations left. All loops of one run share it.
    var stepBudget: Variable<Scalar<Int32>> { get }
    /// Emits the code that runs if no iterations are left in the loop whose `end` has this index. It must leave the function.
    func stopForStepLimit(loopEnd: Int)
}

extension ShaderEnvironment {
    package var idle: LaneMask? { nil }
    package func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes? { nil }
}
