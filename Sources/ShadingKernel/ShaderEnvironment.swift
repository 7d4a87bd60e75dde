// ShaderEnvironment: the inputs, uniforms and textures that a shader in a kernel reads. The tile renderer
// implements this protocol.

import Kernel
import Shading

/// The evaluated operands of one texture instruction, in W lanes. The fields correspond to the fields of `TextureRequest`. An
/// absent operand is nil.
package struct TextureOperands {
    /// The texture unit, counted from the operation's first unit and clamped to the sampler array; nil if the operation does not
    /// access an array.
    package var unitOffset: IntLanes?
    /// Float coordinates, for the operations sample and gather.
    package var coordinate: [FloatLanes] = []
    /// Integer coordinates, for fetch.
    package var texel: [IntLanes] = []
    package var reference: FloatLanes?
    /// For a lookup with an explicit level, the level; otherwise the bias of the implicit level.
    package var lod: FloatLanes?
    /// The level of a fetch.
    package var level: IntLanes?
    /// The sample that a fetch reads.
    package var sample: IntLanes?
    /// The derivatives of `coordinate`. Explicit derivatives have one value per lane; the coarse differences have one value per
    /// quad. The derivatives are empty if the level is explicit.
    package var gradientX: [FloatLanes] = []
    package var gradientY: [FloatLanes] = []
    package var offset: [IntLanes] = []
    package init() {}
}

package protocol ShaderEnvironment {
    /// The bits of an input component.
    func input(_ component: Int) -> UIntLanes
    func builtin(_ builtin: BuiltinInput) -> UIntLanes
    /// The integer part of a floating-point built-in, as unsigned integers; nil if the environment has this value only as
    /// floats.
    func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes?
    /// The memory of a uniform block and its size in 32-bit words.
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>)
    /// The four components of the result, as bits. The values in lanes outside of `mask` are unspecified.
    func texture(_ operation: TextureOperation, _ operands: TextureOperands, mask: LaneMask) -> [UIntLanes]
    /// The width, the height, and the depth or the number of layers.
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes]
    /// The lanes of padding quads, which only fill unused lanes; nil if there are none. Padding quads may have inputs that no real
    /// quad has. No loop continues only because a padding quad's lanes are active.
    var idle: LaneMask? { get }
    /// The number of loop iterations left. All loops of a run together use up this number of iterations.
    var stepBudget: Variable<Scalar<Int32>> { get }
    /// Emits the code that runs if the loop with this `end` index would be repeated but no iterations are left. The code must
    /// leave the function.
    func stopForStepLimit(loopEnd: Int)
}

extension ShaderEnvironment {
    package var idle: LaneMask? { nil }
    package func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes? { nil }
}
