/**
 * PostgreSQL and ZooKeeper for the project's own tests. With a container engine, Testcontainers starts the official
 * images; without one, or if an image is unavailable, the same tests run on embedded services. No test is skipped for
 * want of an engine. {@code CHAMELEON_TEST_SERVICES=embedded} does without the engine.
 */
@NullMarked
package io.chameleon.testservices;

import org.jspecify.annotations.NullMarked;
