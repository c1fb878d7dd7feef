package io.chameleon.s3.http;

import java.util.concurrent.CompletableFuture;

/** Answers requests. */
@FunctionalInterface
public interface HttpService {
    /**
     * Runs on an event loop and must not wait. The future does not fail: what goes wrong is an answer, too. It is
     * cancelled when the client is gone.
     */
    CompletableFuture<S3Response> serve(S3Request request);
}
