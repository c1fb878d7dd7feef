package io.chameleon.transport.security;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads small files whose content no message may contain. */
final class SecretFiles {
    private static final long MAX_BYTES = 64L << 20;

    private SecretFiles() {}

    /** @throws IllegalArgumentException in one line if it cannot be read */
    static String text(String key, Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IllegalArgumentException(key + ": " + file + " is larger than 64 MiB");
            }
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(key + ": there is no file " + file, e);
        } catch (IOException e) {
            throw new IllegalArgumentException(key + ": " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
