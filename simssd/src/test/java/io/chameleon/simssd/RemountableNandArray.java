package io.chameleon.simssd;

import java.lang.foreign.MemorySegment;

/** Pages in memory that outlive the device: it is told to keep the order a disk needs, and may be closed and mounted again. */
final class RemountableNandArray implements NandArray {
    private final MemoryNandArray memory;

    RemountableNandArray(FlashGeometry geometry) {
        memory = new MemoryNandArray(geometry);
    }

    @Override
    public boolean keepsData() {
        return true;
    }

    @Override
    public boolean isPersistent() {
        return true;
    }

    @Override
    public void program(int block, int page, MemorySegment data, MemorySegment oob) {
        memory.program(block, page, data, oob);
    }

    @Override
    public void discard(int block, int page) {
        memory.discard(block, page);
    }

    @Override
    public void read(int block, int page, MemorySegment data, MemorySegment oob) {
        memory.read(block, page, data, oob);
    }

    @Override
    public void readOobs(int block, MemorySegment oobs) {
        memory.readOobs(block, oobs);
    }

    @Override
    public void erase(int block) {
        memory.erase(block);
    }

    @Override
    public int eraseCount(int block) {
        return memory.eraseCount(block);
    }

    @Override
    public void force() {}

    @Override
    public void saveCounters(DeviceCounters counters) {
        memory.saveCounters(counters);
    }

    @Override
    public DeviceCounters counters() {
        return memory.counters();
    }

    @Override
    public void close() {}

    void discardAll() {
        memory.close();
    }
}
