/**
 * The mapping table on several databases. A bucket is in one of them, with its row of the registry, its grants,
 * objects, versions, uploads, outbox and repair queue. So what concerns one bucket is one transaction of one database,
 * the same as with one database alone. What concerns the cluster is gathered.
 *
 * <p>In: the calls of core's ports. Out: calls of the same ports, one set of them for each database
 * ({@link io.chameleon.metadata.routing.DatabaseTables}).
 *
 * <p>Start at {@link io.chameleon.metadata.routing.Databases}, then
 * {@link io.chameleon.metadata.routing.RoutedMappingTable} (a call goes to one) and
 * {@link io.chameleon.metadata.routing.RoutedGarbageTable} (all are asked).
 *
 * <p>Invariant: once a bucket has a database, every process sends what concerns it there. The first database says which
 * it is.
 */
@NullMarked
package io.chameleon.metadata.routing;

import org.jspecify.annotations.NullMarked;
