/**
 * Tests of the repository as a whole. In: its pages, code and classes. Out: what breaks a promise of a page, an arrow
 * between modules, or the form of code and prose.
 *
 * <p>Start at {@link io.chameleon.repository.ArrowsTest}.
 */
@NullMarked
package io.chameleon.repository;

import org.jspecify.annotations.NullMarked;
