/** Clients of S3 that JVM applications use, against a whole cluster: each with its own defaults. */
@NullMarked
package io.chameleon.testing.clients;

import org.jspecify.annotations.NullMarked;
