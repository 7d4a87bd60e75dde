// ShaderTrace+Recording: makes a trace from a recorded run.

import Raster
import Shading

extension ShaderTrace {
    /// - Throws: `RasterError` with `invalidArgument` if the limit is out of range.
    static func check(limit: Int) throws(RasterError) {
        guard (1...largestLimit).contains(limit) else {
            throw RasterError(.invalidArgument, "a limit of \(limit) operations", "is out of range", remedy: "use 1 to \(largestLimit)")
        }
    }

    /// - Parameters:
    ///   - end: How the run ended, except for a discard. The analysis of the run finds discards.
    ///   - others: The other runs of the shader at the same place.
    ///   - program: The program's label.
    init(_ run: RecordedRun, end: End, of command: ShaderCommand, _ subject: Subject, _ lanes: [Lane], others: [Subject] = [], _ program: String,
         _ interface: ProgramInterface, uniforms: [TracedValue], _ proof: TraceProof, sources: [String: [String]]) {
        let module = run.module, analysis = RunAnalysis(run), reader = InterfaceReader(run: run)
        func culprit(_ record: RunAnalysis.CulpritRecord?) -> Culprit? {
            record.map {
                .init(operation: $0.operation, step: $0.step, place: module.place(ofInstruction: Int(run.instructions[$0.operation])), isGiven: $0.isGiven)
            }
        }
        self.init(
            stage: module.stage, subject: subject, command: command, program: program, lanes: lanes, lane: run.lane, others: others,
            inputs: reader.inputs, uniforms: uniforms, outputs: reader.outputs, end: analysis.isDiscarded ? .discarded : end, loops: analysis.loops,
            firstNaN: culprit(analysis.firstNaN), firstInfinity: culprit(analysis.firstInfinity), proofs: proof.notes,
            contradictions: proof.contradictions, remarks: proof.remarks, operationCount: analysis.operationCount, isCompared: proof.isCompared, run: run,
            analysis: analysis, samplers: interface.samplers, uniformBlocks: interface.uniformBlocks, storageBlocks: interface.storageBlocks,
            images: interface.images, sources: sources, columns: sources.mapValues(CodeColumns.of))
    }
}
