/**
 * The code of README.md and docs/guide works. In: the pages. Out: a failure that names page and line.
 *
 * <p>Start at {@link io.chameleon.repository.snippets.SnippetsTest}. A block that is neither run, nor compiled, nor
 * named as one that cannot be run here, fails.
 */
@NullMarked
package io.chameleon.repository.snippets;

import org.jspecify.annotations.NullMarked;
