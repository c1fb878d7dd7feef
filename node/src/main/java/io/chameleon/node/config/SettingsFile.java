package io.chameleon.node.config;

import io.chameleon.transport.security.SmallFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads the text of a file of settings; it may be a pipe. */
final class SettingsFile {
    /** All keys fit many times; what is larger is another file, such as a log, or a device that never ends. */
    private static final int MAX_BYTES = 1 << 20;

    private SettingsFile() {}

    /** @throws IllegalArgumentException in one line if it cannot be read or is too large */
    static String text(Path file) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(SmallFiles.read(file, MAX_BYTES)))
                    .toString();
        } catch (SmallFiles.TooLargeException e) {
            throw new IllegalArgumentException(
                    "--config " + file + ": larger than 1 MiB, expected a YAML file of keys and values", e);
        } catch (IOException e) {
            throw new IllegalArgumentException("--config " + file + ": cannot be read: " + why(e), e);
        }
    }

    static String why(IOException failure) {
        return switch (failure) {
            case NoSuchFileException ignored -> "there is no such file, expected a YAML file of keys and values";
            case AccessDeniedException ignored -> "no permission";
            case CharacterCodingException ignored -> "it is not text in UTF-8";
            default -> Settings.oneLine(failure.getMessage());
        };
    }
}
