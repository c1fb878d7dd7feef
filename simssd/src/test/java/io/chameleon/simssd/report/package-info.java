/** Tests of the reports' arithmetic. */
@NullMarked
package io.chameleon.simssd.report;

import org.jspecify.annotations.NullMarked;
