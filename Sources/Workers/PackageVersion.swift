// PackageVersion: what programs of this package that run workers answer to --version.

package enum PackageVersion {
    /// The newest version of CHANGELOG.md.
    package static let text = "0.1.0"
}
