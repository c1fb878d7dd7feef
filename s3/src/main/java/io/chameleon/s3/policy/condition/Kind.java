package io.chameleon.s3.policy.condition;

/** What the values of a key are. An operator of another kind than its key is refused. */
enum Kind {
    TEXT,
    NUMBER,
    DATE,
    TRUTH,
    ADDRESS,
    /** The name of a user, as Amazon writes it. */
    ARN
}
