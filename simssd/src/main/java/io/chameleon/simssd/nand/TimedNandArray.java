package io.chameleon.simssd.nand;

import io.chameleon.simssd.FileRange;
import java.lang.foreign.MemorySegment;

/** Enters erases into a schedule. */
public final class TimedNandArray extends ForwardingNandArray {
    private final PlaneSchedule schedule;

    public TimedNandArray(NandArray nand, PlaneSchedule schedule) {
        super(nand);
        this.schedule = schedule;
    }

    @Override
    public void program(int block, int firstPage, int count, MemorySegment data, MemorySegment oobs) {
        nand.program(block, firstPage, count, data, oobs);
    }

    @Override
    public void read(int block, int firstPage, int count, MemorySegment data, MemorySegment oobs) {
        nand.read(block, firstPage, count, data, oobs);
    }

    @Override
    public boolean isLocatable() {
        return nand.isLocatable();
    }

    @Override
    public FileRange locate(int block, int page) {
        return nand.locate(block, page);
    }

    @Override
    public boolean isCached(FileRange range) {
        return nand.isCached(range);
    }

    @Override
    public boolean erase(int block) {
        schedule.eraseBlock();
        return super.erase(block);
    }
}
