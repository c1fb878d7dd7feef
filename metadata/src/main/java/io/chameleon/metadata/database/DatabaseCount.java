package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import java.util.Objects;
import org.hibernate.StatelessSession;

/**
 * On how many databases the mapping table is, as a process was told. One that was told fewer than there are takes what
 * is live in the others for garbage, and their buckets for unused.
 */
public record DatabaseCount(int told) {
    public static final DatabaseCount ONE = new DatabaseCount(1);

    static final String PROPERTY = "chameleon.databases";

    /** As the process of a session was told. */
    public static DatabaseCount of(StatelessSession session) {
        return (DatabaseCount)
                Objects.requireNonNull(session.getFactory().getProperties().get(PROPERTY));
    }

    /** @throws ChameleonError {@code UNAVAILABLE} unless there are as many: another metadata process may know them */
    public void require(int there) {
        if (there != told) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "this metadata process was told of " + told + " databases, and there are " + there
                            + ": start it again with all of metadata.database.further-urls");
        }
    }
}
