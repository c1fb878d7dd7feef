/**
 * The store as a YCSB database: {@code site.ycsb.Client -db io.chameleon.ycsb.ChameleonDB}; see docs/operate/bench.md.
 *
 * <p>In: records of named fields. Out: objects. Start at {@link io.chameleon.ycsb.ChameleonDB};
 * {@link io.chameleon.ycsb.Fields} says how a record is stored in an object.
 */
@NullMarked
package io.chameleon.ycsb;

import org.jspecify.annotations.NullMarked;
