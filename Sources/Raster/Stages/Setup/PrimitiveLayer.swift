// PrimitiveLayer: the rule by which a primitive goes to a layer of a target (OpenGL 3.3 §4.4.7). gl_Layer travels through clipping and
// set-up as a flat varying, so the provoking vertex's value of gl_Layer selects the layer.

import Shading

struct PrimitiveLayer {
    /// The index of the varying component that carries gl_Layer; nil if all primitives go to layer 0.
    private let component: Int?
    private let layerCount: Int

    init(_ program: LinkedProgram, _ target: Framebuffer) {
        component = target.isLayered ? program.interface.layerComponent : nil
        layerCount = target.layerCount
    }
    /// Returns the layer of a primitive; nil if the target has no such layer. A primitive whose layer does not exist is not drawn.
    func number(of primitive: SetupPrimitive) -> Int? {
        guard let component else { return 0 }
        return existing(Int32(bitPattern: primitive.attributes[component].value.bitPattern))
    }
    /// Returns `number`, a value of gl_Layer, if the target has this layer, else nil.
    func existing(_ number: Int32) -> Int? { number >= 0 && number < layerCount ? Int(number) : nil }
    /// The byte offset of gl_Layer in a record; nil if all primitives go to layer 0.
    var recordOffset: Int? { component.map { PrimitiveRecord.attribute($0) } }
}
