package io.chameleon.cli.object;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a file or of stdin, which must be as many as is known: a file that ends before is neither what it was
 * nor what it will be, and a command that fails before the pipe ends stdin as if all were well.
 */
final class WholeInput extends FilterInputStream {
    private final String name;
    private final long length;
    private final String known;
    private long read;

    /** @param known from where, for messages */
    WholeInput(InputStream in, String name, long length, String known) {
        super(in);
        this.name = name;
        this.length = length;
        this.known = known;
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
        read += Math.max(0, more);
        if (more < 0 && read < length) {
            throw new IOException(name + " ended after " + read + " bytes of the " + length + " that " + known);
        }
        if (read > length) {
            throw new IOException(name + " has more bytes than the " + length + " that " + known);
        }
    }
}
