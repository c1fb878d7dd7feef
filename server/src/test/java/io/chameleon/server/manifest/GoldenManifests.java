package io.chameleon.server.manifest;

import io.chameleon.core.WriteId;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * Writes the file of manifests kept for a version:
 * {@code GoldenManifests src/test/resources/golden/manifests/initial/0000000001.log.gz}. Run it once, when a version is
 * new; later builds read what earlier ones wrote.
 */
final class GoldenManifests {
    /**
     * Of {@code photos/leaf}, 20 bytes in a segment of 1 MiB at most; put by alice, and by a process of the cluster.
     */
    private static final byte[] MANIFEST =
            HexFormat.of().parseHex("0a0e0a0670686f746f7312046c656166120b1014188080402578563412");

    static final List<StoredManifest> ALL = List.of(
            new StoredManifest(WriteId.parse("00112233445566778899aabbccddeeff"), "alice", MANIFEST),
            new StoredManifest(WriteId.parse("00112233445566798899aabbccddee00"), "", MANIFEST));

    private GoldenManifests() {}

    public static void main(String[] args) throws IOException {
        Path directory = Files.createTempDirectory("golden");
        try (ManifestLog log = new ManifestLog(directory)) {
            ALL.forEach(log::add);
        }
        Path file = directory.resolve("0000000001.log");
        Path into = Path.of(args[0]);
        Files.createDirectories(into.getParent());
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(into))) {
            Files.copy(file, out);
        }
        Files.delete(file);
        Files.delete(directory);
    }
}
