// BlendTerms: defines blend factors and equations (OpenGL 3.3 §4.1.7, tables 4.1 and 4.2) once for every arithmetic in which Raster
// blends: numbers and bytes in Swift, lanes of floats and lanes of bytes in kernels.

/// The colours to which a blend factor may refer.
enum BlendOperand { case source, source1, destination, constant }

/// The arithmetic of one channel, or of several channels at once.
protocol BlendArithmetic {
    associatedtype Value
    /// A colour times its factor, in a form that the equation can add or subtract.
    associatedtype Term
    func zero() -> Value
    /// The factor 1.
    func one() -> Value
    func color(_ operand: BlendOperand) -> Value
    /// The operand's alpha, copied to every channel.
    func alpha(_ operand: BlendOperand) -> Value
    /// 1 − value.
    func complement(_ value: Value) -> Value
    /// Returns the lesser value: `b` if `b < a`, else `a`.
    func minimum(_ a: Value, _ b: Value) -> Value
    /// Returns the greater value: `a` if `a > b`, else `b`.
    func maximum(_ a: Value, _ b: Value) -> Value
    /// - Parameters:
    ///   - factor: The kind of factor, not its value, because an arithmetic may treat factors such as 0 and 1 specially.
    ///   - isAlpha: See `BlendFactor.value`.
    func term(_ color: Value, _ factor: BlendFactor, isAlpha: Bool) -> Term
    func sum(_ a: Term, _ b: Term) -> Value
    /// a − b. In bytes, a result below 0 becomes 0.
    func difference(_ a: Term, _ b: Term) -> Value
}

extension BlendFactor {
    /// - Parameter isAlpha: Whether the value is for the alpha channel, in which `sourceAlphaSaturated` is 1.
    @inline(__always)
    func value<Arithmetic: BlendArithmetic>(in a: Arithmetic, isAlpha: Bool) -> Arithmetic.Value {
        switch self {
        case .zero: a.zero()
        case .one: a.one()
        case .sourceColor: a.color(.source)
        case .oneMinusSourceColor: a.complement(a.color(.source))
        case .destinationColor: a.color(.destination)
        case .oneMinusDestinationColor: a.complement(a.color(.destination))
        case .sourceAlpha: a.alpha(.source)
        case .oneMinusSourceAlpha: a.complement(a.alpha(.source))
        case .destinationAlpha: a.alpha(.destination)
        case .oneMinusDestinationAlpha: a.complement(a.alpha(.destination))
        case .constantColor: a.color(.constant)
        case .oneMinusConstantColor: a.complement(a.color(.constant))
        case .constantAlpha: a.alpha(.constant)
        case .oneMinusConstantAlpha: a.complement(a.alpha(.constant))
        case .sourceAlphaSaturated: isAlpha ? a.one() : a.minimum(a.alpha(.source), a.complement(a.alpha(.destination)))
        case .source1Color: a.color(.source1)
        case .oneMinusSource1Color: a.complement(a.color(.source1))
        case .source1Alpha: a.alpha(.source1)
        case .oneMinusSource1Alpha: a.complement(a.alpha(.source1))
        }
    }
}

extension BlendState {
    /// Returns the blended value of the colour channels or of alpha.
    @inline(__always)
    func result<Arithmetic: BlendArithmetic>(in a: Arithmetic, isAlpha: Bool) -> Arithmetic.Value {
        func source() -> Arithmetic.Term { a.term(a.color(.source), isAlpha ? alphaSource : colorSource, isAlpha: isAlpha) }
        func destination() -> Arithmetic.Term { a.term(a.color(.destination), isAlpha ? alphaDestination : colorDestination, isAlpha: isAlpha) }
        switch isAlpha ? alphaEquation : colorEquation {
        case .add: return a.sum(source(), destination())
        case .subtract: return a.difference(source(), destination())
        case .reverseSubtract: return a.difference(destination(), source())
        case .min: return a.minimum(a.color(.destination), a.color(.source))
        case .max: return a.maximum(a.color(.source), a.color(.destination))
        }
    }
}
