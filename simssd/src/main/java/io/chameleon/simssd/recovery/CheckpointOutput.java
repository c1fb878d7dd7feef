package io.chameleon.simssd.recovery;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Writes sections of any length as checked chunks. Little-endian:
 * <pre>
 * off  len  field
 *   0    4  length   of the chunk's bytes, at most {@value #CHUNK_BYTES}; 0 ends the section
 *   4    4  crc      CRC-32C of section number (4), number of the chunk in its section (8), length and the bytes
 *   8       bytes
 * </pre>
 * Closing this closes nothing.
 */
final class CheckpointOutput extends OutputStream {
    static final int CHUNK_BYTES = 1 << 20;
    static final int PREFIX_BYTES = 8;

    private final OutputStream out;
    private final ByteBuffer chunk =
            ByteBuffer.allocate(PREFIX_BYTES + CHUNK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private int section;
    private long chunks;

    CheckpointOutput(OutputStream out) {
        this.out = out;
        chunk.position(PREFIX_BYTES);
    }

    @Override
    public void write(int oneByte) throws IOException {
        if (!chunk.hasRemaining()) {
            writeChunk();
        }
        chunk.put((byte) oneByte);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int at = from; at < from + length; ) {
            if (!chunk.hasRemaining()) {
                writeChunk();
            }
            int part = Math.min(chunk.remaining(), from + length - at);
            chunk.put(bytes, at, part);
            at += part;
        }
    }

    void writeInts(int[] values) throws IOException {
        for (int value : values) {
            if (chunk.remaining() < Integer.BYTES) {
                writeChunk();
            }
            chunk.putInt(value);
        }
    }

    void endSection() throws IOException {
        if (chunk.position() > PREFIX_BYTES) {
            writeChunk();
        }
        writeChunk();
        section++;
        chunks = 0;
    }

    private void writeChunk() throws IOException {
        int length = chunk.position() - PREFIX_BYTES;
        chunk.putInt(0, length);
        chunk.putInt(Integer.BYTES, crc(section, chunks++, chunk.array(), length));
        out.write(chunk.array(), 0, PREFIX_BYTES + length);
        chunk.clear().position(PREFIX_BYTES);
    }

    /** Of a chunk in {@code bytes}, after its prefix. */
    static int crc(int section, long number, byte[] bytes, int length) {
        byte[] covered = new byte[2 * Integer.BYTES + Long.BYTES];
        ByteBuffer.wrap(covered)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(section)
                .putLong(number)
                .putInt(length);
        CRC32C crc = new CRC32C();
        crc.update(covered, 0, covered.length);
        crc.update(bytes, PREFIX_BYTES, length);
        return (int) crc.getValue();
    }
}
