package io.chameleon.transport.client;

import com.google.protobuf.MessageLite;
import io.chameleon.core.access.Access;
import io.chameleon.core.access.Grant;
import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.protocol.BucketPage;
import io.chameleon.transport.protocol.BucketWire;
import io.chameleon.transport.protocol.GrantWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.BucketResponse;
import io.chameleon.transport.wire.CreateBucketRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.GetBucketRequest;
import io.chameleon.transport.wire.ListBucketsRequest;
import io.chameleon.transport.wire.ListBucketsResponse;
import io.chameleon.transport.wire.ListGrantsRequest;
import io.chameleon.transport.wire.ListGrantsResponse;
import io.chameleon.transport.wire.SetBucketPolicyRequest;
import io.chameleon.transport.wire.SetGrantRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * {@link io.chameleon.core.bucket.BucketTable} over the network, with policies and grants; part of
 * {@link MetadataClient}. Safe from any thread. A change that may have been executed is not repeated, as there.
 */
public final class BucketClient {
    private final Failover service;

    BucketClient(Failover service) {
        this.service = service;
    }

    /** @param owner name of a user; "" for the caller */
    public CompletableFuture<BucketInfo> create(
            String name, String owner, Map<String, String> settings, Duration timeout) {
        CreateBucketRequest header = CreateBucketRequest.newBuilder()
                .setBucket(name)
                .setOwner(owner)
                .putAllSettings(settings)
                .build();
        return Answers.map(once(MessageType.CREATE_BUCKET, header, timeout), BucketClient::bucket);
    }

    public CompletableFuture<Void> delete(String name, Duration timeout) {
        DeleteBucketRequest header =
                DeleteBucketRequest.newBuilder().setBucket(name).build();
        return Answers.done(once(MessageType.DELETE_BUCKET, header, timeout));
    }

    /** Fails with {@code BUCKET_NOT_FOUND} if there is none. */
    public CompletableFuture<BucketInfo> find(String name, Duration timeout) {
        GetBucketRequest header = GetBucketRequest.newBuilder().setBucket(name).build();
        return Answers.map(call(MessageType.GET_BUCKET, header, timeout), BucketClient::bucket);
    }

    /** @param owner name of a user; "" for all buckets that the caller may list */
    public CompletableFuture<BucketPage> list(String owner, String after, int limit, Duration timeout) {
        return list(BucketWire.list(owner, after, limit), timeout);
    }

    /**
     * Buckets with lifecycle rules or an open upload, whoever owns them. A metadata process of an earlier build answers
     * with all.
     */
    public CompletableFuture<BucketPage> aging(String after, int limit, Duration timeout) {
        return list(BucketWire.listAging(after, limit), timeout);
    }

    /**
     * Buckets with schemes of their own, whoever owns them. A metadata process of an earlier build answers with all
     * buckets.
     */
    public CompletableFuture<BucketPage> withSchemes(String after, int limit, Duration timeout) {
        return list(BucketWire.listWithSchemes(after, limit), timeout);
    }

    private CompletableFuture<BucketPage> list(ListBucketsRequest request, Duration timeout) {
        return Answers.map(
                call(MessageType.LIST_BUCKETS, request, timeout),
                answer -> BucketWire.unpack(answer.header(ListBucketsResponse.class)));
    }

    /** @param changes of settings; null removes a key */
    public CompletableFuture<BucketInfo> configure(
            String name, Map<String, @Nullable String> changes, Duration timeout) {
        return Answers.map(
                once(MessageType.CONFIGURE_BUCKET, BucketWire.configure(name, changes), timeout), BucketClient::bucket);
    }

    private static BucketInfo bucket(Message answer) {
        return BucketWire.unpack(answer.header(BucketResponse.class).getBucket());
    }

    public CompletableFuture<Void> setPolicy(String bucket, RedundancyPolicy policy, Duration timeout) {
        SetBucketPolicyRequest header = SetBucketPolicyRequest.newBuilder()
                .setBucket(bucket)
                .setPolicy(policy.code())
                .build();
        return Answers.done(once(MessageType.SET_BUCKET_POLICY, header, timeout));
    }

    /** @param access null removes the user's access */
    public CompletableFuture<Void> setGrant(
            String bucket, String principal, @Nullable Access access, Duration timeout) {
        SetGrantRequest header = SetGrantRequest.newBuilder()
                .setBucket(bucket)
                .setPrincipal(principal)
                .setAccess(access == null ? 0 : access.code())
                .build();
        return Answers.done(once(MessageType.SET_GRANT, header, timeout));
    }

    /** @param bucket null lists the caller's own grants, of all buckets */
    public CompletableFuture<List<Grant>> grants(@Nullable String bucket, Duration timeout) {
        ListGrantsRequest header = ListGrantsRequest.newBuilder()
                .setBucket(bucket == null ? "" : bucket)
                .build();
        return Answers.map(
                call(MessageType.LIST_GRANTS, header, timeout),
                answer -> answer.header(ListGrantsResponse.class).getGrantsList().stream()
                        .map(GrantWire::unpack)
                        .toList());
    }

    private CompletableFuture<Message> once(MessageType type, MessageLite header, Duration timeout) {
        return service.call(type, header, Failover.Repeat.HARMFUL, timeout);
    }

    private CompletableFuture<Message> call(MessageType type, MessageLite header, Duration timeout) {
        return service.call(type, header, Failover.Repeat.HARMLESS, timeout);
    }
}
