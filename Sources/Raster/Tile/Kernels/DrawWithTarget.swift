/// A draw and the framebuffer that it draws to. Together they decide which kernels the draw needs.
package struct DrawWithTarget {
    var call: DrawCall
    var target: Framebuffer
    package init(call: DrawCall, target: Framebuffer) { self.call = call; self.target = target }
}
