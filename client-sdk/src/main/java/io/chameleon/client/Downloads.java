package io.chameleon.client;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Moves an object's bytes to where the caller wants them. Waits. */
final class Downloads {
    private static final int BUFFER_BYTES = 64 << 10;

    private Downloads() {}

    static ObjectInfo toStream(ObjectStream object, OutputStream target) {
        return guarded("writing to the given stream", () -> {
            object.transferTo(target);
            target.flush();
            return object.info();
        });
    }

    static ObjectInfo toChannel(ObjectStream object, WritableByteChannel target) {
        return guarded("writing to the given channel", () -> {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int count = object.read(buffer, 0, BUFFER_BYTES);
                    count >= 0;
                    count = object.read(buffer, 0, BUFFER_BYTES)) {
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, count);
                while (bytes.hasRemaining()) {
                    target.write(bytes);
                }
            }
            return object.info();
        });
    }

    /** Into a file beside the target, which takes the target's name at the end. */
    static ObjectInfo toFile(ObjectStream object, Path target) {
        return guarded("writing " + target, () -> {
            Path directory = target.toAbsolutePath().getParent();
            Path part = Files.createTempFile(directory, ".chameleon-", ".part");
            try {
                try (OutputStream out = Files.newOutputStream(part)) {
                    object.transferTo(out);
                }
                Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
                return object.info();
            } finally {
                Files.deleteIfExists(part);
            }
        });
    }

    @FunctionalInterface
    private interface Work {
        ObjectInfo run() throws IOException;
    }

    private static ObjectInfo guarded(String what, Work work) {
        try {
            return work.run();
        } catch (IOException callersOwn) {
            throw new UncheckedIOException(what + ": " + callersOwn.getMessage(), callersOwn);
        }
    }
}
