package io.chameleon.cli.object;

import io.chameleon.cli.output.Progress;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Reports every byte that is read to a progress bar. */
final class CountingInputStream extends FilterInputStream {
    private final Progress progress;

    CountingInputStream(InputStream in, Progress progress) {
        super(in);
        this.progress = progress;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        progress.step(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = super.read(target, offset, length);
        progress.step(Math.max(0, count));
        return count;
    }
}
