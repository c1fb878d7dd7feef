package io.chameleon.s3.access;

import io.chameleon.core.access.Access;
import io.chameleon.s3.acl.Permission;
import io.chameleon.s3.call.Need;
import org.jspecify.annotations.Nullable;

/** What a need takes: of a bucket's ACL, of an object's, or of the store's grants. One of them is enough. */
final class Rights {
    private Rights() {}

    /**
     * Null if no ACL of a bucket gives it.
     *
     * @param key "" if the operation is the bucket's
     */
    static @Nullable Permission ofBucket(Need need, String key) {
        return switch (need) {
            case LIST -> Permission.READ;
            // One who may replace an object may change its tags.
            case WRITE, DESCRIBE -> Permission.WRITE;
            case READ_ACL -> key.isEmpty() ? Permission.READ_ACP : null;
            case WRITE_ACL -> key.isEmpty() ? Permission.WRITE_ACP : null;
            case USER, READ, OWN -> null;
        };
    }

    /** Null if no ACL of an object gives it. */
    static @Nullable Permission ofObject(Need need) {
        return switch (need) {
            case READ -> Permission.READ;
            case DESCRIBE -> Permission.WRITE;
            case READ_ACL -> Permission.READ_ACP;
            case WRITE_ACL -> Permission.WRITE_ACP;
            case USER, LIST, WRITE, OWN -> null;
        };
    }

    static Access granted(Need need) {
        return switch (need) {
            case USER, LIST, READ -> Access.READ;
            case WRITE, DESCRIBE -> Access.WRITE;
            case READ_ACL, WRITE_ACL, OWN -> Access.OWNER;
        };
    }
}
