package io.chameleon.metadata;

import io.chameleon.core.ObjectId;
import io.chameleon.core.mapping.Condition;
import io.chameleon.core.mapping.MetadataUpdate;
import io.chameleon.core.mapping.table.UpdateResult;
import io.chameleon.core.version.Deletion;
import io.chameleon.core.version.ObjectVersion;
import io.chameleon.core.version.VersionId;
import io.chameleon.core.version.VersionPage;
import io.chameleon.core.version.VersionQuery;
import io.chameleon.core.version.VersionTable;
import io.chameleon.transport.client.VersionClient;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** The typed client as an implementation of the port. */
record RemoteVersionTable(VersionClient client) implements VersionTable {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    private static <T> T join(CompletableFuture<T> answer) {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    @Override
    public @Nullable ObjectVersion find(ObjectId object, @Nullable VersionId version) {
        return join(client.find(object, version, TIMEOUT)).orElse(null);
    }

    @Override
    public VersionPage list(VersionQuery query) {
        return join(client.list(query, TIMEOUT));
    }

    @Override
    public Deletion delete(ObjectId object, @Nullable VersionId version, Condition condition) {
        return join(client.delete(object, version, condition, TIMEOUT));
    }

    @Override
    public UpdateResult updateMetadata(MetadataUpdate update, VersionId version) {
        return join(client.updateMetadata(update, version, TIMEOUT));
    }
}
