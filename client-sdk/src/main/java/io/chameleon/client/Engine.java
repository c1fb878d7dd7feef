package io.chameleon.client;

import io.chameleon.client.internal.ClientContext;
import io.chameleon.client.internal.read.ObjectReads;
import io.chameleon.client.internal.write.ObjectWriter;
import io.chameleon.client.internal.write.SegmentSizes;
import io.chameleon.client.options.ReadMode;
import java.util.concurrent.Executor;

/**
 * What does the work of a client, and of all that it makes by {@link ChameleonClient#with}.
 *
 * @param readMode unless options name another
 * @param blocking for the caller's own files and streams
 */
record Engine(
        ClientContext context,
        ObjectWriter writer,
        ObjectReads objects,
        ReadMode readMode,
        SegmentSizes segmentSizes,
        Executor blocking) {}
