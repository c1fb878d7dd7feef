package io.chameleon.simssd.ftl;

import io.chameleon.simssd.frontier.Frontiers;

/**
 * Adjacent physical pages of a block, allocated to consecutive host writes.
 *
 * @param nextFrontier the frontier of the first host write after them if it was already chosen, else
 *     {@link Frontiers#NONE}
 */
record PageRun(int firstPage, int pages, int nextFrontier) {}
