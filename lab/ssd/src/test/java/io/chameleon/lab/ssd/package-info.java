@NullMarked
package io.chameleon.lab.ssd;

import org.jspecify.annotations.NullMarked;
