package io.chameleon.metadata.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MigrationsTest {
    private static final Map<String, String> FILES = Map.of("V1__one.sql", "create table a ();", "V2__two.sql", "");

    @TempDir
    Path directory;

    @Test
    void fingerprint_isThatOfNamesAndContents() {
        assertThat(Migrations.fingerprint()).matches("[0-9a-f]{8}").isEqualTo(Migrations.fingerprint());
        TreeMap<String, byte[]> files = new TreeMap<>();
        FILES.forEach((name, sql) -> files.put(name, sql.getBytes(StandardCharsets.UTF_8)));
        String before = Migrations.fingerprint(files);
        files.put("V2__two.sql", new byte[] {'-', '-'});
        String edited = Migrations.fingerprint(files);
        files.put("V3__three.sql", new byte[0]);
        assertThat(Migrations.fingerprint(files)).isNotIn(before, edited);
        assertThat(edited).isNotEqualTo(before);
    }

    @Test
    void migrations_areReadFromADirectory_andFromAnArchive() throws IOException {
        Path files = Files.createDirectory(directory.resolve("with space"));
        Path jar = directory.resolve("some+one.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (String name : new String[] {"db/", "db/migration/", "db/migrations/V9__other.sql"}) {
                out.putNextEntry(new JarEntry(name));
            }
            for (Map.Entry<String, String> migration : FILES.entrySet()) {
                Files.writeString(files.resolve(migration.getKey()), migration.getValue());
                out.putNextEntry(new JarEntry("db/migration/" + migration.getKey()));
                out.write(migration.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        for (URI location : new URI[] {
            files.toUri(),
            URI.create("jar:" + jar.toUri() + "!/db/migration"),
            URI.create("jar:" + jar.toUri() + "!/db/migration/")
        }) {
            Map<String, byte[]> read = Migrations.read(location.toURL());
            assertThat(read.keySet()).as(location.toString()).isEqualTo(FILES.keySet());
            assertThat(read)
                    .allSatisfy((name, sql) -> assertThat(sql).asString().isEqualTo(FILES.get(name)));
        }
    }
}
