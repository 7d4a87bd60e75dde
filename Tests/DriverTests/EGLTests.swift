// EGL: the results of wrong and unusual calls. driver-probe makes the calls and prints the answers.

import Foundation
import TestSupport
import Testing

@Suite("EGL") struct EGLTests {
    /// The answers that EGL 1.5 and its extensions require, in the order of the calls.
    private static let answers = """
        a channel of -5 bits: no, BAD_ATTRIBUTE
        a configuration with a height: no, BAD_ATTRIBUTE
        a channel of 32 bits: no, SUCCESS
        a count without a place: no, BAD_PARAMETER
        the depth of a configuration: yes, SUCCESS
        the height of a configuration: no, BAD_ATTRIBUTE
        the depth of no configuration: no, BAD_CONFIG
        a surface of negative width: no, BAD_PARAMETER
        a surface with a channel: no, BAD_ATTRIBUTE
        a surface of no configuration: no, BAD_CONFIG
        the height of a surface: yes, SUCCESS
        the samples of a surface: no, BAD_ATTRIBUTE
        destroying a surface: yes, SUCCESS
        destroying it again: no, BAD_SURFACE
        the height of no display's surface: no, BAD_DISPLAY
        the API OpenVG: no, BAD_PARAMETER
        OpenGL ES 4: no, BAD_MATCH
        a context with a width: no, BAD_ATTRIBUTE
        a context that shares with no context: no, BAD_CONTEXT
        the version of a context: yes, SUCCESS
        the width of a context: no, BAD_ATTRIBUTE
        a surface without a context: no, BAD_MATCH
        a surface to draw, and none to read: no, BAD_MATCH
        no surface: yes, SUCCESS
        a surface: yes, SUCCESS
        a context that is current in another thread: no, BAD_ACCESS
        destroying the current context: yes, SUCCESS
        its handle afterwards: no, BAD_CONTEXT
        it draws on: 0 255 0 255
        no context: yes, SUCCESS
        the current context then: no, SUCCESS
        swapping without a context: no, BAD_SURFACE
        an image of no texture: no, BAD_PARAMETER
        an image of a texture: yes, SUCCESS
        a fence: yes, SUCCESS
        waiting for it: yes, SUCCESS
        destroying it: yes, SUCCESS
        destroying it again: no, BAD_PARAMETER
        the image in another context: 255 0 0 255, 0
        destroying the image: yes, SUCCESS
        ending the display: yes, SUCCESS
        asking it then: no, NOT_INITIALIZED
        beginning again: yes, SUCCESS

        """

    private func answers(_ driver: Driver) throws -> String {
        let run = try ProgramRun([RunningProgram.path(ofBuilt: "driver-probe"), "--egl"], environment: driver.environment(), seconds: 60)
        guard run.status == 0 else { throw TestFailure("driver-probe ended with \(run.status): \(run.errors.suffix(2000))") }
        return run.output
    }

    @Test("Raster's driver answers wrong and unusual calls as the specification says")
    func raster() throws { #expect(try answers(.raster) == Self.answers) }

    @Test("the answers that are expected are also Mesa's", .enabled(if: Driver.mesa != nil, "Mesa's driver is not installed"))
    func mesa() throws { #expect(try answers(#require(Driver.mesa)) == Self.answers) }
}
