package io.chameleon.metadata;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import io.chameleon.core.mapping.ObjectMapping;
import io.chameleon.metadata.batch.CommitBatcher;
import io.chameleon.metadata.batch.Lane;
import io.chameleon.metadata.request.BucketAccess;
import io.chameleon.metadata.table.NextWrites;
import io.chameleon.transport.protocol.MappingWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.rpc.CallContext;
import io.chameleon.transport.wire.CommitRequest;
import java.util.concurrent.CompletableFuture;

/** Answers COMMIT requests: a commit waits for a {@link CommitBatcher}, a user's first for the check of its grants. */
final class CommitHandler {
    private final BucketAccess access;
    private final Lane<Commit, CommitResult> commits;
    private final Workers workers;
    private final NextWrites next;

    CommitHandler(BucketAccess access, Lane<Commit, CommitResult> commits, Workers workers, NextWrites next) {
        this.access = access;
        this.commits = commits;
        this.workers = workers;
        this.next = next;
    }

    CompletableFuture<Message> handle(CommitRequest request, CallContext context) {
        Commit commit;
        boolean ofUser = BucketAccess.concerns(context.principal());
        try {
            commit = MappingWire.unpack(request);
            if (!ofUser) {
                access.requireCommit(context.principal(), commit, request.getWriteKey()); // waits for nothing
            }
        } catch (ChameleonError e) {
            return CompletableFuture.failedFuture(e);
        }
        if (!ofUser) {
            return submit(commit, context);
        }
        return workers.inTurn(MessageType.COMMIT, context, () -> {
                    access.requireCommit(context.principal(), commit, request.getWriteKey());
                    return commit;
                })
                .thenCompose(allowed -> submit(allowed, context));
    }

    private CompletableFuture<Message> submit(Commit commit, CallContext context) {
        return MetadataEndpoint.answer(
                commits.submit(commit, context.deadlineNanos()),
                done -> Message.of(MessageType.COMMIT, MappingWire.pack(shown(done))));
    }

    private CommitResult shown(CommitResult done) {
        ObjectMapping row = done.current();
        return row == null ? done : new CommitResult(done.status(), next.shown(row, done.schemes()));
    }
}
