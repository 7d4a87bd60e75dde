// PackageVersion: the text that the programs with workers print for --version.

package enum PackageVersion {
    /// The package's version, which is the newest version in CHANGELOG.md.
    package static let text = "0.1.0"
}
