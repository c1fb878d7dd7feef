/** What docs/guide/testing.md shows, in a package of its own like an application's tests. */
@NullMarked
package io.chameleon.testing.guide;

import org.jspecify.annotations.NullMarked;
