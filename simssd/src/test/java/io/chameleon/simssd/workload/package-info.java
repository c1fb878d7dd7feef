@NullMarked
package io.chameleon.simssd.workload;

import org.jspecify.annotations.NullMarked;
