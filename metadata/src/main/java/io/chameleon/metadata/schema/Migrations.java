package io.chameleon.metadata.schema;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** The migrations of this build: SQL files, where Flyway looks for them by default. */
public final class Migrations {
    private static final String LOCATION = "/db/migration";

    private Migrations() {}

    /** Eight hexadecimal digits, which change with every change of a migration. Cost: reads all of them, 40 KB. */
    public static String fingerprint() {
        try {
            return fingerprint(read(Objects.requireNonNull(Migrations.class.getResource(LOCATION), LOCATION)));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the migrations of this build: " + e.getMessage(), e);
        }
    }

    /** By name. */
    static SortedMap<String, byte[]> read(URL location) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        URLConnection connection = location.openConnection();
        if (connection instanceof JarURLConnection archive) {
            archive.setUseCaches(false); // or closing it would close that of others
            try (JarFile jar = archive.getJarFile()) {
                String directory = archive.getEntryName().replaceFirst("/?$", "/");
                for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                    if (entry.getName().startsWith(directory) && !entry.isDirectory()) {
                        try (InputStream in = jar.getInputStream(entry)) {
                            files.put(entry.getName().substring(directory.length()), in.readAllBytes());
                        }
                    }
                }
            }
        } else {
            try (Stream<Path> all = Files.list(Path.of(URI.create(location.toString())))) {
                for (Path file : (Iterable<Path>) all::iterator) {
                    files.put(file.getFileName().toString(), Files.readAllBytes(file));
                }
            }
        }
        return files;
    }

    static String fingerprint(SortedMap<String, byte[]> files) {
        CRC32C sum = new CRC32C();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            sum.update(file.getKey().getBytes(StandardCharsets.UTF_8));
            sum.update(file.getValue());
        }
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }
}
