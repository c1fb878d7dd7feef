package io.chameleon.testkit.fake;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.core.bucket.BucketTable;
import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.transport.protocol.BucketWire;
import io.chameleon.transport.protocol.Message;
import io.chameleon.transport.protocol.MessageType;
import io.chameleon.transport.wire.ConfigureBucketRequest;
import io.chameleon.transport.wire.CreateBucketRequest;
import io.chameleon.transport.wire.DeleteBucketRequest;
import io.chameleon.transport.wire.Empty;
import io.chameleon.transport.wire.GetBucketRequest;
import io.chameleon.transport.wire.ListBucketsRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The part of {@link MetadataAnswers} for buckets. Every caller may do everything. */
final class BucketAnswers {
    private final BucketTable table;

    BucketAnswers(BucketTable table) {
        this.table = table;
    }

    Message to(Message request) {
        MessageType type = request.type();
        return switch (type) {
            case CREATE_BUCKET -> {
                CreateBucketRequest header = request.header(CreateBucketRequest.class);
                yield answer(type, table.create(header.getBucket(), header.getOwner(), header.getSettingsMap()));
            }
            case DELETE_BUCKET -> {
                table.delete(request.header(DeleteBucketRequest.class).getBucket());
                yield Message.of(type, Empty.getDefaultInstance());
            }
            case GET_BUCKET ->
                answer(type, require(request.header(GetBucketRequest.class).getBucket()));
            case LIST_BUCKETS -> {
                ListBucketsRequest header = request.header(ListBucketsRequest.class);
                String owner = header.getOwner().isEmpty() ? null : header.getOwner();
                yield Message.of(type, BucketWire.page(found(header, owner), header.getLimit()));
            }
            case CONFIGURE_BUCKET -> {
                ConfigureBucketRequest header = request.header(ConfigureBucketRequest.class);
                yield answer(type, configured(header));
            }
            default -> throw new ChameleonError(ErrorCode.INVALID_REQUEST, "not faked: " + type);
        };
    }

    private List<BucketInfo> found(ListBucketsRequest header, @Nullable String owner) {
        if (header.getAging()) {
            return table.listAging(header.getAfter(), header.getLimit());
        }
        return header.getWithSchemes()
                ? table.listWithSchemes(header.getAfter(), header.getLimit())
                : table.list(owner, header.getAfter(), header.getLimit());
    }

    private BucketInfo configured(ConfigureBucketRequest request) {
        try {
            return table.configure(request.getBucket(), BucketWire.changes(request));
        } catch (IllegalArgumentException e) {
            throw new ChameleonError(ErrorCode.INVALID_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    /** Throws {@code BUCKET_NOT_FOUND} if there is none. */
    BucketInfo require(String name) {
        BucketInfo bucket = table.find(name);
        if (bucket == null) {
            throw new ChameleonError(ErrorCode.BUCKET_NOT_FOUND, "no bucket " + name);
        }
        return bucket;
    }

    private static Message answer(MessageType type, BucketInfo bucket) {
        return Message.of(type, BucketWire.answer(bucket));
    }
}
