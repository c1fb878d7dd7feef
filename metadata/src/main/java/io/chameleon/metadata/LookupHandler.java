package io.chameleon.metadata;

import io.chameleon.core.ObjectId;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.core.mapping.table.Lookup;
import io.chameleon.metadata.batch.Lane;
import io.chameleon.metadata.batch.Lanes;
import io.chameleon.metadata.batch.LookupBatcher;
import io.chameleon.metadata.batch.MetadataMetrics;
import io.chameleon.metadata.request.BucketAccess;
import io.chameleon.metadata.request.LookupTables;
import io.chameleon.metadata.slice.SliceNames;
import io.chameleon.metadata.slice.WholeNames;
import io.chameleon.metadata.table.NextWrites;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.protocol.Wire;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.rpc.server.FairPlaces;
import io.chameleon.transport.wire.LookupRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Answers LOOKUP requests by a {@link LookupBatcher} for each database. Reads wait only for reads. */
final class LookupHandler implements AutoCloseable {
    private final BucketAccess access;
    private final Lane<ObjectId, Lookup> lookups;
    private final FairPlaces places;
    private final NextWrites next;
    private final ExecutorService threads;
    private final Workers workers;

    /**
     * @param places of all requests in progress or waiting
     * @param capacity of each lane
     */
    LookupHandler(
            LookupTables source,
            BucketAccess access,
            FairPlaces places,
            int capacity,
            LongSupplier nanoTime,
            MetadataMetrics metrics,
            NextWrites next,
            ThreadFactory threads) {
        this.access = access;
        this.places = places;
        this.next = next;
        this.threads = Executors.newFixedThreadPool(
                LookupBatcher.AT_A_TIME * source.tables().size(), threads);
        this.workers = new Workers(this.threads, places, nanoTime);
        this.lookups = lanes(source, capacity, nanoTime, metrics);
    }

    private Lane<ObjectId, Lookup> lanes(
            LookupTables source, int capacity, LongSupplier nanoTime, MetadataMetrics metrics) {
        List<Lane<ObjectId, Lookup>> lanes = IntStream.range(0, source.tables().size())
                .<Lane<ObjectId, Lookup>>mapToObj(
                        number -> new LookupBatcher(source.statement(number), threads, capacity, nanoTime, metrics))
                .toList();
        return Lanes.of(
                lanes,
                ObjectId::bucket,
                source.directory(),
                source.directory()::find,
                threads,
                new Lanes.Names<>(SliceNames::in, WholeNames::of));
    }

    CompletableFuture<Message> handle(Message request, CallContext context) {
        ObjectId id;
        try {
            id = Wire.unpack(request.header(LookupRequest.class).getId());
        } catch (ChameleonError e) {
            return CompletableFuture.failedFuture(e);
        }
        if (!places.tryAcquire(context)) {
            return CompletableFuture.failedFuture(Workers.tooMany());
        }
        CompletableFuture<Lookup> found = BucketAccess.concerns(context.principal())
                ? workers.run(MessageType.LOOKUP, context, () -> allowed(request, context, id), () -> {})
                        .thenCompose(allowed -> lookups.submit(allowed, context.deadlineNanos()))
                : lookups.submit(id, context.deadlineNanos());
        CompletableFuture<Lookup> unused = found.whenComplete((lookup, failure) -> places.release(context));
        return MetadataEndpoint.answer(
                found, lookup -> Message.of(MessageType.LOOKUP, MappingWire.pack(shown(lookup))));
    }

    private ObjectId allowed(Message request, CallContext context, ObjectId id) {
        access.require(context.principal(), request);
        return id;
    }

    private Lookup shown(Lookup found) {
        ObjectMapping row = found.mapping();
        return row == null ? found : found.with(next.shown(row, found.schemes()));
    }

    /** Returns when all that were accepted are answered. */
    @Override
    public void close() {
        threads.close();
    }
}
