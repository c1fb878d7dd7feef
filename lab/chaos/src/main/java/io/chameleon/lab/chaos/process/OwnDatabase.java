package io.chameleon.lab.chaos.process;

import io.chameleon.transport.rpc.Endpoint;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * The cluster's own PostgreSQL: one server, or a primary and its synchronous standby, which replaces it when it fails.
 * For one thread at a time.
 */
final class OwnDatabase {
    private final BiFunction<PostgresMember, PostgresMember, Endpoint> routes;
    private PostgresMember primary;
    private Optional<PostgresMember> standby;

    /**
     * @param standby empty: there is none
     * @param routes how one of them, the first, is told to find the other
     */
    OwnDatabase(
            PostgresMember primary,
            Optional<PostgresMember> standby,
            BiFunction<PostgresMember, PostgresMember, Endpoint> routes) {
        this.primary = primary;
        this.standby = standby;
        this.routes = routes;
        standby.ifPresent(follower -> {
            follower.follow(primary, routes.apply(follower, primary));
            // The way back is needed after a failover, and known from the beginning.
            Endpoint unused = routes.apply(primary, follower);
        });
    }

    /** In an order in which they can be started. */
    List<PostgresMember> members() {
        return standby.map(follower -> List.of(primary, follower)).orElse(List.of(primary));
    }

    void create(String database) throws SQLException {
        primary.create(database);
    }

    void lose() throws IOException {
        for (PostgresMember member : members()) {
            member.lose();
        }
    }

    void restore() throws IOException {
        for (PostgresMember member : members()) {
            member.restore();
        }
    }

    /**
     * Kills the primary and promotes the standby, once the standby has everything. Until the standby's successor is
     * started, commits are on the new primary alone; the successor has no files and is not running when this returns.
     *
     * @return the successor: the former primary
     */
    PostgresMember failOver() throws SQLException, IOException, InterruptedException {
        PostgresMember failed = primary;
        PostgresMember promoted =
                standby.orElseThrow(() -> new IllegalStateException("there is no standby that could be promoted"));
        failed.awaitSynchronous();
        failed.kill();
        promoted.promote();
        primary = promoted;
        standby = Optional.of(failed);
        failed.clear();
        failed.follow(promoted, routes.apply(failed, promoted));
        return failed;
    }
}
