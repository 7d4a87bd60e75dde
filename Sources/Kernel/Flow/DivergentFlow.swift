// DivergentFlow: structured control flow in which lanes diverge, as ShaderModule defines it.
//
//   if      lanes take one arm or the other; an arm that no lane takes is jumped over, unless both arms are cheap (`jumps`)
//   block   lanes that `exit` the block wait at the block's end for the other lanes
//   loop    repeats while a lane is active at the loop's end; lanes leave the loop by exits from blocks around the loop
//   discard marks the active lanes as killed; killed lanes still run, as helpers for their neighbours (see below). Lanes that are
//           killed inside loops go at once to the end of the outermost loop
//
// A killed lane runs on only because its neighbours need its values. So in a loop that begins after the kill, the killed lane takes a
// further turn only if a neighbour that is not killed takes this turn too. Otherwise the killed lane continues after the loop.
//
// `active` holds the lanes that run. Values may be computed for all lanes; only stores must be restricted to the active lanes. If
// it is known when the kernel is built that all active lanes take the same path, the mask does not change and costs nothing: an
// `if` on a Condition becomes a plain branch, and an exit that all active lanes take becomes a plain jump.
//
// A value emitted inside a construct may not be used after the construct; use a Variable for a value that must live longer.

import CLLVM

package final class DivergentFlow {
    /// The lanes that run at the current position of the code, helper lanes included.
    package private(set) var active: LaneMask

    private let builder: KernelBuilder
    /// Holds the value of `active` across jumps. The code sets this variable before each jump to the end of a construct.
    private let arriving: Variable<LaneMask>
    private let killedLanes: Variable<LaneMask>
    private let turnsLeft: Variable<Scalar<Int32>>
    private var constructs: [Construct] = []

    private struct Construct {
        enum Kind { case divergentIf, uniformIf, block, loop }
        var kind: Kind
        /// The lanes that are active at the construct's start.
        var entered: LaneMask
        /// The block of code in which control continues if no lane is active any more. `end` lies at the end of the arm of an `if`, at the
        /// end of a block, or at the end of a loop's turn.
        var end: LLVMBasicBlockRef
        /// For an `if`: the block in which the second arm begins, or the block at the `if`'s end if there is no second arm. For a loop: the
        /// block in which the loop begins.
        var start: LLVMBasicBlockRef
        /// For an `if`: the lanes that have finished the first arm. For a block: the lanes that wait at the block's end. For a loop: the
        /// killed lanes that have left the loop; for the outermost loop, also the lanes that were discarded inside.
        var waiting: Variable<LaneMask>
        /// For a divergent `if`: the lanes that take the second arm. The property is nil for all other constructs.
        var otherwise: LaneMask? = nil
        var hasElse = false
        var jumps = true
        /// True if lanes may have left the construct by an exit or discard, so that these lanes are missing at the construct's end.
        var loses = false
    }

    /// Facts that DivergentFlow needs only if the code kills lanes.
    package struct Helpers {
        /// The lanes that count as killed from the start of the code; nil if there are no such lanes.
        let idle: LaneMask?
        /// Returns the given lanes and their neighbours. Neighbouring lanes need each other's values.
        let withNeighbours: (LaneMask) -> LaneMask

        package init(idle: LaneMask? = nil, withNeighbours: @escaping (LaneMask) -> LaneMask) {
            self.idle = idle
            self.withNeighbours = withNeighbours
        }
    }
    private let helpers: Helpers?

    /// - Parameters:
    ///   - active: the lanes that take part.
    ///   - turnsLeft: the number of turns that remain for all loops together.
    ///   - helpers: nil if no lane is ever killed.
    package init(_ builder: KernelBuilder, active: LaneMask, turnsLeft: Variable<Scalar<Int32>>, helpers: Helpers? = nil) {
        self.builder = builder
        self.active = active
        self.helpers = helpers
        arriving = builder.variable(active)
        killedLanes = builder.variable(helpers?.idle ?? builder.mask(false))
        self.turnsLeft = turnsLeft
    }

    /// The lanes that were idle from the start, and the lanes that have been discarded so far.
    package var killed: LaneMask { killedLanes.value }

    // MARK: if

    /// - Parameter jumps: whether to jump over an arm that no lane takes. If false, both arms always run, which is faster if the
    ///   arms cost less than a branch.
    package func beginIf(_ condition: LaneMask, jumps: Bool = true) {
        let end = builder.block()
        var construct = Construct(kind: .divergentIf, entered: active, end: end, start: end, waiting: builder.variable(builder.mask(false)))
        construct.otherwise = active & ~condition
        construct.jumps = jumps
        constructs.append(construct)
        beginArm(active & condition)
    }

    /// Begins an `if` in which all active lanes take the same arm.
    package func beginIf(_ condition: Condition) {
        let construct = Construct(kind: .uniformIf, entered: active, end: builder.block(), start: builder.block(),
                                  waiting: builder.variable(builder.mask(false)))
        constructs.append(construct)
        let body = builder.block()
        arriving.value = active
        builder.branch(condition, body, construct.start)
        builder.begin(body)
    }

    package func beginElse() {
        let last = constructs.count - 1
        let construct = constructs[last]
        precondition(last >= 0 && !construct.hasElse, "else without if")
        constructs[last].hasElse = true
        arrive(construct.end)
        if construct.kind == .uniformIf {
            builder.begin(construct.start)
            active = construct.entered
        } else {
            builder.begin(construct.end)
            construct.waiting.value = arriving.value
            constructs[last].end = builder.block()
            beginArm(construct.otherwise!)
        }
    }

    private func beginArm(_ lanes: LaneMask) {
        let construct = constructs[constructs.count - 1]
        active = lanes
        arriving.value = lanes
        let body = builder.block()
        if construct.jumps { builder.branch(lanes.any, body, construct.end) } else { builder.jump(body) }
        builder.begin(body)
    }

    // MARK: block, loop

    package func beginBlock() {
        let end = builder.block()
        constructs.append(Construct(kind: .block, entered: active, end: end, start: end, waiting: builder.variable(builder.mask(false))))
    }

    package func beginLoop() {
        let construct = Construct(kind: .loop, entered: active, end: builder.block(), start: builder.block(), waiting: builder.variable(builder.mask(false)))
        constructs.append(construct)
        arrive(construct.start)
        builder.begin(construct.start)
        active = arriving.value
    }

    /// Ends the innermost construct, which must be an `if` or a block.
    package func end() {
        let construct = constructs.removeLast()
        arrive(construct.end)
        builder.begin(construct.end)
        switch construct.kind {
        case .loop: preconditionFailure("a loop ends with endLoop")
        case .divergentIf:
            active = construct.loses ? arriving.value | (construct.hasElse ? construct.waiting.value : construct.otherwise!) : construct.entered
        case .uniformIf:
            if !construct.hasElse {
                // If the lanes do not take the arm, control jumps to `construct.start`, the block of code after the arm.
                let after = builder.block()
                builder.jump(after)
                builder.begin(construct.start)
                builder.jump(after)
                builder.begin(after)
            }
            active = construct.loses ? arriving.value : construct.entered
        case .block:
            active = construct.loses ? arriving.value | construct.waiting.value : construct.entered
        }
        if construct.loses { goOnIfAny() }
    }

    /// Ends the innermost construct, which must be a loop.
    /// - Parameter outOfTurns: emits the code for a loop that would be repeated when no turn is left. The emitted code must leave
    ///   the function.
    package func endLoop<Failure: Error>(outOfTurns: () throws(Failure) -> Void) throws(Failure) {
        let construct = constructs.removeLast()
        precondition(construct.kind == .loop, "the innermost construct is no loop")
        arrive(construct.end)
        builder.begin(construct.end)
        let again = builder.block(), after = builder.block()
        if let helpers {
            let arrived = arriving.value, staying = arrived & helpers.withNeighbours(arrived & ~killedLanes.value)
            construct.waiting.value = construct.waiting.value | (arrived & ~staying)
            arriving.value = staying
            builder.branch(staying.any, again, after)
        } else if construct.loses {
            builder.branch(arriving.value.any, again, after)
        } else {
            builder.jump(again)
        }
        builder.begin(again)
        let turns = turnsLeft.value - 1
        turnsLeft.value = turns
        try builder.if(turns .< 0, isRare: true, outOfTurns)
        builder.jump(construct.start)
        builder.begin(after)
        if helpers == nil { return abandon() }
        active = construct.waiting.value
        goOnIfAny()
    }

    // MARK: Leaving

    /// Sends the active lanes to the end of a block. The lanes wait at this end.
    /// - Parameters:
    ///   - depth: the number of constructs between the block and the current position. 0: the innermost construct.
    ///   - passesCode: whether there may be code between the end of the innermost loop that the exit leaves and the end of the block. The
    ///     exit jumps over this code, but killed lanes that leave the loop at its end run this code.
    package func exit(_ depth: Int, passesCode: Bool = true) {
        let target = constructs.count - 1 - depth
        precondition(constructs.indices.contains(target) && constructs[target].kind == .block, "exit names no enclosing block")
        let crossed = target + 1 ..< constructs.count
        // If no lanes can wait in the constructs that the exit leaves, the exit is a plain jump. Only killed lanes can wait in a loop. If
        // there is no code between the loop and the exit's target, the waiting lanes join the lanes that exit, and the exit is a plain jump
        // too.
        let loops = helpers == nil ? [] : crossed.filter { constructs[$0].kind == .loop }
        if crossed.allSatisfy({ constructs[$0].kind == .uniformIf || constructs[$0].kind == .loop }) && (loops.isEmpty || !passesCode) {
            for loop in loops { active = active | constructs[loop].waiting.value }
            arrive(constructs[target].end)
            builder.begin(builder.block())
            return
        }
        let waiting = constructs[target].waiting
        waiting.value = waiting.value | active
        for index in crossed { constructs[index].loses = true }
        abandon()
    }

    /// Kills the active lanes.
    package func discard() {
        precondition(helpers != nil, "discard in a program that kills no lanes")
        killedLanes.value = killedLanes.value | active
        guard let outermost = outermostLoop else { return }
        let waiting = constructs[outermost].waiting
        waiting.value = waiting.value | active
        for index in outermost + 1 ..< constructs.count { constructs[index].loses = true }
        abandon()
    }

    // MARK: Plumbing

    private var outermostLoop: Int? { constructs.firstIndex { $0.kind == .loop } }

    private func arrive(_ block: LLVMBasicBlockRef) {
        arriving.value = active
        builder.jump(block)
    }

    /// Emits a jump to the end of the enclosing construct, because no lane is active any more.
    private func abandon() {
        active = builder.mask(false)
        guard let construct = constructs.last else { return }
        arrive(construct.end)
        builder.begin(builder.block())
    }

    private func goOnIfAny() {
        guard let construct = constructs.last else { return }
        let body = builder.block()
        arriving.value = active
        builder.branch(active.any, body, construct.end)
        builder.begin(body)
    }
}
