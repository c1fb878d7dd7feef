package io.chameleon.s3.access;

import io.chameleon.core.version.VersionId;
import io.chameleon.s3.call.Call;
import io.chameleon.s3.http.S3Request;
import io.chameleon.s3.version.NamedVersion;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How something is asked for, beside who asks for what: conditions of policies are about this.
 *
 * @param headers null for those of the request
 * @param tags that the object is to have, if a document has them; null for those that headers name
 * @param named version id of the object that it is about; null for the current version
 */
public record Circumstances(
        S3Request request,
        @Nullable Map<String, List<String>> headers,
        @Nullable Map<String, String> tags,
        @Nullable String named) {
    private static final String VERSION = "versionId";

    public static Circumstances of(S3Request request) {
        return new Circumstances(request, null, null, request.query().get(VERSION));
    }

    /** The fields of a form stand for headers. */
    public static Circumstances ofForm(Call call, Map<String, List<String>> headers) {
        return new Circumstances(call.request(), headers, null, null);
    }

    public static Circumstances ofTags(Call call, Map<String, String> tags) {
        return new Circumstances(call.request(), null, tags, call.query().get(VERSION));
    }

    /** The same, about this version: that of a copy's source, or of one key of many. */
    public Circumstances of(Optional<VersionId> version) {
        return new Circumstances(
                request, headers, tags, version.map(VersionId::text).orElse(null));
    }

    /** The version that it is about; empty for the current one. */
    Optional<VersionId> version() {
        return NamedVersion.of(named, VERSION);
    }

    /** The first value, which is the one that counts where one is expected. */
    @Nullable
    String first(String name) {
        return headers == null
                ? request.header(name)
                : headers.getOrDefault(name, List.of()).stream().findFirst().orElse(null);
    }

    /** All values, as the gateway reads a header that may come several times. */
    @Nullable
    String joined(String name) {
        List<String> values = headers == null ? request.headers(name) : headers.getOrDefault(name, List.of());
        return values.isEmpty() ? null : String.join(",", values);
    }
}
