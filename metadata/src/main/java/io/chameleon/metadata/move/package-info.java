/**
 * Moves a bucket from one database of the mapping table to another while it is read. It is frozen
 * in both, copied, and deleted in the source once every process must have heard where it is. Whatever dies on the way,
 * another process goes on from the recorded phase. docs/internals/metadata.md says why nothing is lost.
 *
 * <p>A database that comes into use passes {@link io.chameleon.metadata.move.FurtherBuckets}: one that was restored to
 * before a move disagrees with the others.
 */
@NullMarked
package io.chameleon.metadata.move;

import org.jspecify.annotations.NullMarked;
