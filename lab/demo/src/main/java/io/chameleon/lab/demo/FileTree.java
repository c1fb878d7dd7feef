package io.chameleon.lab.demo;

import io.chameleon.cli.output.Progress;
import io.chameleon.client.ChameleonClient;
import io.chameleon.client.error.ChameleonException;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.redundancy.RedundancyPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Stores a directory tree and reads it back. A file may change on disk meanwhile, so what was stored is remembered by
 * CRC.
 */
final class FileTree {
    private static final Logger LOG = LoggerFactory.getLogger(FileTree.class);
    static final String BUCKET = "files";

    private final ChameleonClient client;
    private final Workload workload;
    private final BooleanSupplier ending;
    private final Map<String, Long> stored = new LinkedHashMap<>();

    /** @param ending whether the cluster is being closed under it */
    FileTree(ChameleonClient client, Workload workload, RedundancyPolicy initial, BooleanSupplier ending) {
        this.ending = ending;
        this.client = client;
        this.workload = workload;
        client.setBucketPolicy(BUCKET, initial);
    }

    void store(Progress progress) {
        for (Path file : workload.files()) {
            byte[] bytes = read(file);
            client.put(BUCKET, key(file), bytes, PutOptions.DEFAULT);
            stored.put(key(file), crc32c(bytes));
            progress.step(1);
        }
    }

    /** Returns how many stored files differ from what was stored. */
    long lost(Progress progress) {
        long lost = 0;
        for (Map.Entry<String, Long> file : stored.entrySet()) {
            try {
                lost += crc32c(client.get(BUCKET, file.getKey())) == file.getValue() ? 0 : 1;
            } catch (ChameleonException e) {
                LOG.atLevel(ending.getAsBoolean() ? Level.DEBUG : Level.ERROR)
                        .log("{} cannot be read: {}", file.getKey(), e.getMessage());
                lost++;
            }
            progress.step(1);
        }
        return lost;
    }

    int count() {
        return stored.size();
    }

    private byte[] read(Path file) {
        try {
            return Files.readAllBytes(workload.root().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException("--input: cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static String key(Path file) {
        return file.toString().replace('\\', '/');
    }

    private static long crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return crc.getValue();
    }
}
