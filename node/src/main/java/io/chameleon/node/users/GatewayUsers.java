package io.chameleon.node.users;

import io.chameleon.s3.auth.Credentials;
import io.chameleon.s3.auth.User;
import io.chameleon.transport.security.Reloaded;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The users that a gateway knows: those of a directory, which may change while it runs, and those it is given. A file
 * that makes no sense is skipped with a warning, as is an access key that occurs twice.
 */
public final class GatewayUsers implements Credentials {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayUsers.class);

    private final List<UserKey> given;
    private final Reloaded<Map<String, User>> users;

    /**
     * @param directory null for none
     * @param given come first: no file can displace them
     */
    public GatewayUsers(@Nullable Path directory, List<UserKey> given) {
        this.given = List.copyOf(given);
        UserDirectory files = directory == null ? null : new UserDirectory(directory);
        users = new Reloaded<>(() -> files == null ? List.of() : files.files(), () -> read(files));
    }

    private Map<String, User> read(@Nullable UserDirectory files) {
        Map<String, User> all = new HashMap<>();
        given.forEach(key -> add(all, key));
        if (files != null) {
            files.keys((file, reason) -> LOG.warn("key of a user passed over: {}: {}", file, reason))
                    .forEach(key -> add(all, key));
        }
        return Map.copyOf(all);
    }

    private static void add(Map<String, User> all, UserKey key) {
        if (all.putIfAbsent(key.accessKey(), new User(key.user(), key.secret())) != null) {
            LOG.warn("{} passed over: this access key is taken", key);
        }
    }

    @Override
    public @Nullable User find(String accessKey) {
        return users.get().get(accessKey);
    }

    @Override
    public boolean isUser(String name) {
        return users.get().values().stream().anyMatch(user -> user.name().equals(name));
    }

    /** Number of access keys. */
    public int size() {
        return users.get().size();
    }

    /** How often in a row the directory, which has changed, could not be read. */
    public long failures() {
        return users.failures();
    }

    /** Reads the directory again if it has changed. */
    public void refresh() {
        users.refresh();
    }
}
