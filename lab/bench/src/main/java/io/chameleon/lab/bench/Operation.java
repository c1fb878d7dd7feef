package io.chameleon.lab.bench;

import java.util.Locale;

/** What a worker does with an object, after YCSB's core workload. */
public enum Operation {
    /** All bytes of an object. */
    READ,
    /** A new version of an existing object. */
    UPDATE,
    /** A new object. */
    INSERT,
    /** A read, then an update of the same object; timed as one. */
    READ_MODIFY_WRITE,
    /** A page of a listing, from a key on, 1 to 100 objects. */
    SCAN,
    /** The place and description of an object: a lookup in the mapping table, without data. */
    HEAD;

    /** Its name in mixes and answers. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Operation ofLabel(String label) {
        for (Operation operation : values()) {
            if (operation.label().equals(label)) {
                return operation;
            }
        }
        throw new IllegalArgumentException(
                "--mix: '" + label + "' given, expected read, update, insert, read-modify-write, scan or head");
    }
}
