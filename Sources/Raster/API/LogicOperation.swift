/// A bitwise function of the fragment's colour (s) and the stored colour (d), glLogicOp (OpenGL 3.3 §4.1.10). The function applies to the
/// bits of a texel: to the codes of normalised formats and to integers.
public enum LogicOperation: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// 0 (GL_CLEAR).
    case clear
    /// s and d (GL_AND).
    case and
    /// s and not d (GL_AND_REVERSE).
    case andReverse
    /// s (GL_COPY).
    case copy
    /// d and not s (GL_AND_INVERTED).
    case andInverted
    /// d (GL_NOOP).
    case noOperation
    /// Either s or d, not both (GL_XOR).
    case xor
    /// s or d (GL_OR).
    case or
    /// Neither s nor d (GL_NOR).
    case nor
    /// Both s and d, or neither s nor d (GL_EQUIV).
    case equivalent
    /// Not d (GL_INVERT).
    case invert
    /// s or not d (GL_OR_REVERSE).
    case orReverse
    /// Not s (GL_COPY_INVERTED).
    case copyInverted
    /// d or not s (GL_OR_INVERTED).
    case orInverted
    /// Not both s and d (GL_NAND).
    case nand
    /// 1 in every bit (GL_SET).
    case set
}

extension RasterState {
    /// Returns the operation that combines the colours of a format; nil if the fragment's colour replaces the stored colour.
    func logicOperation(on format: PixelFormat) -> LogicOperation? {
        guard let logicOperation, logicOperation != .copy else { return nil }
        switch format.layout.encoding {
        case .unorm, .snorm, .int, .uint: return logicOperation
        case .sRGB, .float, .sharedExponent: return nil
        }
    }
    /// Returns whether draws read the stored colours of colour attachment `index` to compute the new colours, because the draws blend or
    /// combine colours bitwise. The write mask does not matter for the result.
    package func readsColor(_ index: Int, _ format: PixelFormat) -> Bool { colorTarget(index).blend != nil || logicOperation(on: format) != nil }
}
