/**
 * The schema as a database has it: indexes that are built while others write, and whether all of it is there. By plain
 * JDBC, since it is looked at before there are sessions.
 *
 * <p>In: a source of connections. Out: a database whose indexes and triggers are those of this build.
 *
 * <p>Start at {@link io.chameleon.metadata.schema.SchemaParts}.
 */
@NullMarked
package io.chameleon.metadata.schema;

import org.jspecify.annotations.NullMarked;
