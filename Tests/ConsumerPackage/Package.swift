// swift-tools-version: 6.0
// A package by another author that depends on Raster by version; scripts/test-consumer builds it with README's first program.
// SwiftPM refuses unsafe flags in a dependency that is given by version. SwiftPM would accept unsafe flags in the kinds of
// dependencies that README shows.
import PackageDescription

let package = Package(
    name: "First",
    dependencies: [.package(url: Context.environment["RASTER_URL"]!, from: "1.0.0")],
    targets: [.executableTarget(name: "First", dependencies: [.product(name: "Raster", package: "Raster")])]
)
