// SPIRVOpcode, constructs: names the GLSL constructs whose instructions are not lowered, for messages (SPIR-V 1.6, section 3.49).

extension SPIRVOpcode {
    private static let constructs: [(instructions: ClosedRange<UInt16>, construct: String)] = [
        (60...60, "an imageAtomic… function"), (68...68, "length() of a storage block's array"), (98...98, "imageLoad"), (99...99, "imageStore"),
        (107...107, "textureSamples"), (113...115, "a conversion to numbers of 8, 16 or 64 bits"), (116...116, "a conversion to 16 bits"),
        (218...218, "EmitVertex()"), (219...219, "EndPrimitive()"), (220...220, "EmitStreamVertex()"), (221...221, "EndStreamPrimitive()"),
        (224...224, "barrier()"), (225...225, "a memoryBarrier… function"),
        (227...227, "atomicCounter()"), (228...228, "an atomic store"), (229...229, "atomicExchange()"), (230...230, "atomicCompSwap()"),
        (232...232, "atomicCounterIncrement()"), (233...233, "atomicCounterDecrement()"), (234...234, "atomicAdd()"), (235...235, "atomicCounterSubtract()"),
        (236...237, "atomicMin()"), (238...239, "atomicMax()"), (240...240, "atomicAnd()"), (241...241, "atomicOr()"), (242...242, "atomicXor()"),
        (261...271, "a function of groups"), (305...316, "a sparse texture lookup"), (333...366, "a subgroup… function"),
        (4421...4432, "a function of ballots or votes"), (5568...5583, "a subgroup… function"),
    ]

    /// Returns the name of the GLSL construct that is compiled to this instruction.
    package static func construct(ofInstruction number: UInt16) -> String {
        constructs.first { $0.instructions.contains(number) }?.construct ?? "the construct of this line (SPIR-V instruction \(number))"
    }
}
