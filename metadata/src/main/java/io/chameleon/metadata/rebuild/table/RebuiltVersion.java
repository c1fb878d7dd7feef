package io.chameleon.metadata.rebuild.table;

import io.chameleon.core.mapping.ObjectMapping;
import java.util.List;

/**
 * A version of an object as flash servers report it.
 *
 * @param row as it would be in the table
 * @param missing indexes of fragments that repair has to restore
 * @param principal the user who claims its name; empty if the cluster itself does
 * @param former whether it was a former version of its object when it was last moved
 */
public record RebuiltVersion(ObjectMapping row, List<Integer> missing, State state, String principal, boolean former) {
    public RebuiltVersion {
        missing = List.copyOf(missing);
    }

    /** Of which nothing says that another had replaced it. */
    public RebuiltVersion(ObjectMapping row, List<Integer> missing, State state, String principal) {
        this(row, missing, state, principal, false);
    }

    /** The same, as it is to be entered. */
    public RebuiltVersion as(ObjectMapping entered) {
        return new RebuiltVersion(entered, missing, state, principal, former);
    }

    /** Whether it can be read. Positions are stored while a rebuild runs: append only. */
    public enum State {
        READABLE,
        /** Too few fragments, and it may have been acknowledged. */
        UNREADABLE,
        /** Too few fragments, and there never were enough: never acknowledged. */
        UNFINISHED
    }
}
