package io.chameleon.simssd.recovery;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads what {@link CheckpointOutput} wrote, a section at a time; the end of a section reads as end of file. Damaged or
 * truncated input throws {@link IOException}. Bytes returned before were intact, but mean nothing until the section has
 * ended. Closing this closes the underlying stream.
 */
final class CheckpointInput extends InputStream {
    private final InputStream in;
    private final ByteBuffer chunk = ByteBuffer.allocate(CheckpointOutput.PREFIX_BYTES + CheckpointOutput.CHUNK_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    private int section;
    private long chunks;
    private boolean ended;

    CheckpointInput(InputStream in) {
        this.in = in;
        chunk.limit(0);
    }

    @Override
    public int read() throws IOException {
        return more() ? chunk.get() & 0xFF : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int part = Math.min(length, chunk.remaining());
        chunk.get(into, from, part);
        return part;
    }

    /** Chunks hold whole ints if only ints were written from the start of the section. */
    void readInts(int[] into, int from, int count) throws IOException {
        for (int at = from; at < from + count; ) {
            if (!more()) {
                throw new IOException("checkpoint ends early");
            }
            int part = Math.min(chunk.remaining() / Integer.BYTES, from + count - at);
            if (part == 0) {
                throw new IOException("checkpoint is out of step");
            }
            chunk.asIntBuffer().get(into, at, part);
            chunk.position(chunk.position() + part * Integer.BYTES);
            at += part;
        }
    }

    /** Ends the section, which must be fully read. */
    void endSection() throws IOException {
        if (more()) {
            throw new IOException("checkpoint holds more than expected");
        }
        section++;
        chunks = 0;
        ended = false;
    }

    private boolean more() throws IOException {
        while (!chunk.hasRemaining() && !ended) {
            readChunk();
        }
        return chunk.hasRemaining();
    }

    private void readChunk() throws IOException {
        byte[] bytes = chunk.array();
        readFully(bytes, 0, CheckpointOutput.PREFIX_BYTES);
        int length = chunk.clear().getInt();
        int crc = chunk.getInt();
        if (length < 0 || length > CheckpointOutput.CHUNK_BYTES) {
            throw new IOException("checkpoint is damaged: chunk of " + length + " bytes");
        }
        readFully(bytes, CheckpointOutput.PREFIX_BYTES, length);
        if (crc != CheckpointOutput.crc(section, chunks++, bytes, length)) {
            throw new IOException("checkpoint is damaged: checksum does not match");
        }
        chunk.limit(CheckpointOutput.PREFIX_BYTES + length);
        ended = length == 0;
    }

    private void readFully(byte[] into, int from, int length) throws IOException {
        if (in.readNBytes(into, from, length) < length) {
            throw new IOException("checkpoint ends early");
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
