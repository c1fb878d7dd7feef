package io.chameleon.s3.call;

/** What a requester must be allowed to do with the bucket that a request names. */
public enum Need {
    /** Be a user; the request names no bucket, or makes one. */
    USER,
    /** Find out whether it exists, and list it. */
    LIST,
    /** Read objects. */
    READ,
    /** Write and delete objects. */
    WRITE,
    /** Change what is said of an object, its bytes apart. */
    DESCRIBE,
    /** Read the ACL of a bucket or an object. */
    READ_ACL,
    /** Change it. */
    WRITE_ACL,
    /** Read its settings and change them, delete it. */
    OWN
}
