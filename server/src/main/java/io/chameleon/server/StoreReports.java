package io.chameleon.server;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.core.mapping.MappingRules;
import io.chameleon.server.store.Fragment;
import io.chameleon.server.store.FragmentListing;
import io.chameleon.server.store.FragmentStore;
import io.chameleon.transport.protocol.ClusterWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.wire.DamagedFragmentsResponse;
import io.chameleon.transport.wire.FragmentEntryP;
import io.chameleon.transport.wire.ListFragmentsRequest;
import io.chameleon.transport.wire.ListFragmentsResponse;
import io.chameleon.transport.wire.ScrubStatusResponse;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;

/** The part of {@link FlashServerEndpoint} that tells what is stored, and in what state it and its device are. */
final class StoreReports {
    private static final int MAX_LISTED = 10_000;

    private final FragmentStore store;
    private final FlashMonitor monitor;
    private final Scrubber scrubber;
    private final InstantSource clock;
    private final long openedMillis;

    StoreReports(FragmentStore store, FlashMonitor monitor, Scrubber scrubber, InstantSource clock) {
        this.store = store;
        this.monitor = monitor;
        this.scrubber = scrubber;
        this.clock = clock;
        this.openedMillis = clock.millis();
    }

    CompletableFuture<Message> list(Message request) {
        ListFragmentsRequest header = request.header(ListFragmentsRequest.class);
        int limit = header.getLimit();
        if (limit <= 0 || limit > MAX_LISTED) {
            throw new ChameleonError(
                    ErrorCode.INVALID_REQUEST, "limit: '" + limit + "' given, expected 1 to " + MAX_LISTED);
        }
        long olderThan = header.getOlderThanMillis() == 0 ? Long.MAX_VALUE : header.getOlderThanMillis();
        FragmentListing listing = store.list(
                olderThan, future(olderThan), header.hasAfter() ? Wire.unpack(header.getAfter()) : null, limit);
        ListFragmentsResponse answer = ListFragmentsResponse.newBuilder()
                .addAllFragments(
                        listing.fragments().stream().map(StoreReports::entry).toList())
                .setMore(listing.more())
                .build();
        return FlashServerEndpoint.answer(MessageType.LIST_FRAGMENTS, answer);
    }

    /**
     * The time from which a write dated ahead of the clock counts as old. The server takes no such write, so it was
     * stored before the server came up.
     */
    private long future(long olderThanMillis) {
        return openedMillis < olderThanMillis ? clock.millis() + MappingRules.LONGEST_LEAD.toMillis() : Long.MAX_VALUE;
    }

    private static FragmentEntryP entry(Fragment fragment) {
        return FragmentEntryP.newBuilder()
                .setId(Wire.pack(fragment.id()))
                .setLength(fragment.length())
                .setCrc32C(fragment.crc32c())
                .build();
    }

    CompletableFuture<Message> wear(Message request) {
        return FlashServerEndpoint.answer(request.type(), ClusterWire.pack(monitor.report()));
    }

    CompletableFuture<Message> damaged(Message request) {
        return FlashServerEndpoint.answer(
                request.type(),
                DamagedFragmentsResponse.newBuilder()
                        .addAllFragments(
                                store.damaged().stream().map(Wire::pack).toList())
                        .build());
    }

    CompletableFuture<Message> scrubStatus(Message request) {
        Scrubber.Progress progress = scrubber.progress();
        return FlashServerEndpoint.answer(
                request.type(),
                ScrubStatusResponse.newBuilder()
                        .setBytesPerSecond(scrubber.bytesPerSecond())
                        .setPassBeganMillis(progress.passBeganMillis())
                        .setLastPassMillis(progress.lastPassMillis())
                        .setFragments(progress.fragments())
                        .setFragmentsTotal(store.usage().fragments())
                        .setBytes(progress.bytes())
                        .setDamaged(store.damaged().size())
                        .setNowMillis(clock.millis())
                        .build());
    }
}
