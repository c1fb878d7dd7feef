package io.chameleon.balancer.garbage;

import io.chameleon.core.mapping.table.Garbage;
import java.util.List;

/**
 * Rows of the outbox as they were read.
 *
 * @param sinceMillis when they were asked for
 */
record ReadGarbage(List<Garbage> rows, long sinceMillis) {}
