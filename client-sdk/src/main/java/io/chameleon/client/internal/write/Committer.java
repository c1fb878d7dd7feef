package io.chameleon.client.internal.write;

import io.chameleon.client.error.WriteOutcomeUnknownException;
import io.chameleon.client.internal.Change;
import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.core.mapping.Commit;
import io.chameleon.core.mapping.CommitResult;
import java.util.concurrent.CompletableFuture;

/** Commits a write, repeating it with the same write id until an answer comes: commits are idempotent by that id. */
final class Committer {
    private final ClientContext context;

    Committer(ClientContext context) {
        this.context = context;
    }

    /**
     * Completes with a commit that happened; fails with {@link WriteOutcomeUnknownException} if no answer ever came.
     */
    CompletableFuture<CommitResult> commit(Commit commit, Scope scope) {
        String what = "object " + commit.id() + ", write " + commit.writeId() + ": the commit";
        return Change.repeatable(context, what)
                .send(
                        scope,
                        scope.limits().request(),
                        timeout -> context.metadata().commit(commit, timeout))
                .thenApply(result -> accepted(commit, result));
    }

    private CommitResult accepted(Commit commit, CommitResult result) {
        context.mappings().remember(commit.id(), result.current());
        CommitAnswers.requireAccepted("object " + commit.id() + ", write " + commit.writeId(), result);
        return result;
    }
}
