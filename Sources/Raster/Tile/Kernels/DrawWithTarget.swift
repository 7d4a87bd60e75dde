/// A draw and the images that it draws to. Together they decide which kernels it needs.
package struct DrawWithTarget {
    var call: DrawCall
    var target: Framebuffer
    package init(call: DrawCall, target: Framebuffer) { self.call = call; self.target = target }
}
