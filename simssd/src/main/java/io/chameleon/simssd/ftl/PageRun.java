package io.chameleon.simssd.ftl;

import io.chameleon.simssd.frontier.Frontiers;

/**
 * Physical pages side by side in a block, allocated to host writes that follow each other.
 *
 * @param nextFrontier where the first host write after them belongs, if that was asked for already, else {@link Frontiers#NONE}
 */
record PageRun(int firstPage, int pages, int nextFrontier) {}
