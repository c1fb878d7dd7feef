package io.chameleon.client.internal;

import io.chameleon.client.internal.call.Arguments;
import io.chameleon.client.internal.call.Operations;
import io.chameleon.client.internal.call.Scope;
import io.chameleon.client.listen.Operation;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Require;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.BucketPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The operations on buckets themselves: the registry, policies and grants. */
public final class BucketCalls {
    private final ClientContext context;
    private final Operations operations;

    public BucketCalls(ClientContext context, Operations operations) {
        this.context = context;
        this.operations = operations;
    }

    /**
     * A metadata process of an earlier build makes the bucket without its settings: it gets them after that. A bucket
     * may have more than it was made with: a name that was sliced once stays so.
     */
    public CompletableFuture<BucketInfo> create(String name, String owner, Map<String, String> settings) {
        Arguments.require("owner", owner, "settings", settings);
        settings.forEach((key, value) -> {
            requireKey("settings", key);
            Objects.requireNonNull(value, "settings: null as a value");
        });
        Map<String, String> copy = Map.copyOf(settings);
        return operations.run(Operation.CREATE_BUCKET, name, scope -> {
            ObjectId.requireBucket(name);
            BucketInfo.requireTexts(copy);
            BucketInfo.requireOwner(owner);
            return once(
                            name,
                            "the creation",
                            scope,
                            timeout -> context.metadata().buckets().create(name, owner, copy, timeout))
                    .thenCompose(made -> made.settings().entrySet().containsAll(copy.entrySet())
                            ? CompletableFuture.completedFuture(made)
                            : once(
                                    name,
                                    "the settings",
                                    scope,
                                    timeout -> context.metadata()
                                            .buckets()
                                            .configure(name, new HashMap<>(copy), timeout)));
        });
    }

    public CompletableFuture<Void> delete(String name) {
        return operations.run(Operation.DELETE_BUCKET, name, scope -> {
            ObjectId.requireBucket(name);
            return once(
                    name,
                    "the delete",
                    scope,
                    timeout -> context.metadata().buckets().delete(name, timeout));
        });
    }

    public CompletableFuture<BucketInfo> find(String name) {
        return operations.run(Operation.FIND_BUCKET, name, scope -> {
            ObjectId.requireBucket(name);
            return repeated(scope, timeout -> context.metadata().buckets().find(name, timeout));
        });
    }

    public CompletableFuture<BucketInfo> configure(String name, Map<String, @Nullable String> changes) {
        Arguments.require("changes", changes);
        changes.keySet().forEach(key -> requireKey("changes", key));
        Map<String, @Nullable String> copy = new HashMap<>(changes);
        return operations.run(Operation.CONFIGURE_BUCKET, name, scope -> {
            ObjectId.requireBucket(name);
            BucketInfo.requireTexts(copy);
            return once(
                    name,
                    "the settings",
                    scope,
                    timeout -> context.metadata().buckets().configure(name, copy, timeout));
        });
    }

    private static void requireKey(String argument, String key) {
        Objects.requireNonNull(key, argument + ": null as a key");
    }

    public CompletableFuture<List<BucketInfo>> all() {
        return operations.run(
                Operation.LIST_BUCKETS, "", scope -> collect("", "", Integer.MAX_VALUE, new ArrayList<>(), scope));
    }

    public CompletableFuture<List<BucketInfo>> page(String owner, String after, int limit) {
        Arguments.require("owner", owner, "after", after);
        return operations.run(Operation.LIST_BUCKETS, "", scope -> {
            BucketInfo.requireOwner(owner);
            Require.that(
                    limit >= 1 && limit <= BucketTable.MAX_LIMIT,
                    "buckets of a page",
                    limit,
                    "1 to " + BucketTable.MAX_LIMIT);
            return collect(owner, after, limit, new ArrayList<>(), scope);
        });
    }

    /** A page of the service may be shorter than asked: one with large settings. */
    private CompletableFuture<List<BucketInfo>> collect(
            String owner, String after, int limit, List<BucketInfo> found, Scope scope) {
        int wanted = Math.min(limit - found.size(), BucketTable.MAX_LIMIT);
        return repeated(scope, timeout -> context.metadata().buckets().list(owner, after, wanted, timeout))
                .thenCompose((BucketPage page) -> {
                    found.addAll(page.buckets());
                    return !page.more() || page.buckets().isEmpty() || found.size() >= limit
                            ? CompletableFuture.completedFuture(List.copyOf(found))
                            : collect(owner, found.get(found.size() - 1).name(), limit, found, scope);
                });
    }

    public CompletableFuture<Void> setPolicy(String bucket, RedundancyPolicy policy) {
        Arguments.require("policy", policy);
        return operations.run(
                Operation.SET_BUCKET_POLICY,
                bucket,
                scope -> once(
                        bucket,
                        "the policy",
                        scope,
                        timeout -> context.metadata().buckets().setPolicy(bucket, policy, timeout)));
    }

    public CompletableFuture<Void> grant(String bucket, String user, Access access) {
        Arguments.require("user", user, "access", access);
        return operations.run(
                Operation.GRANT,
                bucket,
                scope -> once(
                        bucket,
                        "the grant",
                        scope,
                        timeout -> context.metadata().buckets().setGrant(bucket, user, access, timeout)));
    }

    public CompletableFuture<Void> revoke(String bucket, String user) {
        Arguments.require("user", user);
        return operations.run(
                Operation.REVOKE,
                bucket,
                scope -> once(
                        bucket,
                        "the revocation",
                        scope,
                        timeout -> context.metadata().buckets().setGrant(bucket, user, null, timeout)));
    }

    public CompletableFuture<List<Grant>> grants(String bucket) {
        Arguments.require("bucket", bucket);
        return grants(bucket, bucket);
    }

    /** This client's own grants, of all buckets. */
    public CompletableFuture<List<Grant>> ownGrants() {
        return grants("", null);
    }

    private CompletableFuture<List<Grant>> grants(String label, @Nullable String bucket) {
        return operations.run(
                Operation.LIST_GRANTS,
                label,
                scope -> repeated(scope, timeout -> context.metadata().buckets().grants(bucket, timeout)));
    }

    /** For a request that, sent twice, could undo another client's change. */
    private <T> CompletableFuture<T> once(
            String bucket, String what, Scope scope, Function<Duration, CompletableFuture<T>> request) {
        return Change.once(context, "bucket " + bucket + ": " + what)
                .send(scope, scope.limits().operation(), request);
    }

    private <T> CompletableFuture<T> repeated(Scope scope, Function<Duration, CompletableFuture<T>> request) {
        return context.retry()
                .untilDeadline(scope, context.deadline(scope), scope.limits().request(), request);
    }
}
