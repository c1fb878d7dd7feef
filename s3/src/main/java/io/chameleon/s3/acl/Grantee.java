package io.chameleon.s3.acl;

import org.jspecify.annotations.Nullable;

/** Who is granted something: a group of S3, or a user. */
public sealed interface Grantee {
    /** Whether that requester is meant; null is nobody in particular. */
    boolean includes(@Nullable String user);

    /** S3's groups that mean something here. */
    enum Group implements Grantee {
        ALL_USERS("AllUsers"),
        AUTHENTICATED_USERS("AuthenticatedUsers");

        private final String uri;

        Group(String name) {
            uri = "http://acs.amazonaws.com/groups/global/" + name;
        }

        public String uri() {
            return uri;
        }

        @Override
        public boolean includes(@Nullable String user) {
            return this == ALL_USERS || user != null;
        }
    }

    /** A user, by the name that is its ID; "" owns what was made without authentication. */
    record Named(String name) implements Grantee {
        @Override
        public boolean includes(@Nullable String user) {
            return !name.isEmpty() && name.equals(user);
        }
    }
}
