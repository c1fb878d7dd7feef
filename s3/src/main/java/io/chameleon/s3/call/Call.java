package io.chameleon.s3.call;

import io.chameleon.core.bucket.BucketInfo;
import io.chameleon.s3.auth.Authentication;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import io.chameleon.s3.http.Query;
import io.chameleon.s3.http.S3Request;
import io.chameleon.s3.xml.XmlWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request that may be carried out.
 *
 * @param who sent it
 * @param info of the bucket that it names; null if it names none, or one that is to be made
 */
public record Call(
        S3Request request,
        Operation operation,
        Target target,
        Authentication who,
        @Nullable BucketInfo info) {
    public String bucket() {
        return target.bucket();
    }

    public String key() {
        return target.key();
    }

    public Query query() {
        return request.query();
    }

    public @Nullable String header(String name) {
        return request.header(name);
    }

    /** The bucket that it names. */
    public BucketInfo existing() {
        if (info == null) {
            throw new S3Exception(S3Error.NO_SUCH_BUCKET).with("BucketName", bucket());
        }
        return info;
    }

    /** The user who sent it; "" for nobody in particular. */
    public String requester() {
        return Objects.requireNonNullElse(who.user(), "");
    }

    /** Writes the bucket's owner, who owns its objects, too. */
    public void owner(XmlWriter document, String element) {
        CanonicalUser.write(document, element, existing().owner());
    }
}
