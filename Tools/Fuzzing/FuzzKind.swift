// FuzzKind is the generator that makes a case. FuzzReport is the result of one seed.

import Raster

package enum FuzzKind: String, Sendable, Hashable, CaseIterable, Codable {
    case shader, draw, canvas, driver, compute

    /// The name of the kind in the options of the command.
    package var optionName: String {
        switch self {
        case .shader, .draw: rawValue + "s"
        case .canvas: "canvases"
        case .driver, .compute: rawValue
        }
    }

    package func makeCase(seed: UInt64) -> any FuzzCase {
        switch self {
        case .shader: ShaderCase(seed: seed)
        case .draw: DrawCase(seed: seed)
        case .canvas: CanvasCase(seed: seed)
        case .driver: DriverCase(seed: seed)
        case .compute: ComputeCase(seed: seed)
        }
    }
}

package struct FuzzReport: Sendable, Hashable, Codable, CustomStringConvertible {
    package enum Finding: String, Sendable, Hashable, Codable {
        case difference, crash, hang
        /// Both renderers refuse the case: the generator has made an invalid case, and nothing was compared.
        case refusal
    }
    package var kind: FuzzKind
    package var seed: UInt64
    package var finding: Finding
    /// The configuration as text, such as "8 lanes, 2 threads, full"; nil if the configuration is not known, or if several configurations
    /// are affected.
    package var configuration: String?
    /// A description of the difference, of the refusal, or of the way in which the process ended.
    package var text: String
    /// The Swift code of the case, which is reduced if the caller requested a reduction.
    package var source: String

    package var description: String {
        "\(finding.rawValue): \(kind.optionName), seed \(seed), \(configuration ?? "any configuration")\n\(text)\n\(source)"
    }
}
