package io.chameleon.transport.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads small files whose content no message may contain. */
final class SecretFiles {
    private static final int MAX_BYTES = 64 << 20;

    private SecretFiles() {}

    /** @throws IllegalArgumentException in one line if it cannot be read */
    static String text(String key, Path file) {
        try {
            return new String(SmallFiles.read(file, MAX_BYTES), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(key + ": there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException(key + ": " + file + " cannot be read: " + SmallFiles.why(e), e);
        }
    }
}
