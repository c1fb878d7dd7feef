package io.chameleon.client.internal.transfer;

import io.chameleon.client.error.Errors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/** Moves an object's bytes to the caller's target. Blocks. */
public final class Downloads {
    private Downloads() {}

    public static void toStream(InputStream object, OutputStream target) {
        CallersIo.run("writing to the given stream", () -> {
            object.transferTo(target);
            target.flush();
        });
    }

    /** Bytes that a channel can be given. */
    @FunctionalInterface
    public interface Bytes {
        /** Returns their number. */
        long transferTo(WritableByteChannel target) throws IOException;
    }

    public static void toChannel(Bytes object, WritableByteChannel target) {
        CallersIo.run("writing to the given channel", () -> object.transferTo(target));
    }

    /** Into a file beside the target, which takes the target's name at the end. */
    public static void toFile(Bytes object, Path target) {
        CallersIo.run("writing " + target, () -> {
            PartFile part = PartFile.beside(target);
            try {
                try (FileChannel out = FileChannel.open(part.path(), StandardOpenOption.WRITE)) {
                    object.transferTo(out);
                }
                part.replaceTarget();
            } finally {
                part.delete();
            }
        });
    }

    /** As {@link #toFile(Bytes, Path)}, but the caller fills the file. Does not wait for that. */
    public static <T> CompletableFuture<T> toFile(Path target, Function<FileChannel, CompletableFuture<T>> filled) {
        String what = "writing " + target;
        PartFile part = CallersIo.get(what, () -> PartFile.beside(target));
        FileChannel file = CallersIo.get(what, () -> FileChannel.open(part.path(), StandardOpenOption.WRITE));
        return filled.apply(file)
                .handle((info, failure) -> CallersIo.get(what, () -> {
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
}
