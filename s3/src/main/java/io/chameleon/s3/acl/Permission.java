package io.chameleon.s3.acl;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What an ACL grants; S3's names. */
public enum Permission {
    /** List a bucket; read an object. */
    READ,
    /** Write and delete a bucket's objects; on an object only its tags, for what writes an object is its bucket. */
    WRITE,
    READ_ACP,
    WRITE_ACP,
    FULL_CONTROL;

    static Optional<Permission> named(String name) {
        return Stream.of(values()).filter(known -> known.name().equals(name)).findFirst();
    }

    /** Whether one who has this may do that. */
    boolean covers(Permission asked) {
        return this == asked || this == FULL_CONTROL;
    }

    /** The header that grants it. */
    String header() {
        return "x-amz-grant-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
