package io.chameleon.s3.call;

import io.chameleon.core.ObjectId;
import io.chameleon.core.Utf8;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Percent;
import io.chameleon.s3.http.S3Request;
import java.util.List;

/**
 * Where a request points.
 *
 * @param bucket "" for the service itself
 * @param key "" for the bucket itself; opaque: dots and slashes mean nothing here
 */
public record Target(String bucket, String key) {
    /**
     * By path ({@code /bucket/key}), or by host ({@code bucket.domain}) if it is below one of the domains.
     *
     * @throws S3Exception if the key is one that no object can have
     */
    public static Target of(S3Request request, List<String> domains) {
        String host = request.host();
        String path = path(request);
        for (String domain : domains) {
            if (host.endsWith("." + domain)) {
                return of(host.substring(0, host.length() - domain.length() - 1), path);
            }
        }
        int slash = path.indexOf('/');
        return slash < 0 ? of(path, "") : of(path.substring(0, slash), path.substring(slash + 1));
    }

    private static Target of(String bucket, String key) {
        if (!Utf8.isStorable(key, ObjectId.MAX_KEY_BYTES)) {
            throw key.indexOf(0) >= 0 ? new S3Exception(S3Error.INVALID_URI) : new S3Exception(S3Error.KEY_TOO_LONG);
        }
        return new Target(bucket, key);
    }

    private static String path(S3Request request) {
        String raw = request.rawPath();
        if (!raw.startsWith("/")) {
            throw new S3Exception(S3Error.INVALID_URI);
        }
        try {
            return Percent.decode(raw.substring(1));
        } catch (IllegalArgumentException e) {
            throw new S3Exception(S3Error.INVALID_URI, S3Error.INVALID_URI.message(), e);
        }
    }

    public boolean isService() {
        return bucket.isEmpty();
    }

    public boolean isObject() {
        return !key.isEmpty();
    }
}
