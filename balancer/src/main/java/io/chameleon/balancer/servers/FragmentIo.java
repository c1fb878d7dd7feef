package io.chameleon.balancer.servers;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.ServerInfo;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.redundancy.FragmentFormat;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.client.FragmentRead;
import io.chameleon.transport.rpc.Endpoint;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes whole fragments during one round of bulk copies. A server that does not answer, or takes no more, is
 * asked only once in the round: otherwise each object of the round would wait for it. Padding is on no server: it reads
 * as zeros, and nothing is written. Safe from any thread.
 */
public final class FragmentIo {
    /** What is wrong with the server rather than with the fragment. */
    private static final Set<ErrorCode> OF_THE_SERVER = Set.of(
            ErrorCode.UNAVAILABLE,
            ErrorCode.DEADLINE_EXCEEDED,
            ErrorCode.OVERLOADED,
            ErrorCode.DRAINING,
            ErrorCode.DEVICE_FULL);

    private final FlashClient flash;
    private final Map<ServerId, ServerInfo> known;
    private final Duration timeout;
    private final Silence silence;
    private final Set<ServerId> unreadable = ConcurrentHashMap.newKeySet();
    private final Set<ServerId> unwritable = ConcurrentHashMap.newKeySet();

    /** @param silence servers that are not to be asked; those that do not answer are noted there */
    FragmentIo(FlashClient flash, ClusterView view, Duration timeout, Silence silence) {
        this.flash = flash;
        this.known =
                view.servers().stream().collect(Collectors.toMap(ServerInfo::id, Function.identity(), (a, b) -> a));
        this.timeout = timeout;
        this.silence = silence;
        unreadable.addAll(silence.servers());
        unwritable.addAll(silence.servers());
    }

    /** Whether an error is the fault of the server, not of the fragment: another server may do. */
    public static boolean isOfTheServer(ErrorCode code) {
        return OF_THE_SERVER.contains(code);
    }

    /** Whether a fragment can be stored there, as far as is known. */
    public boolean takesWrites(ServerId server) {
        ServerInfo info = known.get(server);
        return info != null && info.isWritable() && !unwritable.contains(server);
    }

    /**
     * A fragment, checked against its checksum and the length it must have.
     *
     * @throws ChameleonError {@code CORRUPT_FRAGMENT}; {@code FORMAT_NOT_READ} if it is of an older format, not
     *     damaged; or what the server or the network says
     */
    public byte[] read(ServerId server, FragmentId id, RedundancyScheme scheme, int segmentLength) {
        return begin(server, id, scheme, segmentLength).bytes();
    }

    /**
     * Asks for a fragment; {@link Reading#bytes} has to be called once.
     *
     * @throws ChameleonError if the server is unreachable, or has failed in this round already
     */
    public Reading begin(ServerId server, FragmentId id, RedundancyScheme scheme, int segmentLength) {
        if (scheme.isPadding(id.index(), segmentLength)) {
            return new Reading(server, id, scheme, segmentLength, null);
        }
        Endpoint endpoint = endpoint(server, ServerInfo::isReadable, unreadable);
        return new Reading(server, id, scheme, segmentLength, flash.get(endpoint, id, 0, 0, timeout));
    }

    /** A fragment that has been asked for. */
    public final class Reading {
        private final ServerId server;
        private final FragmentId id;
        private final RedundancyScheme scheme;
        private final int segmentLength;
        private final int length;
        /** Null if there is nothing to ask for. */
        private final @Nullable CompletableFuture<FragmentRead> answer;

        private Reading(
                ServerId server,
                FragmentId id,
                RedundancyScheme scheme,
                int segmentLength,
                @Nullable CompletableFuture<FragmentRead> answer) {
            this.server = server;
            this.id = id;
            this.scheme = scheme;
            this.segmentLength = segmentLength;
            this.length = scheme.fragmentBytes(segmentLength);
            this.answer = answer;
        }

        public int index() {
            return id.index();
        }

        /** Waits for it; throws as {@link FragmentIo#read}. */
        public byte[] bytes() {
            CompletableFuture<FragmentRead> asked = answer;
            if (asked == null) {
                return new byte[length];
            }
            FragmentRead read = asking(server, unreadable, () -> Calls.await(asked));
            ByteBuf payload = read.payload();
            try {
                int given = payload.readableBytes();
                FragmentFormat.requireRead(id, scheme, segmentLength, given);
                if (given != length || !read.matchesChecksum()) {
                    throw new ChameleonError(
                            ErrorCode.CORRUPT_FRAGMENT,
                            "fragment " + id + " on " + server + ": " + given
                                    + " bytes that are not the fragment, expected " + length);
                }
                byte[] bytes = new byte[given];
                payload.readBytes(bytes);
                return bytes;
            } finally {
                read.release();
            }
        }
    }

    /**
     * Stores a fragment, and with one of the last segment the manifest, if its server is to keep it; returns once that
     * is durable.
     *
     * @param manifest of the object
     */
    public void write(ServerId server, FragmentId id, Manifest manifest, byte[] bytes) {
        RedundancyScheme scheme = manifest.scheme();
        int segmentLength = manifest.content().segmentLength(id.segment());
        if (scheme.isPadding(id.index(), segmentLength)) {
            return;
        }
        Endpoint endpoint = endpoint(server, ServerInfo::isWritable, unwritable);
        asking(
                server,
                unwritable,
                () -> Calls.await(flash.put(
                        endpoint,
                        id,
                        crc32c(bytes),
                        scheme,
                        segmentLength,
                        WriteHint.COLD,
                        carries(id, manifest) ? manifest : null,
                        Unpooled.wrappedBuffer(bytes),
                        timeout)));
    }

    /** Stores the manifest that a fragment should have brought, if any; the fragment itself is there. */
    public void name(ServerId server, FragmentId id, Manifest manifest) {
        if (!carries(id, manifest)) {
            return;
        }
        Endpoint endpoint = endpoint(server, ServerInfo::isWritable, unwritable);
        asking(server, unwritable, () -> Calls.await(flash.putManifest(endpoint, id.writeId(), manifest, timeout)));
    }

    private static boolean carries(FragmentId id, Manifest manifest) {
        return id.segment() == manifest.content().segments() - 1 && Manifest.isCarriedBy(manifest.scheme(), id.index());
    }

    /** Deletes a write that nothing refers to. */
    public void delete(ServerId server, WriteId write) {
        Endpoint endpoint = endpoint(server, ServerInfo::isReadable, unreadable);
        asking(server, unreadable, () -> Calls.await(flash.delete(endpoint, List.of(write), timeout)));
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

    private static int crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
