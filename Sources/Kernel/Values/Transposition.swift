// Transposition: turns vectors that hold one word of every lane's record into vectors that hold one whole record each. After the
// transposition, records can be written with wide stores. Scatters would write the same memory, but take several times as long.

import CLLVM

extension KernelBuilder {
    /// Transposes four vectors in parts of four elements: part p of vector j of the result has element 4p + j of each of the four vectors.
    /// If the result is transposed again, the original vectors are restored.
    func transposedWithinParts(_ r: [Lanes<UInt32>]) -> [Lanes<UInt32>] {
        let lanes = r[0].count
        precondition(r.count == 4 && r.allSatisfy { $0.count == lanes })
        /// Shuffles each part in the same way: indices 0 to 3 pick elements from the part of `a`, indices 4 to 7 from the part of `b`.
        func within(_ a: Lanes<UInt32>, _ b: Lanes<UInt32>, _ places: [Int]) -> Lanes<UInt32> {
            a.shuffled(with: b, (0 ..< lanes / 4).flatMap { part in places.map { 4 * part + ($0 < 4 ? $0 : $0 - 4 + lanes) } })
        }
        let low01 = within(r[0], r[1], [0, 4, 1, 5]), high01 = within(r[0], r[1], [2, 6, 3, 7])
        let low23 = within(r[2], r[3], [0, 4, 1, 5]), high23 = within(r[2], r[3], [2, 6, 3, 7])
        return [within(low01, low23, [0, 1, 4, 5]), within(low01, low23, [2, 3, 6, 7]),
                within(high01, high23, [0, 1, 4, 5]), within(high01, high23, [2, 3, 6, 7])]
    }

    /// Transposes the rows: vector k of the result holds element k of each row, in the order of the rows. Elements of the result beyond the
    /// number of rows are unspecified.
    /// - Parameter rows: 1 to W vectors of W lanes.
    package func transposed(_ rows: [Lanes<UInt32>]) -> [Lanes<UInt32>] {
        precondition((1...lanes).contains(rows.count) && rows.allSatisfy { $0.count == lanes })
        guard lanes == 32 else { return transposed(rows, lanes: lanes) }
        func part(_ rows: ArraySlice<Lanes<UInt32>>, _ range: Range<Int>) -> [Lanes<UInt32>] { transposed(rows.map { $0.slice(range) }, lanes: 16) }
        return [0 ..< 16, 16 ..< 32].flatMap { columns in
            zip(part(rows.prefix(16), columns), part(rows.dropFirst(16), columns)).map { $0.joined($1) }
        }
    }
    /// Transposes vectors of 4, 8 or 16 lanes; `rows` may be empty.
    private func transposed(_ rows: [Lanes<UInt32>], lanes: Int) -> [Lanes<UInt32>] {
        let anything = Lanes<UInt32>(llvm.pointee.GetUndef(vectorType(.int32, lanes))!, self)
        let padded = rows + [Lanes<UInt32>](repeating: anything, count: lanes - rows.count)
        let parts = lanes / 4
        // The first step transposes blocks of 4×4 within the parts: part p of block[k][j] has the elements 4p + j of rows 4k ..< 4k + 4.
        let blocks = (0 ..< parts).map { transposedWithinParts(Array(padded[4 * $0 ..< 4 * $0 + 4])).map(closed) }
        /// Rearranges whole parts.
        func arranged(_ a: Lanes<UInt32>, _ b: Lanes<UInt32>, _ places: [Int]) -> Lanes<UInt32> {
            a.shuffled(with: b, places.flatMap { place in (0 ..< 4).map { 4 * place + $0 } })
        }
        // The second step rearranges the parts.
        var columns = [Lanes<UInt32>](repeating: anything, count: lanes)
        for j in 0 ..< 4 {
            let b = blocks.map { $0[j] }
            let whole: [Lanes<UInt32>]
            switch parts {
            case 1: whole = b
            case 2: whole = [arranged(b[0], b[1], [0, 2]), arranged(b[0], b[1], [1, 3])]
            default:
                let low01 = arranged(b[0], b[1], [0, 1, 4, 5]), high01 = arranged(b[0], b[1], [2, 3, 6, 7])
                let low23 = arranged(b[2], b[3], [0, 1, 4, 5]), high23 = arranged(b[2], b[3], [2, 3, 6, 7])
                whole = [arranged(low01, low23, [0, 2, 4, 6]), arranged(low01, low23, [1, 3, 5, 7]),
                         arranged(high01, high23, [0, 2, 4, 6]), arranged(high01, high23, [1, 3, 5, 7])]
            }
            for (part, column) in whole.enumerated() { columns[4 * part + j] = column }
        }
        return columns
    }
    /// Passes the vector through empty inline assembly, which stops a search of LLVM's instruction selection. For each shuffle,
    /// this search looks at all earlier shuffles, in order to find a better instruction. So the time of this search grows faster
    /// than the number of shuffles. In a kernel with four steps of shuffles, the search took half of the compile time.
    private func closed(_ vector: Lanes<UInt32>) -> Lanes<UInt32> {
        // The empty assembly saves time only if a vector fills a register of 16 lanes; a transposition of fewer lanes has fewer steps.
        guard target.hasMaskRegisters, vector.count == 16 else { return vector }
        let type = vectorType(.int32, 16), constraints = "=v,0"
        var operandTypes: [LLVMTypeRef?] = [type], operands: [LLVMValueRef?] = [vector.reference]
        let function = llvm.pointee.FunctionType(type, &operandTypes, 1, 0)
        let nothing = llvm.pointee.GetInlineAsm(function, "", 0, constraints, constraints.utf8.count, 0, 0, LLVMInlineAsmDialectATT, 0)
        return Lanes(llvm.pointee.BuildCall2(builder, function, nothing, &operands, 1, "")!, self)
    }
}
