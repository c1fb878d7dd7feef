package io.chameleon.node.cluster;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Small JSON files of a data directory. */
final class JsonFiles {
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private JsonFiles() {}

    /** A reader sees the old file or the new one, never a part. */
    static void write(Path file, Object value) {
        try {
            Path fresh = file.resolveSibling(file.getFileName() + ".tmp");
            JSON.writeValue(fresh.toFile(), value);
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    /** Empty if there is no such file. */
    static <T> Optional<T> read(Path file, Class<T> type) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            T read = JSON.readValue(file.toFile(), type);
            if (read == null) {
                throw new IllegalStateException(file + " cannot be read: it says null");
            }
            return Optional.of(read);
        } catch (IOException e) {
            String line = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new IllegalStateException(file + " cannot be read: " + line, e);
        }
    }
}
