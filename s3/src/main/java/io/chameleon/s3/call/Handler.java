package io.chameleon.s3.call;

import io.chameleon.s3.http.S3Response;
import java.util.concurrent.CompletableFuture;

/** Carries out an operation. Runs on an event loop and must not wait. */
@FunctionalInterface
public interface Handler {
    /** What is thrown, and what the future fails with, becomes an error document. */
    CompletableFuture<S3Response> handle(Call call);
}
