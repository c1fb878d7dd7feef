package io.chameleon.lab.bench;

import io.chameleon.client.options.ReadMode;

/** How objects are read. */
record Reading(ReadMode mode, As as) {
    /** What a read makes of the bytes. */
    enum As {
        /** An array of the object's length; a large object passes through the arrays of an output stream. */
        ARRAY,
        /** The buffers that the network left them in, given back at once, as by an application that hands bytes on. */
        LENT
    }
}
