/**
 * PostgreSQL and ZooKeeper for the project's own tests. Where a container engine answers they are the official images, started by
 * Testcontainers; elsewhere, or where an image cannot be had, the same tests run on embedded ones. No test is left out for want of an
 * engine. {@code CHAMELEON_TEST_SERVICES=embedded} does without the engine.
 */
@NullMarked
package io.chameleon.testservices;

import org.jspecify.annotations.NullMarked;
