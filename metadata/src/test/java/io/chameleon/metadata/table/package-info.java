/**
 * Tests of the table against a real PostgreSQL. Start at {@link io.chameleon.metadata.table.PostgresMappingTableTest}.
 */
@NullMarked
package io.chameleon.metadata.table;

import org.jspecify.annotations.NullMarked;
