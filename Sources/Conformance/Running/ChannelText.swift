/// The channels of a pixel, as messages about failed cases show them: "(1.0, 0.5, 0.0)".
func channelText(_ channels: [Float]) -> String { "(\(channels.map { "\($0)" }.joined(separator: ", ")))" }
