/**
 * The mapping service: it tells clients where each object is, and applies the balancer's changes.
 *
 * <p>In: requests of the wire protocol (types 32 to 61) and the registrations of flash servers in ZooKeeper. Out:
 * answers from the tables of {@link io.chameleon.metadata.table}.
 *
 * <p>Start at {@link io.chameleon.metadata.MetadataService} (the wiring), then {@link
 * io.chameleon.metadata.MetadataEndpoint} (a request), then {@link io.chameleon.metadata.batch.CommitBatcher} (how
 * commits share a transaction), then {@link io.chameleon.metadata.table.PostgresMappingTable}.
 *
 * <p>Invariant: nothing depends on this process's memory. It may be killed at any instant, and any number of them may
 * run.
 */
@NullMarked
package io.chameleon.metadata;

import org.jspecify.annotations.NullMarked;
