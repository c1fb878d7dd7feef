package io.chameleon.transport.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.transport.protocol.MessageType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class PermissionsTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\| ([a-z, ]+) \\|");

    /** Requests that users may make; all others, also future ones, are refused. */
    private static final Set<MessageType> OF_USERS = EnumSet.of(
            MessageType.PING,
            MessageType.CLUSTER_VIEW,
            MessageType.WEAR_REPORT,
            MessageType.GET_FRAGMENT,
            MessageType.PUT_FRAGMENT,
            MessageType.PUT_MANIFEST,
            MessageType.DELETE_FRAGMENTS,
            MessageType.LOOKUP,
            MessageType.COMMIT,
            MessageType.DELETE_OBJECT,
            MessageType.UPDATE_METADATA,
            MessageType.DISCARD_CHUNKS,
            MessageType.LIST_OBJECTS,
            MessageType.HISTORY,
            MessageType.SET_BUCKET_POLICY,
            MessageType.SET_GRANT,
            MessageType.LIST_GRANTS,
            MessageType.QUOTAS,
            MessageType.CHECK_ROOM,
            MessageType.CREATE_BUCKET,
            MessageType.DELETE_BUCKET,
            MessageType.GET_BUCKET,
            MessageType.LIST_BUCKETS,
            MessageType.CONFIGURE_BUCKET,
            MessageType.BEGIN_UPLOAD,
            MessageType.ADD_PART,
            MessageType.LIST_PARTS,
            MessageType.COMPLETE_UPLOAD,
            MessageType.COPY_OBJECT,
            MessageType.ABORT_UPLOAD,
            MessageType.LIST_UPLOADS,
            MessageType.LIST_EXTENTS,
            MessageType.FIND_VERSION,
            MessageType.LIST_VERSIONS,
            MessageType.DELETE_VERSION,
            MessageType.UPDATE_VERSION,
            MessageType.REPORT_DAMAGE);

    @Test
    void user_mayAskForItsOwnRequestsOnly() {
        for (MessageType type : MessageType.values()) {
            assertThat(Permissions.mayAsk(type, Role.USER)).as(type.name()).isEqualTo(OF_USERS.contains(type));
        }
    }

    @Test
    void gateway_mayAskForWhatUsersMay_andNothingElse() {
        for (MessageType type : MessageType.values()) {
            assertThat(Permissions.mayAsk(type, Role.GATEWAY)).as(type.name()).isEqualTo(OF_USERS.contains(type));
        }
    }

    @Test
    void flashServer_mayNeitherReadNorMoveNorRemap() {
        for (MessageType type : MessageType.values()) {
            assertThat(Permissions.mayAsk(type, Role.SERVER))
                    .as(type.name())
                    .isEqualTo(Set.of(
                                    MessageType.PING,
                                    MessageType.CLUSTER_VIEW,
                                    MessageType.WEAR_REPORT,
                                    MessageType.REPORT_DAMAGE)
                            .contains(type));
        }
    }

    @Test
    void table_ofTheDocument_isThatOfTheCode() throws Exception {
        String document = Files.readString(Path.of("../docs/operate/security.md"));
        Map<String, String> documented = new TreeMap<>();
        ROW.matcher(document).results().forEach(row -> documented.put(row.group(1), row.group(2)));
        Map<String, String> code = new TreeMap<>();
        for (MessageType type : MessageType.values()) {
            code.put(
                    type.name(),
                    String.join(
                            ", ",
                            EnumSet.allOf(Role.class).stream()
                                    .filter(role -> Permissions.mayAsk(type, role))
                                    .map(Role::label)
                                    .toList()));
        }
        code.forEach((type, roles) -> assertThat(documented.getOrDefault(type, "balancer, admin"))
                .as(type)
                .isEqualTo(roles));
    }
}
