package io.chameleon.balancer.servers;

import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.transport.rpc.Endpoint;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The servers of one round: one that fails is not asked again. Safe from any thread. */
final class RoundServers {
    /** What is wrong with the server rather than with the fragment. */
    private static final Set<ErrorCode> OF_THE_SERVER = Set.of(
            ErrorCode.UNAVAILABLE,
            ErrorCode.DEADLINE_EXCEEDED,
            ErrorCode.OVERLOADED,
            ErrorCode.DRAINING,
            ErrorCode.DEVICE_FULL);

    private final Map<ServerId, ServerInfo> known;
    private final Silence silence;
    private final Set<ServerId> unreadable = ConcurrentHashMap.newKeySet();
    private final Set<ServerId> unwritable = ConcurrentHashMap.newKeySet();

    /** @param silence servers that are not to be asked; those that do not answer are noted there */
    RoundServers(ClusterView view, Silence silence) {
        this.known =
                view.servers().stream().collect(Collectors.toMap(ServerInfo::id, Function.identity(), (a, b) -> a));
        this.silence = silence;
        unreadable.addAll(silence.servers());
        unwritable.addAll(silence.servers());
    }

    /** Whether an error is the fault of the server. */
    static boolean isToBlame(ErrorCode code) {
        return OF_THE_SERVER.contains(code);
    }

    /** As far as is known. */
    boolean takesWrites(ServerId server) {
        ServerInfo info = known.get(server);
        return info != null && info.isWritable() && !unwritable.contains(server);
    }

    /** Throws {@code UNAVAILABLE} if it cannot be read from in this round. */
    Endpoint toRead(ServerId server) {
        return endpoint(server, ServerInfo::isReadable, unreadable);
    }

    /** Throws {@code UNAVAILABLE} if it cannot be written to in this round. */
    Endpoint toWrite(ServerId server) {
        return endpoint(server, ServerInfo::isWritable, unwritable);
    }

    /** Makes a call that reads; notes whether the server fails. */
    <T> T reading(ServerId server, Supplier<T> call) {
        return asking(server, unreadable, call);
    }

    /** Makes a call that writes; notes whether the server fails. */
    <T> T writing(ServerId server, Supplier<T> call) {
        return asking(server, unwritable, call);
    }

    private Endpoint endpoint(ServerId id, Predicate<ServerInfo> usable, Set<ServerId> avoided) {
        return Optional.ofNullable(known.get(id))
                .filter(server -> usable.test(server) && !avoided.contains(id))
                .map(Endpoint::of)
                .orElseThrow(() -> new ChameleonError(
                        ErrorCode.UNAVAILABLE, "server " + id + " is away, or has failed in this round already"));
    }

    private <T> T asking(ServerId server, Set<ServerId> avoided, Supplier<T> call) {
        try {
            return call.get();
        } catch (ChameleonError e) {
            if (OF_THE_SERVER.contains(e.code())) {
                avoided.add(server);
                if (e.code() == ErrorCode.UNAVAILABLE || e.code() == ErrorCode.DEADLINE_EXCEEDED) {
                    silence.note(server);
                }
            }
            throw e;
        }
    }
}
