// swift-tools-version: 6.0
// A package by another author that depends on Raster by version; scripts/test-consumer builds it with README's first program.
// A dependency by version allows no unsafe flags; README's dependencies would allow them.
import PackageDescription

let package = Package(
    name: "First",
    dependencies: [.package(url: Context.environment["RASTER_URL"]!, from: "1.0.0")],
    targets: [.executableTarget(name: "First", dependencies: [.product(name: "Raster", package: "Raster")])]
)
