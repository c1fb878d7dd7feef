package io.chameleon.s3.object;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.ObjectInfo;
import io.chameleon.client.PutResult;
import io.chameleon.client.options.PutOptions;
import io.chameleon.core.ObjectId;
import io.chameleon.core.Slices;
import io.chameleon.core.bucket.Versioning;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Incoming;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.lifecycle.Expiration;
import io.chameleon.s3.version.ObjectVersions;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * CopyObject. A copy onto itself with new metadata changes the row alone. One within its bucket, and its slice if the
 * bucket has any, shares the bytes of one version of the source. Any other, and a small one, reads that version and
 * writes it, in constant memory.
 */
public final class CopyObject {
    private final AsyncChameleonClient client;
    private final WriteCondition condition;
    private final CopySource.Finder sources;
    private final AclRequests acls;
    private final Expiration expiration;

    public CopyObject(
            AsyncChameleonClient client,
            WriteCondition condition,
            CopySource.Finder sources,
            AclRequests acls,
            Expiration expiration) {
        this.client = client;
        this.condition = condition;
        this.sources = sources;
        this.acls = acls;
        this.expiration = expiration;
    }

    public CompletableFuture<S3Response> copy(Call call) {
        CopySource source = CopySource.of(call);
        boolean replace = replaces(call, "x-amz-metadata-directive");
        boolean retag = replaces(call, "x-amz-tagging-directive");
        NewObject asked = NewObject.of(call.request().headers()).with(acls.ofNewObject(call));
        boolean onItself = source.equals(new CopySource(call.bucket(), call.key(), Optional.empty()));
        // A class that is named is a change, also the one that an object has if none is named.
        if (onItself && !replace && !retag && call.header("x-amz-storage-class") == null) {
            throw new S3Exception(
                    S3Error.INVALID_REQUEST,
                    "This copy request is illegal because it is trying to copy an object to itself without changing the"
                            + " object's metadata, storage class, website redirect location or encryption attributes.");
        }
        ChecksumAlgorithm named = named(call);
        return sources.find(call, source)
                .thenCompose(from -> condition
                        .apply(call, CopyDescription.of(from, asked, replace, retag))
                        .thenCompose(options -> onItself && !keepsVersions(call, from)
                                ? update(call, from, options, from.lacks(named))
                                : write(
                                        call,
                                        from,
                                        options,
                                        from.lacks(named == null ? from.checksumOfParts() : named)))
                        .thenApply(answer -> source.tell(answer, from.info())));
    }

    /** The checksum that the request wants of the copy; null: that of the source. */
    private static @Nullable ChecksumAlgorithm named(Call call) {
        String name = call.header("x-amz-checksum-algorithm");
        return name == null ? null : ChecksumAlgorithm.require(name);
    }

    /** There the copy is a version of its own. */
    private static boolean keepsVersions(Call call, StoredObject from) {
        return from.info().versioned() || call.existing().versioning() != Versioning.OFF;
    }

    private static boolean replaces(Call call, String header) {
        String directive = call.header(header);
        if (directive == null || directive.equals("COPY")) {
            return false;
        }
        if (!directive.equals("REPLACE")) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "Unknown metadata directive.")
                    .with("ArgumentName", header)
                    .with("ArgumentValue", directive);
        }
        return true;
    }

    private CompletableFuture<S3Response> update(
            Call call, StoredObject from, PutOptions options, @Nullable ChecksumAlgorithm wanted) {
        return (wanted == null ? CompletableFuture.completedFuture(options) : hashed(from, options, wanted))
                .thenCompose(known -> client.updateMetadata(
                        call.bucket(), call.key(), known.ifMatch(from.info().entityTag())))
                .thenApply(info -> answer(call, info));
    }

    private CompletableFuture<S3Response> write(
            Call call, StoredObject from, PutOptions options, @Nullable ChecksumAlgorithm wanted) {
        if (from.hasWholeMd5() && wanted == null) {
            return copyVersion(call, from, options);
        }
        return mayShare(call, from.info())
                ? hashed(from, options, wanted).thenCompose(known -> copyVersion(call, from, known))
                : rewrite(call, from, options, wanted);
    }

    private static boolean mayShare(Call call, ObjectInfo from) {
        return from.bucket().equals(call.bucket())
                && from.size() >= ObjectInfo.LEAST_SHARED_BYTES
                && (!call.existing().isSliced()
                        || Slices.of(new ObjectId(from.bucket(), from.key()))
                                == Slices.of(new ObjectId(call.bucket(), call.key())));
    }

    /** No byte is written where both can share them. */
    private CompletableFuture<S3Response> copyVersion(Call call, StoredObject from, PutOptions options) {
        return client.copyVersion(from.info(), call.bucket(), call.key(), options)
                .thenCompose(written -> answer(call, written));
    }

    /** A copy has the MD5 of its whole; the bytes of an object without one are read for it, and for a new checksum. */
    private CompletableFuture<PutOptions> hashed(
            StoredObject from, PutOptions options, @Nullable ChecksumAlgorithm wanted) {
        long size = from.info().size();
        return client.readVersion(from.info(), 0, size).thenCompose(bytes -> {
            Incoming body = Incoming.copied(bytes, size, wanted);
            return Hashed.whole(body).thenApply(read -> {
                Map<String, String> pairs = CopyDescription.inOnePiece(from, options, wanted);
                pairs.putAll(DescribedBody.pairs(body));
                return options.userMetadata(pairs);
            });
        });
    }

    /** Reads the bytes once, for the copy, its MD5 and its checksum. */
    private CompletableFuture<S3Response> rewrite(
            Call call, StoredObject from, PutOptions options, @Nullable ChecksumAlgorithm wanted) {
        long size = from.info().size();
        return client.readVersion(from.info(), 0, size)
                .thenCompose(bytes -> {
                    Incoming body = Incoming.copied(bytes, size, wanted);
                    return client.put(
                            call.bucket(),
                            call.key(),
                            DescribedBody.source(body),
                            options.userMetadata(CopyDescription.inOnePiece(from, options, wanted)));
                })
                .thenCompose(written -> answer(call, written));
    }

    private CompletableFuture<S3Response> answer(Call call, PutResult written) {
        CompletableFuture<ObjectInfo> found = written.versioned()
                ? client.versions()
                        .find(call.bucket(), call.key(), written.versionId())
                        .thenApply(version -> version.object().orElseThrow())
                : client.head(call.bucket(), call.key());
        return found.thenApply(info -> answer(call, info));
    }

    private S3Response answer(Call call, ObjectInfo info) {
        StoredObject written = StoredObject.of(info);
        XmlWriter document = XmlWriter.document("CopyObjectResult")
                .text("LastModified", HttpDates.document(info.modified()))
                .text("ETag", written.quotedEtag());
        written.checksumElements(document);
        S3Response answer = expiration.add(S3Response.xml(document.end()), call.existing(), info);
        return ObjectVersions.tell(answer, call, info);
    }
}
