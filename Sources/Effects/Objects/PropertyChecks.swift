// PropertyChecks: checks the properties of effects. An error gives the property's name, its value and the remedy. The text of an error is
// made only when a check fails, so valid properties cost little time.

import Raster

func require(_ holds: Bool, _ property: @autoclosure () -> String, _ problem: @autoclosure () -> String, remedy: String,
             of effect: String) throws(RasterError) {
    if !holds { throw RasterError(.invalidArgument, "\(property()) of \(effect)", problem(), remedy: remedy) }
}
func requireFinite(_ holds: Bool, _ property: @autoclosure () -> String, _ value: @autoclosure () -> Any, of effect: String) throws(RasterError) {
    if !holds { throw RasterError(.invalidArgument, "\(property()) of \(effect)", "is not finite: \(value())", remedy: "use finite numbers") }
}

extension Transform {
    func validate(of effect: String) throws(RasterError) {
        try requireFinite(modelviewMatrix.isFinite, "transform.modelviewMatrix", modelviewMatrix, of: effect)
        try requireFinite(projectionMatrix.isFinite, "transform.projectionMatrix", projectionMatrix, of: effect)
    }
}

extension SIMD3 where Scalar == Float { var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite } }
extension SIMD4 where Scalar == Float {
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite && w.isFinite }
    var xyz: SIMD3<Float> { SIMD3(x, y, z) }
}
extension Matrix4 {
    var isFinite: Bool { columns.0.isFinite && columns.1.isFinite && columns.2.isFinite && columns.3.isFinite }
}
extension Matrix3 {
    var isFinite: Bool { columns.0.isFinite && columns.1.isFinite && columns.2.isFinite }
}
