/**
 * What the lab's tools share: charts, reports as Markdown and HTML, CSV, and the names of collection policies.
 *
 * <p>Start at {@link io.chameleon.lab.common.Document}.
 *
 * <p>Invariant: a chart is a file and a report is text; nothing here opens a window.
 */
@NullMarked
package io.chameleon.lab.common;

import org.jspecify.annotations.NullMarked;
