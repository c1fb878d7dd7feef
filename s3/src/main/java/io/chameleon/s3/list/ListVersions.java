package io.chameleon.s3.list;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.VersionInfo;
import io.chameleon.client.VersionListing;
import io.chameleon.core.version.VersionId;
import io.chameleon.s3.acl.Acl;
import io.chameleon.s3.call.Arguments;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.CanonicalUser;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.HttpDates;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.object.StoredObject;
import io.chameleon.s3.version.NamedVersion;
import io.chameleon.s3.xml.XmlWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** ListObjectVersions. Without versioning each object has the one version {@code null}. */
public final class ListVersions {
    private static final String MARKER = "version-id-marker";

    private final AsyncChameleonClient client;

    public ListVersions(AsyncChameleonClient client) {
        this.client = client;
    }

    public CompletableFuture<S3Response> list(Call call) {
        ListRequest asked = ListRequest.of(call.query());
        String key = Arguments.text(call.query(), "key-marker");
        Optional<VersionId> version = NamedVersion.of(call.query().get(MARKER), MARKER);
        if (version.isPresent() && key.isEmpty()) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT, "A version-id marker cannot be specified without a key marker.")
                    .with("ArgumentName", MARKER)
                    .with("ArgumentValue", version.get().text());
        }
        CompletableFuture<VersionListing> page = asked.maxKeys() == 0
                ? CompletableFuture.completedFuture(new VersionListing(List.of(), List.of(), "", Optional.empty()))
                : client.versions().list(call.bucket(), asked.after(key), version);
        return page.thenApply(found -> S3Response.xml(document(call, asked, key, version, found)));
    }

    private static String document(
            Call call, ListRequest asked, String key, Optional<VersionId> version, VersionListing page) {
        XmlWriter document = XmlWriter.document("ListVersionsResult")
                .text("Name", call.bucket())
                .text("Prefix", asked.shown(asked.prefix()))
                .text("KeyMarker", asked.shown(key))
                .text("VersionIdMarker", version.map(VersionId::text).orElse(""))
                .text("Delimiter", asked.delimiter().isEmpty() ? null : asked.shown(asked.delimiter()))
                .text("MaxKeys", asked.maxKeys())
                .text("EncodingType", asked.urlCoded() ? "url" : null)
                .text("IsTruncated", page.hasMore());
        if (page.hasMore()) {
            document.text("NextKeyMarker", asked.shown(page.nextKey()))
                    .text("NextVersionIdMarker", page.nextVersion().orElse(null));
        }
        page.versions().forEach(each -> entry(document, call, asked, each));
        asked.commonPrefixes(document, page.commonPrefixes());
        return document.end();
    }

    private static void entry(XmlWriter document, Call call, ListRequest asked, VersionInfo version) {
        document.open(version.isMarker() ? "DeleteMarker" : "Version")
                .text("Key", asked.shown(version.key()))
                .text("VersionId", version.version())
                .text("IsLatest", version.latest())
                .text("LastModified", HttpDates.document(version.modified()));
        Map<String, String> metadata =
                version.object().map(info -> info.userMetadata()).orElse(Map.of());
        version.object().ifPresent(info -> {
            StoredObject object = StoredObject.of(info);
            document.text("ETag", object.quotedEtag());
            object.checksumNames(document);
            document.text("Size", info.size()).text("StorageClass", object.storageClass());
        });
        CanonicalUser.write(document, "Owner", Acl.of(metadata, call.existing()).owner());
        document.close();
    }
}
