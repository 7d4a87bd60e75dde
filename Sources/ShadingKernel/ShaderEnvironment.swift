// ShaderEnvironment: the inputs, uniforms, textures and memory that a shader in a kernel uses. The tile renderer implements these
// protocols.

import Kernel
import Shading

/// The evaluated operands of one texture instruction, in W lanes. The properties correspond to the properties of `TextureRequest`. An
/// operand that the instruction does not have is nil or empty.
package struct TextureOperands {
    /// The texture unit, counted from the operation's first unit and clamped to the sampler array; nil if the operation does not
    /// access an array.
    package var unitOffset: IntLanes?
    /// Float coordinates, for the operations sample and gather.
    package var coordinate: [FloatLanes] = []
    /// Integer coordinates, for fetch.
    package var texel: [IntLanes] = []
    package var reference: FloatLanes?
    /// For a lookup with an explicit level, the level; otherwise the bias of the implicit level. The property is nil if the lookup has
    /// neither a level nor a bias.
    package var lod: FloatLanes?
    /// The level of a fetch; nil for other lookups.
    package var level: IntLanes?
    /// The sample that a fetch reads; nil if the lookup is no fetch from a multisampled texture.
    package var sample: IntLanes?
    /// The derivatives of `coordinate`. Derivatives that the shader passes have one value per lane. For an implicit level, the derivatives
    /// are differences between lanes of a quad, with one value per quad. For an explicit level, the list is empty.
    package var gradientX: [FloatLanes] = []
    package var gradientY: [FloatLanes] = []
    package var offset: [IntLanes] = []
    package init() {}
}

/// The evaluated operands of one image instruction, in W lanes. The properties correspond to the properties of `ImageRequest`. An operand
/// that the instruction does not have is nil or empty.
package struct ImageOperands {
    /// The image unit, counted from the operation's first unit and clamped to the array of images; nil if the operation does not
    /// access an array.
    package var unitOffset: IntLanes?
    /// The texel's coordinates, in the order of `ImageOperation.coordinate`.
    package var coordinate: [IntLanes] = []
    package var sample: IntLanes?
    /// Whether the lanes' texels are neighbours in a row: x rises by 1 from lane to lane, and all lanes share the other
    /// coordinates and the sample.
    package var isRow = false
    package init() {}
}

/// The memory that invocations share. Lanes outside of a `mask` never write, and the values that these lanes read are unspecified.
package protocol MemoryEnvironment {
    /// Returns the memory of a storage block, its size in 32-bit words, and its size in bytes. The size in bytes is limited to the largest
    /// int. At least 4 bytes at the address can be read, even if the size is smaller.
    func storageBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>, byteCount: Scalar<UInt32>)
    /// The address of the work group's memory. At least 4 bytes at this address can be read.
    var sharedWords: Pointer { get }
    /// The lanes that may write; nil if all lanes may write. Helper lanes and lanes without an invocation must not write.
    var writers: LaneMask? { get }
    /// Which threads may access storage blocks and images while the kernel runs.
    var access: WordAccess { get }
    /// Loads a texel. Returns the texel's four components as bits.
    func loadImage(_ operation: ImageOperation, _ operands: ImageOperands, mask: LaneMask) -> [UIntLanes]
    /// Writes a texel. If two lanes write the same texel, the value of the higher lane remains.
    func storeImage(_ operation: ImageOperation, _ operands: ImageOperands, texel: [UIntLanes], mask: LaneMask)
    /// Returns an image's width, height, depth or number of layers, and number of samples.
    func imageSize(_ operation: ImageOperation, unitOffset: IntLanes?) -> [UIntLanes]
    /// Calls `body` for images whose texels are words, and returns the results of `body`; 0 for lanes without a texel.
    /// - Parameter body: gets the image's address, the byte offset of each lane's texel, and the lanes that have a texel.
    func onImageWords(_ operation: ImageOperation, _ operands: ImageOperands, mask: LaneMask,
                      _ body: (Pointer, Lanes<Int64>, LaneMask) -> UIntLanes) -> UIntLanes
    /// Waits until the other invocations of the work group have reached a barrier or ended.
    func waitForWorkGroup()
}

/// Receives the vertices of geometry shaders. Lanes outside of `isActive` emit nothing.
package protocol VertexEmission {
    /// - Parameter slot: Returns the bits of a local slot, which may be an output.
    func emitVertex(_ slot: (Int) -> UIntLanes, isActive: LaneMask)
    func endPrimitive(isActive: LaneMask)
}

package protocol ShaderEnvironment {
    /// Returns the bits of an input component.
    func input(_ component: Int) -> UIntLanes
    func builtin(_ builtin: BuiltinInput) -> UIntLanes
    /// Returns the integer part of a floating-point built-in, as unsigned integers; nil if the environment has this value only as floats.
    func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes?
    /// Returns the value of a built-in input that is the same in all lanes according to `BuiltinInput.isUniform`.
    func uniformBuiltin(_ builtin: BuiltinInput) -> Scalar<UInt32>
    /// Returns the memory of a uniform block and its size in 32-bit words.
    func uniformBlock(_ index: Int) -> (base: Pointer, words: Scalar<UInt32>)
    /// Returns whether two lookups that differ only in their texture unit take less work if the two lookups are emitted together.
    func sharesWork(_ operation: TextureOperation, _ other: TextureOperation) -> Bool
    /// Emits a lookup, or several lookups that differ only in their unit and share work. Returns the four components of each result as bits, in
    /// the order of the operations. The values in lanes outside of `mask` are unspecified.
    func textures(_ operations: [TextureOperation], _ operands: TextureOperands, mask: LaneMask) -> [[UIntLanes]]
    /// Returns a texture's width, height, and depth or number of layers.
    func textureSize(_ operation: TextureOperation, unitOffset: IntLanes?, level: IntLanes) -> [UIntLanes]
    /// The memory that invocations share.
    var memory: any MemoryEnvironment { get }
    /// Receives emitted vertices; nil in stages that do not emit vertices.
    var emission: (any VertexEmission)? { get }
    /// The lanes of padding quads, which only fill unused lanes; nil if no quad is a padding quad. Padding quads may have inputs that no
    /// real quad has, and with such inputs a loop might never end. So no loop continues only because lanes of a padding quad are active.
    var idle: LaneMask? { get }
    /// The number of loop iterations left. All loops of one run of the shader together use up this number of iterations.
    var stepBudget: Variable<Scalar<Int32>> { get }
    /// Emits the code that runs if a loop would be repeated but no iterations are left. `loopEnd` is the index of the loop's `end`. The
    /// code must leave the function.
    func stopForStepLimit(loopEnd: Int)
}

extension ShaderEnvironment {
    package func sharesWork(_ operation: TextureOperation, _ other: TextureOperation) -> Bool { false }
    package var emission: (any VertexEmission)? { nil }
    package var idle: LaneMask? { nil }
    package func wholeBuiltin(_ builtin: BuiltinInput) -> UIntLanes? { nil }
    package func uniformBuiltin(_ builtin: BuiltinInput) -> Scalar<UInt32> { self.builtin(builtin)[0] }
}
