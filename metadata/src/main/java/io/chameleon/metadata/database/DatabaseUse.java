package io.chameleon.metadata.database;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Whether a database is in use, and what its callers are told until it is. Safe from any thread. */
final class DatabaseUse implements AutoCloseable {
    private final String name;
    private volatile @Nullable DatabaseAccess access;
    private volatile String refusal = "";
    private boolean isClosed;

    /** @param name as messages call the database */
    DatabaseUse(String name) {
        this.name = name;
    }

    /** @throws ChameleonError {@code UNAVAILABLE} if it is not in use */
    DatabaseAccess access() {
        DatabaseAccess current = access;
        if (current == null) {
            String why = refusal;
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    name
                            + (why.isEmpty()
                                    ? " has not answered since this metadata process started"
                                    : " is refused: " + why));
        }
        return current;
    }

    String name() {
        return name;
    }

    boolean isInUse() {
        return access != null;
    }

    /** Takes it into use, unless the process has closed it meanwhile. */
    void enter(DatabaseAccess opened) {
        synchronized (this) {
            if (!isClosed) {
                access = opened;
                refusal = "";
                return;
            }
        }
        opened.close();
    }

    /** @param reason why what answers is not taken into use; empty if nothing answers */
    void refused(String reason) {
        refusal = reason;
    }

    boolean isRefused() {
        return !refusal.isEmpty();
    }

    @Override
    public void close() {
        DatabaseAccess open;
        synchronized (this) {
            isClosed = true;
            open = access;
        }
        if (open != null) {
            open.close();
        }
    }
}
