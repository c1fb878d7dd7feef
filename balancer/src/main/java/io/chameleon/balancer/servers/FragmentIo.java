package io.chameleon.balancer.servers;

import io.chameleon.core.FragmentId;
import io.chameleon.core.ServerId;
import io.chameleon.core.WriteHint;
import io.chameleon.core.WriteId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.ClusterView;
import io.chameleon.core.mapping.Manifest;
import io.chameleon.core.redundancy.RedundancyScheme;
import io.chameleon.transport.client.FlashClient;
import io.chameleon.transport.rpc.Endpoint;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Reads and writes whole fragments during one round of bulk copies. A server that does not answer, or takes no more, is
 * asked only once in the round: otherwise each object of the round would wait for it. Padding is on no server: it reads
 * as zeros, and nothing is written. Safe from any thread.
 */
public final class FragmentIo {
    private final FlashClient flash;
    private final RoundServers servers;
    private final Duration timeout;

    /** @param silence servers that are not to be asked; those that do not answer are noted there */
    FragmentIo(FlashClient flash, ClusterView view, Duration timeout, Silence silence) {
        this.flash = flash;
        this.servers = new RoundServers(view, silence);
        this.timeout = timeout;
    }

    /** Whether an error is the fault of the server, not of the fragment: another server may do. */
    public static boolean isOfTheServer(ErrorCode code) {
        return RoundServers.isToBlame(code);
    }

    /** Whether a fragment can be stored there, as far as is known. */
    public boolean takesWrites(ServerId server) {
        return servers.takesWrites(server);
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
     * Asks for a fragment; {@link FragmentReading#bytes} has to be called once.
     *
     * @throws ChameleonError if the server is unreachable, or has failed in this round already
     */
    public FragmentReading begin(ServerId server, FragmentId id, RedundancyScheme scheme, int segmentLength) {
        if (scheme.isPadding(id.index(), segmentLength)) {
            return new FragmentReading(servers, server, id, scheme, segmentLength, null);
        }
        Endpoint endpoint = servers.toRead(server);
        return new FragmentReading(servers, server, id, scheme, segmentLength, flash.get(endpoint, id, 0, 0, timeout));
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
        Endpoint endpoint = servers.toWrite(server);
        servers.writing(
                server,
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
        Endpoint endpoint = servers.toWrite(server);
        servers.writing(server, () -> Calls.await(flash.putManifest(endpoint, id.writeId(), manifest, timeout)));
    }

    private static boolean carries(FragmentId id, Manifest manifest) {
        return id.segment() == manifest.content().segments() - 1 && Manifest.isCarriedBy(manifest.scheme(), id.index());
    }

    /** Deletes a write that nothing refers to. */
    public void delete(ServerId server, WriteId write) {
        Endpoint endpoint = servers.toRead(server);
        servers.reading(server, () -> Calls.await(flash.delete(endpoint, List.of(write), timeout)));
    }

    private static int crc32c(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return (int) crc.getValue();
    }
}
