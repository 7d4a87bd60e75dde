import Shading
import Testing

@Test("an instruction stays small: 16 bytes, trivial")
func instructionIsSmall() {
    #expect(MemoryLayout<Instruction>.stride == 16)
    #expect(_isPOD(Instruction.self))
}
