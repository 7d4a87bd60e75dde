import Kernel
import Testing

private typealias Run = @convention(c) (UnsafeMutableRawPointer, UInt32, UInt32) -> Void

/// The three rules of a masked store.
private enum Rule: CaseIterable {
    case forbidden, allowed, decidedAtRunTime
    func rewriting(_ argument: KernelArgument) -> Rewriting {
        switch self {
        case .forbidden: .forbidden
        case .allowed: .allowed
        case .decidedAtRunTime: .allowedIf(argument.scalar(UInt32.self) .!= 0)
        }
    }
}

private func masks(_ lanes: Int) -> [UInt32] {
    let all = UInt32.max >> UInt32(32 - lanes)
    return [0, all, 1, 2, 0x5555_5555 & all, 0x9C36_A5D1 & all, all ^ 4, 1 << UInt32(lanes - 1)]
}

@Test("a masked store of each element size writes exactly the elements of its mask, whether or not it may rewrite the others", arguments: targets)
func masksOfStores(target: KernelTarget) throws {
    try check(target, UInt8.self)
    try check(target, UInt16.self)
    try check(target, UInt32.self)
    try check(target, UInt64.self)

    func check<Element: IntegerElement & FixedWidthInteger>(_ target: KernelTarget, _ type: Element.Type) throws {
        let w = target.lanes, size = MemoryLayout<Element>.size
        // Pair k is stored at the element 3·k, except the last pair, which has the place of the first pair.
        let places = (0..<w / 2).map { $0 == w / 2 - 1 ? 0 : 3 * $0 }
        for rule in Rule.allCases {
            let kernel = try compiled(target) { k in
                k.entry("run", [.pointer, .int32, .int32]) { arguments in
                    let output = arguments[0].pointer, mask = arguments[1].scalar(UInt32.self).mask(w), rewriting = rule.rewriting(arguments[2])
                    let number = (k.laneIndices + 1).withSign(of: UInt32.self)
                    let elements = size > 4 ? number.widened(to: type) : number.narrowed(to: type)
                    output.store(elements, mask: mask, alignment: 1, rewriting: rewriting)
                    (output + w * size).storePairs(elements, byteOffsets: k.lanes(places.map { Int32($0 * size) }), mask: mask, rewriting: rewriting)
                }
            }
            let run = try kernel.function("run", as: Run.self)
            for mask in masks(w) {
                for isAllowed: UInt32 in [0, 1] {
                    var output = [Element](repeating: 99, count: 3 * w), expected = output
                    for lane in 0..<w where mask >> UInt32(lane) & 1 != 0 {
                        expected[lane] = Element(lane + 1)
                        expected[w + places[lane / 2] + lane % 2] = Element(lane + 1)
                    }
                    output.withUnsafeMutableBytes { run($0.baseAddress!, mask, isAllowed) }
                    #expect(output == expected, "\(type), \(rule), mask \(mask), allowed \(isAllowed)")
                }
            }
        }
    }
}

@Test("rewriting rows of four words changes only the rows of the mask, and a later lane wins", arguments: targets)
func rewrittenRows(target: KernelTarget) throws {
    let w = target.lanes
    // The last lane has the place of the first lane.
    let places = (0..<w).map { $0 == w - 1 ? 0 : $0 * 4 }
    let kernel = try compiled(target) { k in
        k.entry("run", [.pointer, .int32, .int32]) { arguments in
            let words = (0..<4).map { (k.laneIndices * 4 + Int32($0)).withSign(of: UInt32.self) }
            let offsets = k.lanes(places.map { UInt32(4 * $0) }).offsets()
            arguments[0].pointer.rewriteRows(words, byteOffsets: offsets, mask: arguments[1].scalar(UInt32.self).mask(w))
        }
    }
    let run = try kernel.function("run", as: Run.self)
    for mask in masks(w) {
        var output = [UInt32](repeating: 99, count: 4 * w), expected = output
        for lane in 0..<w where mask >> UInt32(lane) & 1 != 0 {
            for word in 0..<4 { expected[places[lane] + word] = UInt32(4 * lane + word) }
        }
        output.withUnsafeMutableBytes { run($0.baseAddress!, mask, 0) }
        #expect(output == expected, "mask \(mask)")
    }
}
