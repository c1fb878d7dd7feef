@NullMarked
package io.chameleon.lab.ssd.workload;

import org.jspecify.annotations.NullMarked;
