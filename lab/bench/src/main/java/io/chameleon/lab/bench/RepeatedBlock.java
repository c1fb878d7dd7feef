package io.chameleon.lab.bench;

import java.io.InputStream;

/** A block of bytes, repeated until there are {@code size} of them. */
final class RepeatedBlock extends InputStream {
    private final byte[] block;
    private long left;
    private int at;

    RepeatedBlock(byte[] block, long size) {
        this.block = block;
        left = size;
    }

    @Override
    public int read() {
        if (left == 0) {
            return -1;
        }
        left--;
        at = at == block.length ? 0 : at;
        return block[at++] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        if (left == 0) {
            return length == 0 ? 0 : -1;
        }
        at = at == block.length ? 0 : at;
        int copied = (int) Math.min(left, Math.min(length, block.length - at));
        System.arraycopy(block, at, into, offset, copied);
        at += copied;
        left -= copied;
        return copied;
    }
}
