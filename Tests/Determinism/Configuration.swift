// Configuration: a way to draw: which renderer, how many lanes and threads, which forms of code.

import ArgumentParser
import Kernel
import Raster

enum Configuration: CustomStringConvertible, ExpressibleByArgument {
    case reference
    case compiled(lanes: Int, threads: Int, forms: KernelForms)

    /// All lane widths, several thread counts, all forms.
    static let all: [Configuration] = [
        .reference, .compiled(lanes: 4, threads: 1, forms: .full), .compiled(lanes: 8, threads: 3, forms: .full), .compiled(lanes: 16, threads: 2, forms: .full),
        .compiled(lanes: 4, threads: 5, forms: .quick), .compiled(lanes: 8, threads: 2, forms: .quick), .compiled(lanes: 16, threads: 8, forms: .quick),
        .compiled(lanes: 16, threads: 2, forms: .quickThenFull),
    ]

    var description: String {
        switch self {
        case .reference: "reference"
        case .compiled(let lanes, let threads, let forms): "\(lanes)/\(threads)/\(forms)"
        }
    }
    /// "reference", or lanes, threads and forms: "16/2/full".
    init?(argument: String) {
        let parts = argument.split(separator: "/")
        if argument == "reference" {
            self = .reference
            return
        }
        let forms: [String: KernelForms] = ["full": .full, "quick": .quick, "quickThenFull": .quickThenFull]
        guard parts.count == 3, let lanes = Int(parts[0]), [4, 8, 16].contains(lanes), let threads = Int(parts[1]), (1...64).contains(threads),
              let form = forms[String(parts[2])] else { return nil }
        self = .compiled(lanes: lanes, threads: threads, forms: form)
    }

    func makeDevice() throws -> Device {
        switch self {
        case .reference: Device(.reference)
        case .compiled(let lanes, let threads, let forms):
            Device(renderer: try TileRenderer(lanes: lanes, threads: threads, stepLimit: Device.Options().shaderStepLimit, cache: CodeCache(.none), forms: forms))
        }
    }
}
