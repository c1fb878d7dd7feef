package io.chameleon.s3.form;

import io.chameleon.client.AsyncChameleonClient;
import io.chameleon.client.options.PutOptions;
import io.chameleon.s3.access.AccessControl;
import io.chameleon.s3.access.Circumstances;
import io.chameleon.s3.acl.AclRequests;
import io.chameleon.s3.auth.Authentication;
import io.chameleon.s3.auth.Authenticator;
import io.chameleon.s3.auth.FormGrant;
import io.chameleon.s3.auth.Payload;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.call.Incoming;
import io.chameleon.s3.call.Operation;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Percent;
import io.chameleon.s3.http.S3Response;
import io.chameleon.s3.object.DescribedBody;
import io.chameleon.s3.object.NewObject;
import io.chameleon.s3.object.StoredObject;
import io.chameleon.s3.object.TagSet;
import io.chameleon.s3.version.ObjectVersions;
import io.chameleon.s3.xml.XmlWriter;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** PostObject. The fields say who sends the form and what its policy allows, so access is decided here. */
public final class PostObject {
    private final AsyncChameleonClient client;
    private final AccessControl access;
    private final AclRequests acls;
    private final Authenticator authenticator;

    public PostObject(
            AsyncChameleonClient client, AccessControl access, AclRequests acls, Authenticator authenticator) {
        this.client = client;
        this.access = access;
        this.acls = acls;
        this.authenticator = authenticator;
    }

    public CompletableFuture<S3Response> post(Call call) {
        FormBody body = new FormBody(new FormDecoder(call.header("content-type")));
        return body.open(call.request().body()).thenCompose(form -> post(call, body, form.fields()));
    }

    private CompletableFuture<S3Response> post(Call call, FormBody body, Map<String, String> form) {
        String key = form.getOrDefault("key", "");
        if (key.isEmpty()) {
            throw new S3Exception(
                            S3Error.INVALID_ARGUMENT,
                            "Bucket POST must contain a field named 'key'.  If it is specified, please check the order"
                                    + " of the fields.")
                    .with("ArgumentName", "key");
        }
        FormGrant grant = authenticator.authenticateForm(call.bucket(), form);
        Map<String, List<String>> headers = headers(form);
        NewObject described = NewObject.of(headers).with(acls.ofNewObject(call.existing(), grant.user(), headers));
        PutOptions options =
                PutOptions.DEFAULT.contentType(described.contentType()).userMetadata(described.metadata());
        Incoming file = Incoming.file(body, form, Math.min(Incoming.MOST_OF_OBJECT, grant.maxBytes()));
        return access.require(
                        Operation.POST_OBJECT,
                        new Authentication(grant.user(), Payload.UNSIGNED),
                        call.existing(),
                        key,
                        Circumstances.ofForm(call, headers))
                .thenCompose(allowed -> client.put(
                        call.bucket(), key, file.source().describedAtEnd(() -> description(file, grant)), options))
                .thenApply(written -> ObjectVersions.tell(
                        DescribedBody.ofWhole(
                                DescribedBody.withChecksums(answer(call, form, key, file.md5()), file), file),
                        written));
    }

    private static Map<String, String> description(Incoming file, FormGrant grant) {
        if (file.received() < grant.minBytes()) {
            throw new S3Exception(S3Error.ENTITY_TOO_SMALL)
                    .with("ProposedSize", Long.toString(file.received()))
                    .with("MinSizeAllowed", Long.toString(grant.minBytes()));
        }
        return DescribedBody.pairs(file);
    }

    /** The fields, by the names that the headers of a PUT have. */
    private static Map<String, List<String>> headers(Map<String, String> form) {
        Map<String, List<String>> headers = new HashMap<>();
        form.forEach((name, value) -> headers.put(name.equals("acl") ? "x-amz-acl" : name, List.of(value)));
        String tagging = form.getOrDefault("tagging", "");
        if (!tagging.isEmpty()) {
            headers.put(
                    "x-amz-tagging",
                    List.of(TagSet.ofObject(tagging.getBytes(StandardCharsets.UTF_8))
                            .coded()));
        }
        return headers;
    }

    private static S3Response answer(Call call, Map<String, String> form, String key, String md5) {
        String etag = '"' + md5 + '"';
        String redirect = form.getOrDefault("success_action_redirect", "").isEmpty()
                ? form.getOrDefault("redirect", "")
                : form.getOrDefault("success_action_redirect", "");
        boolean address = redirect.startsWith("http://") || redirect.startsWith("https://");
        if (address && StoredObject.fitsHeader(redirect)) {
            String query = "bucket=" + Percent.encode(call.bucket()) + "&key=" + Percent.encode(key) + "&etag="
                    + Percent.encode(etag);
            return S3Response.of(303)
                    .header("ETag", etag)
                    .header("Location", redirect + (redirect.contains("?") ? "&" : "?") + query);
        }
        // The bucket is in the path, or in the host.
        String bucket = call.request().rawPath().replaceAll("/+$", "");
        String location = call.request().address() + bucket + "/" + Percent.encode(key);
        S3Response answer = switch (form.getOrDefault("success_action_status", "")) {
            case "200" -> S3Response.of(200);
            case "201" ->
                S3Response.of(201)
                        .xmlBody(XmlWriter.plain("PostResponse")
                                .text("Location", location)
                                .text("Bucket", call.bucket())
                                .text("Key", key)
                                .text("ETag", etag)
                                .end());
            default -> S3Response.of(204);
        };
        return answer.header("ETag", etag).header("Location", location);
    }
}
