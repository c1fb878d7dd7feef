package io.chameleon.node.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DevCredentialsTest {
    @TempDir
    Path data;

    private String text(String name) throws IOException {
        return Files.readString(data.resolve("auth").resolve(name)).strip();
    }

    @Test
    void newDirectory_hasAKeyForEachRole_thatTheClusterAccepts() throws IOException {
        DevCredentials made = DevCredentials.in(data);
        assertThat(made.adminToken()).isEqualTo(data.resolve("auth").resolve("admin.token"));
        assertThat(text("keys").lines())
                .containsExactly(
                        text("internal.token") + " balancer internal",
                        text("admin.token") + " admin admin",
                        text("gateway.token") + " gateway gateway");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void keys_areForTheirOwnerAlone() throws IOException {
        DevCredentials unused = DevCredentials.in(data);
        for (String name : List.of("keys", "internal.token", "admin.token", "gateway.token")) {
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(data.resolve("auth").resolve(name))))
                    .as(name)
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void directoryThatHasKeys_keepsThem_andThoseThatWereAddedByHand() throws IOException {
        DevCredentials unused = DevCredentials.in(data);
        String mine = text("keys") + "\nalice-1:secret alice user";
        Files.writeString(data.resolve("auth").resolve("keys"), mine);
        DevCredentials unusedToo = DevCredentials.in(data);
        assertThat(text("keys")).isEqualTo(mine);
    }

    @Test
    void directoryOfAnEarlierVersion_getsTheGatewaysKeyBesideItsOwn() throws IOException {
        DevCredentials unused = DevCredentials.in(data);
        Path auth = data.resolve("auth");
        List<String> earlier = text("keys").lines().limit(2).toList();
        Files.writeString(auth.resolve("keys"), String.join("\n", earlier));
        Files.delete(auth.resolve("gateway.token"));
        DevCredentials unusedToo = DevCredentials.in(data);
        assertThat(text("keys").lines().toList())
                .startsWith(earlier.toArray(String[]::new))
                .hasSize(3)
                .last()
                .isEqualTo(text("gateway.token") + " gateway gateway");
    }

    /** The process was killed before the last file. */
    @Test
    void directoryThatIsHalfMade_isMadeAnew() throws IOException {
        Path auth = Files.createDirectories(data.resolve("auth"));
        Files.writeString(auth.resolve("internal.token"), "internal-1:old");
        DevCredentials unused = DevCredentials.in(data);
        assertThat(text("keys")).startsWith(text("internal.token")).doesNotContain("old");
    }
}
