// swift-tools-version: 6.0
// A package by another author that uses Raster by version, as README.md says; scripts/test-consumer builds it.
import PackageDescription

let package = Package(
    name: "First",
    dependencies: [.package(url: Context.environment["RASTER_URL"]!, from: "1.0.0")],
    targets: [.executableTarget(name: "First", dependencies: [.product(name: "Raster", package: "Raster")])]
)
