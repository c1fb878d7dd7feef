package io.chameleon.transport.protocol;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.redundancy.RedundancyPolicy;
import io.chameleon.transport.wire.BucketP;
import io.chameleon.transport.wire.BucketResponse;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.ListBucketsRequest;
import io.chameleon.transport.wire.ListBucketsResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Buckets as wire messages and back; the rules of {@link Wire} hold. */
public final class BucketWire {
    /** A page is cut after as many bytes: few buckets have many settings. */
    private static final int MAX_PAGE_BYTES = 1 << 20;

    private BucketWire() {}

    public static BucketP pack(BucketInfo bucket) {
        return BucketP.newBuilder()
                .setName(bucket.name())
                .setOwner(bucket.owner())
                .setCreatedMillis(bucket.createdMillis())
                .setPolicy(bucket.policy().code())
                .putAllSettings(bucket.settings())
                .build();
    }

    public static BucketInfo unpack(BucketP bucket) {
        return Wire.checked(() -> new BucketInfo(
                bucket.getName(),
                bucket.getOwner(),
                bucket.getCreatedMillis(),
                RedundancyPolicy.ofCode(bucket.getPolicy()),
                bucket.getSettingsMap()));
    }

    public static BucketResponse answer(BucketInfo bucket) {
        return BucketResponse.newBuilder().setBucket(pack(bucket)).build();
    }

    public static ListBucketsRequest list(String owner, String after, int limit) {
        return ListBucketsRequest.newBuilder()
                .setOwner(owner)
                .setAfter(after)
                .setLimit(limit)
                .build();
    }

    /** Those with lifecycle rules or an open upload, whoever owns them. */
    public static ListBucketsRequest listAging(String after, int limit) {
        return list("", after, limit).toBuilder().setAging(true).build();
    }

    /** Those with schemes of their own, whoever owns them. */
    public static ListBucketsRequest listWithSchemes(String after, int limit) {
        return list("", after, limit).toBuilder().setWithSchemes(true).build();
    }

    /** @param limit that was asked for */
    public static ListBucketsResponse page(List<BucketInfo> found, int limit) {
        ListBucketsResponse.Builder page = ListBucketsResponse.newBuilder();
        int bytes = 0;
        for (BucketInfo bucket : found) {
            BucketP packed = pack(bucket);
            bytes += packed.getSerializedSize();
            if (bytes > MAX_PAGE_BYTES && page.getBucketsCount() > 0) {
                return page.setMore(true).build();
            }
            page.addBuckets(packed);
        }
        return page.setMore(found.size() >= limit).build();
    }

    public static BucketPage unpack(ListBucketsResponse page) {
        return new BucketPage(
                page.getBucketsList().stream().map(BucketWire::unpack).toList(), page.getMore());
    }

    public static ConfigureBucketRequest configure(String name, Map<String, @Nullable String> changes) {
        ConfigureBucketRequest.Builder request =
                ConfigureBucketRequest.newBuilder().setBucket(name);
        changes.forEach((key, value) -> {
            if (value == null) {
                request.addRemove(key);
            } else {
                request.putSet(key, value);
            }
        });
        return request.build();
    }

    /** The changes of a request; null removes a key. */
    public static Map<String, @Nullable String> changes(ConfigureBucketRequest request) {
        Map<String, @Nullable String> changes = new HashMap<>(request.getSetMap());
        request.getRemoveList().forEach(key -> changes.put(key, null));
        return changes;
    }
}
