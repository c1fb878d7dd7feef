package io.chameleon.server.manifest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The file of a log that is appended to. */
final class LogFile {
    /** It grows by this much, so that a force seldom has to change its length. */
    private static final int GROWTH_BYTES = 256 << 10;

    private final FileChannel channel;
    private final int mostBytes;
    private int grown;
    private int end;

    private LogFile(FileChannel channel, int mostBytes) {
        this.channel = channel;
        this.mostBytes = mostBytes;
    }

    /** A new file, with its header. */
    static LogFile create(Path path, int mostBytes) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        LogFile file = new LogFile(channel, mostBytes);
        file.append(LogFormat.header());
        return file;
    }

    boolean hasRoomFor(int bytes) {
        return end + bytes <= mostBytes;
    }

    /** Where what was appended ends. */
    int end() {
        return end;
    }

    void append(ByteBuffer record) throws IOException {
        int begin = end;
        grow(begin + record.limit());
        write(record, begin);
        end = begin + record.limit();
    }

    private void grow(int bytes) throws IOException {
        if (bytes > grown) {
            int length = Math.max(bytes, Math.min(mostBytes, grown + GROWTH_BYTES));
            write(ByteBuffer.allocate(length - grown), grown);
            grown = length;
        }
    }

    private void write(ByteBuffer bytes, int at) throws IOException {
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    /** Safe beside other calls. */
    void force() throws IOException {
        channel.force(false);
    }

    void close() throws IOException {
        channel.close();
    }
}
