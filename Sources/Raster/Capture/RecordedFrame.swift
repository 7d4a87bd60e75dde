// RecordedFrame: the origin of a capture, and the size of a frame. A frame's resources and events are values that refer to one another by
// number. FrameRecorder writes these values into the chunks of a capture. Readers of captures make resources and commands from the values.
//
// Each record lists its fields in the order that they have in a chunk. A change of this order needs a new version of the chunk's type.

import CaptureFile

/// The origin of a capture. The file contains this record once.
package struct RecordedOrigin: Sendable, Hashable {
    /// The path of the application that drew the frames.
    package var program: String
    /// The name of the device's renderer.
    package var renderer: String
    /// `Device.Options.shaderStepLimit`.
    package var shaderStepLimit: Int
    /// `Device.Options.servesOpenGL`.
    package var servesOpenGL = false
}
extension RecordedOrigin: FieldCodable {
    package static var blank: RecordedOrigin { RecordedOrigin(program: "", renderer: "", shaderStepLimit: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&program)
        try c.code(&renderer)
        try c.code(&shaderStepLimit)
        if c.version >= 2 { try c.code(&servesOpenGL) }
    }
}

/// For each draw of a frame, the application's functions that were on the call stack at the draw. Only captures of applications
/// that use Raster as an OpenGL driver contain this record.
package struct RecordedCallers: Sendable, Hashable {
    /// Lists of function names, the innermost function first. In each text, line feeds separate the names of one list.
    package var lists: [RecordedText] = []
    /// For each draw, the index in `lists` of the draw's list; `UInt32.max` if the draw has no list.
    package var draws: [UInt32] = []
    package init() {}

    /// Adds the function names of the next draw.
    package mutating func add(_ names: [String]?) {
        guard let names else { return draws.append(.max) }
        let list = RecordedText(text: names.joined(separator: "\n"))
        let number = lists.lastIndex(of: list) ?? lists.count
        if number == lists.count { lists.append(list) }
        draws.append(UInt32(number))
    }
    /// Returns the names of the functions that led to a draw; empty if these names are not known.
    package func names(ofDraw number: Int) -> [String] {
        guard draws.indices.contains(number), lists.indices.contains(Int(draws[number])) else { return [] }
        return lists[Int(draws[number])].text.split(separator: "\n").map(String.init)
    }
}
extension RecordedCallers: FieldCodable {
    package static var blank: RecordedCallers { RecordedCallers() }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&lists)
        try c.code(&draws)
    }
}
package struct RecordedText: Sendable, Hashable {
    package var text: String
}
extension RecordedText: FieldCodable {
    package static var blank: RecordedText { RecordedText(text: "") }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) { try c.code(&text) }
}

/// The last record that is written before a frame runs. If this record and all events that it counts are in the file, the frame is
/// complete.
package struct RecordedFrame: Sendable, Hashable {
    /// The encoder's label, or the label of the call of `Device.frame`.
    package var label: String
    package var eventCount: Int
    package var drawCount: Int
    package init(label: String, eventCount: Int, drawCount: Int) { self.label = label; self.eventCount = eventCount; self.drawCount = drawCount }
}
extension RecordedFrame: FieldCodable {
    package static var blank: RecordedFrame { RecordedFrame(label: "", eventCount: 0, drawCount: 0) }
    package mutating func code(_ c: inout FieldCoder) throws(CaptureFileError) {
        try c.code(&label)
        try c.code(&eventCount)
        try c.code(&drawCount)
    }
}
