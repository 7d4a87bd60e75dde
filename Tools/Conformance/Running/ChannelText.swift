/// Returns the channels of a pixel for messages about failed cases: "(1.0, 0.5, 0.0)".
func channelText(_ channels: [Float]) -> String { "(\(channels.map { "\($0)" }.joined(separator: ", ")))" }
