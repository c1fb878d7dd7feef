package io.chameleon.s3;

import io.chameleon.client.error.BucketNotFoundException;
import io.chameleon.client.error.DataUnavailableException;
import io.chameleon.client.error.Errors;
import io.chameleon.client.error.InvalidRequestException;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.access.AccessControl;
import io.chameleon.s3.access.BucketCache;
import io.chameleon.s3.access.Circumstances;
import io.chameleon.s3.auth.Authentication;
import io.chameleon.s3.auth.Authenticator;
import io.chameleon.s3.auth.Payload;
import io.chameleon.s3.auth.SignedRequest;
import io.chameleon.s3.bucket.Cors;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Failures;
import io.chameleon.s3.call.Handler;
import io.chameleon.s3.call.Operation;
import io.chameleon.s3.call.Router;
import io.chameleon.s3.call.Target;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.ErrorAnswer;
import io.chameleon.s3.http.HttpService;
import io.chameleon.s3.http.S3Request;
import io.chameleon.s3.http.S3Response;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves one request after the other, downhill: parse, authenticate, authorise, operate, answer. */
final class Gateway implements HttpService {
    private static final Logger log = LoggerFactory.getLogger(Gateway.class);
    private static final int SERVER_FAULT = 500;
    /** A browser asks with the address of the request that it wants to send, whose signature is of another method. */
    private static final Authentication NOBODY = new Authentication(null, Payload.UNSIGNED);

    private final List<String> domains;
    private final Authenticator authenticator;
    private final BucketCache buckets;
    private final AccessControl access;
    private final Cors cors;
    private final Map<Operation, Handler> handlers;

    Gateway(
            List<String> domains,
            Authenticator authenticator,
            BucketCache buckets,
            AccessControl access,
            Cors cors,
            Map<Operation, Handler> handlers) {
        this.domains = domains;
        this.authenticator = authenticator;
        this.buckets = buckets;
        this.access = access;
        this.cors = cors;
        this.handlers = handlers;
    }

    @Override
    public CompletableFuture<S3Response> serve(S3Request request) {
        Target target;
        try {
            target = Target.of(request, domains);
        } catch (S3Exception failure) {
            // It names no bucket, so no rule could let a page of another origin see the answer.
            return CompletableFuture.completedFuture(refusal(request, failure));
        }
        Operation operation = null;
        CompletableFuture<S3Response> answer;
        try {
            operation = Router.route(request, target);
            Authentication who = operation == Operation.PREFLIGHT ? NOBODY : authenticate(request);
            answer = authorised(request, operation, target, who).thenCompose(this::operate);
        } catch (RuntimeException failure) {
            answer = CompletableFuture.failedFuture(failure);
        }
        String label = operation == null ? "Unknown" : operation.label();
        return answer.exceptionally(failure -> refusal(request, failure))
                .thenApply(given -> cors.allow(request, target.bucket(), given.operation(label)));
    }

    private Authentication authenticate(S3Request request) {
        return authenticator.authenticate(new SignedRequest(request.method(), request.uri(), request.rawHeaders()));
    }

    private CompletableFuture<Call> authorised(
            S3Request request, Operation operation, Target target, Authentication who) {
        AccessControl.requireUser(operation, who);
        if (target.isService() || operation == Operation.CREATE_BUCKET || operation == Operation.PREFLIGHT) {
            return CompletableFuture.completedFuture(new Call(request, operation, target, who, null));
        }
        if (operation == Operation.POST_OBJECT) {
            // Who sends a form is one of its fields.
            return bucket(target.bucket()).thenApply(info -> new Call(request, operation, target, who, info));
        }
        return bucket(target.bucket())
                .thenApply(info -> expected(request, info))
                .thenCompose(info -> {
                    Call call = new Call(request, operation, target, who, info);
                    return access.dependsOnTags(operation, who, info, target.key())
                            ? CompletableFuture.completedFuture(call)
                            : access.require(operation, who, info, target.key(), Circumstances.of(request))
                                    .thenApply(allowed -> call);
                });
    }

    /** A client may say whose bucket it means, lest a name that changed hands gets its data. */
    private static BucketInfo expected(S3Request request, BucketInfo info) {
        AccessControl.requireOwner(request.header("x-amz-expected-bucket-owner"), info);
        return info;
    }

    private CompletableFuture<BucketInfo> bucket(String name) {
        return buckets.find(name).exceptionally(failure -> {
            throw switch (Errors.unwrap(failure)) {
                case BucketNotFoundException _ -> new S3Exception(S3Error.NO_SUCH_BUCKET).with("BucketName", name);
                case InvalidRequestException _ -> new S3Exception(S3Error.INVALID_BUCKET_NAME).with("BucketName", name);
                default -> Errors.of(failure);
            };
        });
    }

    private CompletableFuture<S3Response> operate(Call call) {
        Handler handler = handlers.get(call.operation());
        if (handler == null) {
            throw new S3Exception(
                    S3Error.NOT_IMPLEMENTED, call.operation().label() + " is not implemented by this gateway");
        }
        return handler.handle(call);
    }

    private S3Response refusal(S3Request request, Throwable failure) {
        S3Exception shown = Failures.of(failure);
        if (shown.error() == S3Error.NO_SUCH_BUCKET) {
            buckets.forget(Target.of(request, domains).bucket());
        }
        if (shown.error().status() >= SERVER_FAULT && shown.error() != S3Error.NOT_IMPLEMENTED) {
            warn(request, shown.error(), Errors.unwrap(failure));
        }
        return ErrorAnswer.of(shown, request.id(), request.rawPath());
    }

    /** What a cluster fails is a line, however often it does; a trace is for defects. */
    private static void warn(S3Request request, S3Error error, Throwable cause) {
        if (error == S3Error.INTERNAL_ERROR && !(cause instanceof DataUnavailableException)) {
            log.warn("request {}: {}", request.id(), error, cause);
        } else {
            log.warn("request {}: {}: {}", request.id(), error, cause.toString());
        }
    }
}
