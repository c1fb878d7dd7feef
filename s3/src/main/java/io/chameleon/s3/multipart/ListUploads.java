package io.chameleon.s3.multipart;

import io.chameleon.client.AsyncUploads;
import io.chameleon.client.PartInfo;
import io.chameleon.client.PartListing;
import io.chameleon.client.UploadInfo;
import io.chameleon.s3.body.ChecksumAlgorithm;
import io.chameleon.s3.call.Arguments;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.CanonicalUser;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.list.ListRequest;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** ListParts and ListMultipartUploads. */
public final class ListUploads {
    private static final int MOST = 1000;

    private final AsyncUploads uploads;

    public ListUploads(AsyncUploads uploads) {
        this.uploads = uploads;
    }

    public CompletableFuture<S3Response> parts(Call call) {
        String id = UploadArguments.id(call);
        int after = Arguments.number(call.query(), "part-number-marker", 0);
        int most = Math.min(MOST, Arguments.number(call.query(), "max-parts", MOST));
        return uploads.parts(call.bucket(), call.key(), id, after, Math.max(1, most))
                .thenApply(page -> S3Response.xml(parts(call, page, after, most)));
    }

    private static String parts(Call call, PartListing page, int after, int most) {
        S3Upload upload = new S3Upload(page.upload());
        boolean none = most == 0;
        int last = none || page.parts().isEmpty()
                ? after
                : page.parts().get(page.parts().size() - 1).number();
        ChecksumAlgorithm algorithm = upload.algorithm();
        XmlWriter document = XmlWriter.document("ListPartsResult")
                .text("Bucket", call.bucket())
                .text("Key", call.key())
                .text("UploadId", page.upload().id());
        CanonicalUser.write(document, "Initiator", page.upload().owner());
        CanonicalUser.write(document, "Owner", upload.owner(call.existing()));
        document.text("StorageClass", upload.storageClass())
                .text("PartNumberMarker", after)
                .text("NextPartNumberMarker", last)
                .text("MaxParts", most)
                .text("IsTruncated", page.more() && !none)
                .text("ChecksumAlgorithm", algorithm)
                .text("ChecksumType", algorithm == null ? null : upload.type());
        if (!none) {
            page.parts().forEach(part -> part(document, part));
        }
        return document.end();
    }

    private static void part(XmlWriter document, PartInfo part) {
        Map<String, String> checksums = new TreeMap<>();
        new S3Part(part).checksums(checksums);
        document.open("Part")
                .text("PartNumber", part.number())
                .text("LastModified", HttpDates.document(part.modified()))
                .text("ETag", '"' + new S3Part(part).etag() + '"')
                .text("Size", part.size());
        checksums.forEach(document::text);
        document.close();
    }

    public CompletableFuture<S3Response> uploads(Call call) {
        ListRequest asked = ListRequest.of(call.query());
        int most = Math.min(MOST, Arguments.number(call.query(), "max-uploads", MOST));
        String keyMarker = Arguments.text(call.query(), "key-marker");
        String idMarker = call.query().get("upload-id-marker");
        String afterId = idMarker != null && idMarker.matches("[0-9a-f]{32}") && !keyMarker.isEmpty() ? idMarker : null;
        UploadFolder folder = new UploadFolder(asked.prefix(), asked.delimiter(), keyMarker, most);
        return fill(call, folder, asked.prefix(), keyMarker, afterId)
                .thenApply(done -> S3Response.xml(uploads(call, asked, folder, keyMarker, idMarker)));
    }

    /** Until the page is full: what is folded takes one line, however many there are. */
    private CompletableFuture<Void> fill(
            Call call, UploadFolder folder, String prefix, String afterKey, @Nullable String afterId) {
        return uploads.list(call.bucket(), prefix, afterKey, afterId, MOST).thenCompose(page -> {
            for (UploadInfo upload : page.uploads()) {
                if (!folder.take(upload)) {
                    return CompletableFuture.completedFuture(null);
                }
            }
            if (!page.more()) {
                return CompletableFuture.completedFuture(null);
            }
            UploadInfo last = page.uploads().get(page.uploads().size() - 1);
            return fill(call, folder, prefix, last.key(), last.id());
        });
    }

    private static String uploads(
            Call call, ListRequest asked, UploadFolder folder, String keyMarker, @Nullable String idMarker) {
        XmlWriter document = XmlWriter.document("ListMultipartUploadsResult")
                .text("Bucket", call.bucket())
                .text("KeyMarker", asked.shown(keyMarker))
                .text("UploadIdMarker", idMarker == null ? "" : idMarker)
                .text("NextKeyMarker", folder.isTruncated() ? asked.shown(folder.lastKey()) : null)
                .text("NextUploadIdMarker", folder.isTruncated() ? folder.lastId() : null)
                .text("Prefix", asked.shown(asked.prefix()))
                .text("Delimiter", asked.delimiter().isEmpty() ? null : asked.shown(asked.delimiter()))
                .text("EncodingType", asked.urlCoded() ? "url" : null)
                .text("MaxUploads", folder.most())
                .text("IsTruncated", folder.isTruncated());
        folder.uploads().forEach(upload -> upload(document, call, asked, upload));
        asked.commonPrefixes(document, folder.prefixes());
        return document.end();
    }

    private static void upload(XmlWriter document, Call call, ListRequest asked, UploadInfo info) {
        S3Upload upload = new S3Upload(info);
        ChecksumAlgorithm algorithm = upload.algorithm();
        document.open("Upload").text("Key", asked.shown(info.key())).text("UploadId", info.id());
        CanonicalUser.write(document, "Initiator", info.owner());
        CanonicalUser.write(document, "Owner", upload.owner(call.existing()));
        document.text("StorageClass", upload.storageClass())
                .text("Initiated", HttpDates.document(info.started()))
                .text("ChecksumAlgorithm", algorithm)
                .text("ChecksumType", algorithm == null ? null : upload.type())
                .close();
    }
}
