/// A failure that a test finds before it can expect anything.
package struct TestFailure: Error, CustomStringConvertible {
    package let description: String
    package init(_ text: String) { description = text }
}
