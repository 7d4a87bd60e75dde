/// A draw and the framebuffer into which it draws. Both together determine the kernels that the draw needs.
package struct DrawWithTarget {
    var call: DrawCall
    var target: Framebuffer
    package init(call: DrawCall, target: Framebuffer) { self.call = call; self.target = target }
}
