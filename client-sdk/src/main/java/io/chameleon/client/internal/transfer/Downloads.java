package io.chameleon.client.internal.transfer;

import io.chameleon.client.error.Errors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Moves an object's bytes to the caller's target. Blocks. */
public final class Downloads {
    private static final int BUFFER_BYTES = 64 << 10;

    private Downloads() {}

    public static void toStream(InputStream object, OutputStream target) {
        done("writing to the given stream", () -> {
            object.transferTo(target);
            target.flush();
        });
    }

    public static void toChannel(InputStream object, WritableByteChannel target) {
        done("writing to the given channel", () -> {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int count = object.read(buffer, 0, BUFFER_BYTES);
                    count >= 0;
                    count = object.read(buffer, 0, BUFFER_BYTES)) {
                ByteBuffer bytes = ByteBuffer.wrap(buffer, 0, count);
                while (bytes.hasRemaining()) {
                    target.write(bytes);
                }
            }
        });
    }

    /** Into a file beside the target, which takes the target's name at the end. */
    public static void toFile(InputStream object, Path target) {
        done("writing " + target, () -> {
            PartFile part = PartFile.beside(target);
            try {
                try (OutputStream out = Files.newOutputStream(part.path())) {
                    object.transferTo(out);
                }
                part.replaceTarget();
            } finally {
                part.delete();
            }
        });
    }

    /** As {@link #toFile(InputStream, Path)}, but the caller fills the file. Does not wait for that. */
    public static <T> CompletableFuture<T> toFile(Path target, Function<FileChannel, CompletableFuture<T>> filled) {
        String what = "writing " + target;
        PartFile part = guarded(what, () -> PartFile.beside(target));
        FileChannel file = guarded(what, () -> FileChannel.open(part.path(), StandardOpenOption.WRITE));
        return filled.apply(file)
                .handle((info, failure) -> guarded(what, () -> {
                    try {
                        file.close();
                        if (failure != null) {
                            throw new CompletionException(Errors.unwrap(failure));
                        }
                        part.replaceTarget();
                        return info;
                    } finally {
                        part.delete();
                    }
                }));
    }

    @FunctionalInterface
    private interface Work<T> {
        T run() throws IOException;
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    private static void done(String what, Step step) {
        guarded(what, () -> {
            step.run();
            return what;
        });
    }

    private static <T> T guarded(String what, Work<T> work) {
        try {
            return work.run();
        } catch (IOException callersOwn) {
            throw new UncheckedIOException(what + ": " + callersOwn.getMessage(), callersOwn);
        }
    }
}
