// TraceProof: the results of comparing a trace with other runs.

struct TraceProof {
    var notes: [String] = []
    var contradictions: [String] = []
    var remarks: [String] = []
    /// Whether the recorded run was compared with the same run without a recorder.
    let isCompared: Bool

    /// - Parameter differences: The differences between the recorded run and the same run without a recorder; nil if the runs could not be
    ///   compared.
    init(_ differences: [String]?) {
        isCompared = differences != nil
        guard let differences else {
            remarks = ["the run was not recorded to its end, so its outputs cannot be compared"]
            return
        }
        contradictions = differences
        if differences.isEmpty { notes = ["the same run without a recorder has the same bits"] }
    }
}
