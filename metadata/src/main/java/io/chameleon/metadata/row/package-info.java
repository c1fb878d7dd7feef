/**
 * Rows of the tables in {@code db/migration} as Hibernate maps them, and the encodings of their columns.
 *
 * <p>In: rows of PostgreSQL. Out: values of {@code core}.
 *
 * <p>Start at {@link io.chameleon.metadata.row.MappingRow}; docs/internals/metadata.md draws the tables.
 *
 * <p>Invariant: rows hold no SQL and open no session.
 */
@NullMarked
package io.chameleon.metadata.row;

import org.jspecify.annotations.NullMarked;
