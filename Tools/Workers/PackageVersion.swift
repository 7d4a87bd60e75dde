// PackageVersion: the answer to --version of this package's programs that run workers.

package enum PackageVersion {
    /// The newest version in CHANGELOG.md.
    package static let text = "0.1.0"
}
