package io.chameleon.cli.object;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of a file; one that ends before the length that it had is neither what it was nor what it will be. */
final class WholeFile extends FilterInputStream {
    private final String name;
    private final long length;
    private long read;

    WholeFile(InputStream in, String name, long length) {
        super(in);
        this.name = name;
        this.length = length;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? -1 : 1);
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int wanted) throws IOException {
        int count = super.read(target, offset, wanted);
        count(count);
        return count;
    }

    private void count(int more) throws IOException {
        if (more < 0 && read < length) {
            throw new IOException(
                    name + " ended after " + read + " bytes of the " + length + " that it had when its write began");
        }
        read += Math.max(0, more);
    }
}
