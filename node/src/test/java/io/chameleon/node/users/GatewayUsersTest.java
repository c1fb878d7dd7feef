package io.chameleon.node.users;

import static org.assertj.core.api.Assertions.assertThat;

import io.chameleon.s3.auth.User;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayUsersTest {
    private static final UserKey OWNER = new UserKey("owner", "OWNER", "secret-of-owner");

    @TempDir
    Path directory;

    @Test
    void userThatIsAddedOrRemovedWhileTheGatewayRuns_isKnownAfterTheNextLook() {
        UserDirectory files = new UserDirectory(directory);
        GatewayUsers users = new GatewayUsers(directory, List.of(OWNER));
        UserKey alice = files.add("alice", null, null);
        users.refresh();
        assertThat(users.find(alice.accessKey())).isEqualTo(new User("alice", alice.secret()));
        assertThat(users.isUser("alice")).isTrue();
        files.remove("alice");
        users.refresh();
        assertThat(users.find(alice.accessKey())).isNull();
        assertThat(users.isUser("alice")).isFalse();
        assertThat(users.find("OWNER")).isEqualTo(new User("owner", OWNER.secret()));
    }

    @Test
    void accessKeyOfAFile_displacesNoneThatWasGiven() {
        UserKey unused = new UserDirectory(directory).add("eve", "OWNER", "secret-of-eve");
        assertThat(new GatewayUsers(directory, List.of(OWNER)).find("OWNER"))
                .isEqualTo(new User("owner", OWNER.secret()));
    }
}
