package io.chameleon.s3.acl;

import io.chameleon.s3.call.CanonicalUser;
import io.chameleon.s3.error.S3Error;
import io.chameleon.s3.error.S3Exception;
import java.util.function.Predicate;

/** Finds those whom a request wants to grant something. */
final class Grantees {
    private final Predicate<String> users;

    /** @param users whether there is a user of that name */
    Grantees(Predicate<String> users) {
        this.users = users;
    }

    Grantee group(String uri) {
        for (Grantee.Group group : Grantee.Group.values()) {
            if (group.uri().equals(uri)) {
                return group;
            }
        }
        throw new S3Exception(S3Error.INVALID_ARGUMENT, "Invalid group uri")
                .with("ArgumentName", "uri")
                .with("ArgumentValue", uri);
    }

    /** Whoever owns the thing is known, even if its keys are not any more. */
    Grantee user(String id, String owner) {
        String name = name(id, owner);
        if (!name.equals(owner) && !users.test(name)) {
            throw new S3Exception(S3Error.INVALID_ARGUMENT, "Invalid id")
                    .with("ArgumentName", "CanonicalUser/ID")
                    .with("ArgumentValue", id);
        }
        return new Grantee.Named(name);
    }

    /** What nobody owns is shown as somebody's, and comes back so. */
    String name(String id, String owner) {
        return owner.isEmpty() && id.equals(CanonicalUser.NOBODY) ? "" : id;
    }

    /** The store knows users by name alone. */
    static S3Exception unresolvable(String address) {
        return new S3Exception(S3Error.UNRESOLVABLE_GRANT_BY_EMAIL_ADDRESS).with("EmailAddress", address);
    }
}
