/**
 * PostgreSQL and ZooKeeper inside {@code chameleon dev} and {@code chameleon demo}, and as roles of their own: no
 * Docker, nothing to install, data in a directory that survives a {@code kill -9}.
 *
 * <p>In: a data directory. Out: a JDBC address and a connect string.
 *
 * <p>Start at {@link io.chameleon.node.embedded.DataDirectory}. {@link io.chameleon.node.embedded.EmbeddedDatabase}
 * serves this process alone; {@link io.chameleon.node.embedded.PostgresServer} is reached over the network, with a
 * password.
 *
 * <p>Invariant: a data directory has at most one owner at a time.
 */
@NullMarked
package io.chameleon.node.embedded;

import org.jspecify.annotations.NullMarked;
