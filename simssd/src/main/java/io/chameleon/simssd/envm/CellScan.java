package io.chameleon.simssd.envm;

import io.chameleon.simssd.ImageException;
import java.util.Arrays;

/**
 * Finds what each cell of an image holds: the label with its highest sequence whose data is intact. Labels up to the
 * durable mark are trusted, so that later damage shows on reading and is not mistaken for a write cut short. A label
 * whose data never arrived is wiped; otherwise a later scan would trust it.
 */
final class CellScan {
    private static final int LABELS_AT_A_TIME = 4_096;

    private final CellFile file;
    private final CellFormat.Header shape;
    private final String name;
    private final int[] location;
    private final long[] page;
    private final long[] sequence;
    private final byte[] data;
    private long durable;
    private long highest;

    CellScan(CellFile file, CellFormat.Header shape, String name) {
        this.file = file;
        this.shape = shape;
        this.name = name;
        location = new int[shape.cells()];
        page = new long[shape.cells()];
        sequence = new long[shape.cells()];
        data = new byte[shape.pageBytes()];
        Arrays.fill(location, -1);
        Arrays.fill(page, EnvmCells.EMPTY);
    }

    void run() {
        byte[] mark = new byte[CellFormat.MARK_BYTES];
        for (int slot = 0; slot < 2; slot++) {
            file.salvage(CellFormat.markAt(slot), mark, mark.length);
            durable = Math.max(durable, CellFormat.markedSequence(mark));
        }
        byte[] labels = new byte[LABELS_AT_A_TIME * CellFormat.LABEL_BYTES];
        for (int first = 0; first < shape.locations(); first += LABELS_AT_A_TIME) {
            int count = Math.min(LABELS_AT_A_TIME, shape.locations() - first);
            file.salvage(shape.labelAt(first), labels, count * CellFormat.LABEL_BYTES);
            for (int i = 0; i < count; i++) {
                CellFormat.Label label = CellFormat.Label.decode(labels, i * CellFormat.LABEL_BYTES);
                if (label != null) {
                    visit(first + i, label);
                    writeAgainIfNotDurable(first + i, label, labels, i * CellFormat.LABEL_BYTES);
                }
            }
        }
    }

    private void visit(int at, CellFormat.Label label) {
        if (label.cell() < 0 || label.cell() >= location.length) {
            throw new ImageException(
                    name + ": label of location " + at + " names cell " + label.cell() + " of " + location.length);
        }
        highest = Math.max(highest, label.sequence());
        if (label.sequence() > durable && !label.isEmpty() && !arrived(at, label)) {
            file.writePart(shape.labelAt(at), new byte[CellFormat.LABEL_BYTES], CellFormat.LABEL_BYTES);
        } else if (label.sequence() > sequence[label.cell()]) {
            location[label.cell()] = at;
            page[label.cell()] = label.isEmpty() || label.isCopy() ? EnvmCells.EMPTY : label.page();
            sequence[label.cell()] = label.sequence();
        }
    }

    /** If a former process failed to force it, the next force would vouch for it without writing it. */
    private void writeAgainIfNotDurable(int at, CellFormat.Label label, byte[] labels, int from) {
        if (label.sequence() > durable && (label.isEmpty() || arrived(at, label))) {
            if (!label.isEmpty()) {
                file.writePart(shape.dataAt(at), data, data.length);
            }
            byte[] bytes = Arrays.copyOfRange(labels, from, from + CellFormat.LABEL_BYTES);
            file.writePart(shape.labelAt(at), bytes, bytes.length);
        }
    }

    private boolean arrived(int at, CellFormat.Label label) {
        file.salvage(shape.dataAt(at), data, data.length);
        return CellFormat.crc(data, 0, data.length) == label.dataCrc();
    }

    /** -1 for a cell that was never used. */
    int locationOf(int cell) {
        return location[cell];
    }

    /** {@link EnvmCells#EMPTY} for a cell without content that survives a restart. */
    long pageOf(int cell) {
        return page[cell];
    }

    long sequenceOf(int cell) {
        return sequence[cell];
    }

    /** Every label up to this one was durable, with its data. */
    long durable() {
        return durable;
    }

    /** The highest sequence seen, dropped labels included. */
    long highest() {
        return highest;
    }
}
