import Canvas
import Scenes2D
import Testing

private func length(_ p: Point) -> Double { (p * p).sum().squareRoot() }

@Suite struct VineTests {
    private func straight(seed: UInt64 = 1, steps: Int = 10) throws -> Vine {
        var vine = Vine(seed: seed)
        try vine.begin(at: Point(0, 0), time: 1)
        for i in 1...steps { try vine.extend(to: Point(1000 * Double(i) / Double(steps), 0), time: 1 + 2 * Double(i) / Double(steps)) }
        return vine
    }
    @Test("A branch begins after every 100 points of the line, at the time when the line reached this place, for any number of steps", arguments: [1, 3, 10, 997])
    func branches(steps: Int) throws {
        let branches = try straight(steps: steps).branches
        #expect(branches.count == 10)
        for (i, branch) in branches.enumerated() {
            #expect(length(branch.start - Point(Double(i + 1) * 100, 0)) < 1e-6)
            #expect(abs(branch.time - (1 + 0.2 * Double(i + 1))) < 1e-9)
        }
    }
    @Test("Branches are cubic curves with the page's numbers") func numbers() throws {
        let style = Vine.Style()
        #expect(style.branchDistance == 100 && style.branchLength == 50 && style.leafSize == 10 && style.width == 5 && style.growth == 1)
        #expect(style.color == Color(78.0 / 255, 154.0 / 255, 131.0 / 255))
        var signs = Set<Point>()
        for seed in 0..<20 {
            for branch in try straight(seed: UInt64(seed)).branches {
                let way = branch.end - branch.start, l = abs(way.x)
                #expect(l > 0 && l <= 50 && abs(abs(way.y) - l) < 1e-9)
                for (control, share) in [(branch.control1, 2.0), (branch.control2, 4.0)] {
                    let offset = control - branch.end
                    #expect(abs(abs(offset.x) - l / share) < 1e-9 && abs(abs(offset.y) - l / share) < 1e-9)
                }
                signs.insert(Point(way.x < 0 ? -1 : 1, way.y < 0 ? -1 : 1))
            }
        }
        #expect(signs.count == 4)
    }
    @Test("The same seed grows the same vine, another seed another vine") func seeds() throws {
        #expect(try straight(seed: 5).branches == straight(seed: 5).branches)
        #expect(try straight(seed: 5).branches.map(\.end) != straight(seed: 6).branches.map(\.end))
    }
    @Test("A branch grows from 0 to 1 in one second") func growth() throws {
        let branch = try #require(try straight().branches.first)
        #expect(branch.time == 1.2)
        for (time, progress) in [(0.0, 0.0), (1.2, 0), (1.45, 0.25), (2.2, 1), (99, 1)] { #expect(abs(branch.progress(at: time, growth: 1) - progress) < 1e-9) }
    }
    @Test("Numbers that are not finite, and vines that are too long, are refused") func bad() throws {
        var vine = Vine()
        for bad in [Double.nan, .infinity, 1e300] {
            #expect(throws: CanvasError.self) { try vine.begin(at: Point(bad, 0), time: 0) }
            #expect(throws: CanvasError.self) { try vine.extend(to: Point(0, 0), time: bad) }
        }
        #expect(vine.branches.isEmpty)
        try vine.begin(at: Point(0, 0), time: 0)
        vine.style.branchDistance = 0
        #expect(throws: CanvasError.self) { try vine.extend(to: Point(500, 0), time: 1) }
        vine.style.branchDistance = 1
        #expect(throws: CanvasError.self) { try vine.extend(to: Point(900_000, 0), time: 1) }
        for i in 1..<Vine.maximumPoints { try vine.extend(to: Point(Double(i % 2) * 0.001, 0), time: 1) }
        #expect { try vine.extend(to: Point(0.5, 0), time: 1) } throws: { ($0 as? CanvasError)?.code == .limitExceeded }
        vine.removeAll()
        try vine.begin(at: Point(0, 0), time: 0)
    }
}
