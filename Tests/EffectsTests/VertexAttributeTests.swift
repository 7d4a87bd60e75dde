import Effects
import Testing

@Test("attributes sit at GLKit's locations") func locations() {
    #expect(VertexAttribute.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
}
