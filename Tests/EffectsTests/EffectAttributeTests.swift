import Effects
import Raster
import Testing

@Test("attributes have GLKit's locations") func locations() {
    #expect(EffectAttribute.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(EffectAttribute.allCases.map(\.name) == ["position", "normal", "color", "texCoord0", "texCoord1"])
    #expect(VertexAttribute.normal(.float3, offset: 12) == VertexAttribute("normal", .float3, offset: 12))
}
