package io.chameleon.s3.list;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.ListPage;
import io.chameleon.client.ObjectInfo;
import io.chameleon.s3.acl.Acl;
import io.chameleon.s3.call.Arguments;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.CanonicalUser;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.Query;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.object.StoredObject;
import io.chameleon.s3.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** ListObjects and ListObjectsV2. */
public final class ListObjects {
    private final AsyncChameleonClient client;

    public ListObjects(AsyncChameleonClient client) {
        this.client = client;
    }

    public CompletableFuture<S3Response> version1(Call call) {
        ListRequest asked = ListRequest.of(call.query());
        String marker = Arguments.text(call.query(), "marker");
        return page(client, call, asked, marker).thenApply(page -> {
            XmlWriter document = start(call, asked)
                    .text("Marker", asked.shown(marker))
                    .text("NextMarker", asked.delimiter().isEmpty() ? null : shownContinuation(asked, page));
            return S3Response.xml(entries(document, call, asked, page, true));
        });
    }

    private static @Nullable String shownContinuation(ListRequest asked, ListPage page) {
        return page.isLast() ? null : asked.shown(page.continuation());
    }

    public CompletableFuture<S3Response> version2(Call call) {
        Query query = call.query();
        ListRequest asked = ListRequest.of(query);
        String startAfter = Arguments.text(query, "start-after");
        String token = query.get("continuation-token");
        String after = token == null || token.isEmpty() ? startAfter : decoded(token);
        boolean withOwner = query.get("fetch-owner", "").equals("true");
        return page(client, call, asked, after).thenApply(page -> {
            int count = page.objects().size() + page.commonPrefixes().size();
            XmlWriter document = start(call, asked)
                    .text("StartAfter", query.has("start-after") ? asked.shown(startAfter) : null)
                    .text("ContinuationToken", token)
                    .text("NextContinuationToken", page.isLast() ? null : encoded(page.continuation()))
                    .text("KeyCount", count);
            return S3Response.xml(entries(document, call, asked, page, withOwner));
        });
    }

    /** A client must not learn to make tokens of its own: the form may change. */
    private static String encoded(String continuation) {
        return Base64.getUrlEncoder().encodeToString(continuation.getBytes(StandardCharsets.UTF_8));
    }

    private static String decoded(String token) {
        try {
            byte[] text = Base64.getUrlDecoder().decode(token);
            if (text.length == 0) {
                throw new IllegalArgumentException("empty");
            }
            return new String(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "The continuation token provided is incorrect", e)
                    .with("ArgumentName", "continuation-token");
        }
    }

    static CompletableFuture<ListPage> page(AsyncChameleonClient client, Call call, ListRequest asked, String after) {
        return asked.maxKeys() == 0
                ? CompletableFuture.completedFuture(new ListPage(List.of(), List.of(), ""))
                : client.list(call.bucket(), asked.after(after));
    }

    private static XmlWriter start(Call call, ListRequest asked) {
        return XmlWriter.document("ListBucketResult")
                .text("Name", call.bucket())
                .text("Prefix", asked.shown(asked.prefix()))
                .text("Delimiter", asked.delimiter().isEmpty() ? null : asked.shown(asked.delimiter()))
                .text("MaxKeys", asked.maxKeys())
                .text("EncodingType", asked.urlCoded() ? "url" : null);
    }

    private static String entries(XmlWriter document, Call call, ListRequest asked, ListPage page, boolean withOwner) {
        document.text("IsTruncated", !page.isLast());
        for (ObjectInfo info : page.objects()) {
            StoredObject object = StoredObject.of(info);
            document.open("Contents")
                    .text("Key", asked.shown(info.key()))
                    .text("LastModified", HttpDates.document(info.modified()))
                    .text("ETag", object.quotedEtag());
            object.checksumNames(document);
            document.text("Size", info.size());
            if (withOwner) {
                CanonicalUser.write(
                        document,
                        "Owner",
                        Acl.of(info.userMetadata(), call.existing()).owner());
            }
            document.text("StorageClass", object.storageClass()).close();
        }
        asked.commonPrefixes(document, page.commonPrefixes());
        return document.end();
    }
}
