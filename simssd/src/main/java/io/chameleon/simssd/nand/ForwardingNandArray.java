package io.chameleon.simssd.nand;

import java.lang.foreign.MemorySegment;

/** An array that delegates to another one; a base for arrays that change part of it. */
public abstract class ForwardingNandArray implements NandArray {
    protected final NandArray nand;

    protected ForwardingNandArray(NandArray nand) {
        this.nand = nand;
    }

    @Override
    public boolean keepsData() {
        return nand.keepsData();
    }

    @Override
    public boolean isPersistent() {
        return nand.isPersistent();
    }

    @Override
    public boolean isFallible() {
        return nand.isFallible();
    }

    @Override
    public DeviceIdentity identity() {
        return nand.identity();
    }

    @Override
    public boolean isNew() {
        return nand.isNew();
    }

    @Override
    public boolean program(int block, int page, MemorySegment data, MemorySegment oob) {
        return nand.program(block, page, data, oob);
    }

    @Override
    public void discard(int block, int page) {
        nand.discard(block, page);
    }

    @Override
    public void read(int block, int page, MemorySegment data, MemorySegment oob) {
        nand.read(block, page, data, oob);
    }

    @Override
    public void readOobs(int block, MemorySegment oobs) {
        nand.readOobs(block, oobs);
    }

    @Override
    public void readOobs(int firstBlock, int count, MemorySegment oobs) {
        nand.readOobs(firstBlock, count, oobs);
    }

    @Override
    public boolean erase(int block) {
        return nand.erase(block);
    }

    @Override
    public int eraseCount(int block) {
        return nand.eraseCount(block);
    }

    @Override
    public void markBad(int block) {
        nand.markBad(block);
    }

    @Override
    public boolean isBad(int block) {
        return nand.isBad(block);
    }

    @Override
    public void saveTrims(int[] pages, int count, long sequence) {
        nand.saveTrims(pages, count, sequence);
    }

    @Override
    public int loadTrims(TrimVisitor visitor) {
        return nand.loadTrims(visitor);
    }

    @Override
    public long generation() {
        return nand.generation();
    }

    @Override
    public CheckpointFile checkpoint() {
        return nand.checkpoint();
    }

    @Override
    public void rewrite(int block, int page) {
        nand.rewrite(block, page);
    }

    @Override
    public void rewriteEraseCounts() {
        nand.rewriteEraseCounts();
    }

    @Override
    public int lostSectors() {
        return nand.lostSectors();
    }

    @Override
    public void force() {
        nand.force();
    }

    @Override
    public void saveCounters(DeviceCounters counters) {
        nand.saveCounters(counters);
    }

    @Override
    public DeviceCounters counters() {
        return nand.counters();
    }

    @Override
    public void close() {
        nand.close();
    }
}
