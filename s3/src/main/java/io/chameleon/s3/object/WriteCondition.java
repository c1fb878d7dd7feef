package io.chameleon.s3.object;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.ObjectNotFoundException;
import io.chameleon.client.options.PutOptions;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.concurrent.CompletableFuture;

/**
 * If-Match and If-None-Match of a write. The entity tag that S3 clients see is not the store's, so the row is read and
 * compared, and the write is bound to that very row: a change in between fails it.
 */
public final class WriteCondition {
    private final AsyncChameleonClient client;

    public WriteCondition(AsyncChameleonClient client) {
        this.client = client;
    }

    /** The options with the request's condition, if it has one and it holds now. */
    public CompletableFuture<PutOptions> apply(Call call, PutOptions options) {
        String noneMatch = call.header("if-none-match");
        String match = call.header("if-match");
        if (noneMatch != null) {
            if (match != null) {
                throw new S3Exception(S3Error.NOT_IMPLEMENTED).with("Header", "If-None-Match");
            }
            return noneOf(call, noneMatch, options);
        }
        if (match == null) {
            return CompletableFuture.completedFuture(options);
        }
        return client.head(call.bucket(), call.key()).thenApply(info -> {
            if (!Conditions.names(match, StoredObject.of(info).etag())) {
                throw failed("If-Match");
            }
            return options.ifMatch(info.entityTag());
        });
    }

    /** The commit decides; this only saves sending the data of a write that is bound to fail. */
    private CompletableFuture<PutOptions> noneOf(Call call, String tags, PutOptions options) {
        return client.head(call.bucket(), call.key()).handle((info, failure) -> {
            if (failure == null) {
                if (Conditions.names(tags, StoredObject.of(info).etag())) {
                    throw failed("If-None-Match");
                }
                return options.ifMatch(info.entityTag());
            }
            if (Errors.unwrap(failure) instanceof ObjectNotFoundException) {
                return options.ifNoneMatch();
            }
            throw Errors.of(failure);
        });
    }

    static S3Exception failed(String condition) {
        return new S3Exception(S3Error.PRECONDITION_FAILED).with("Condition", condition);
    }
}
