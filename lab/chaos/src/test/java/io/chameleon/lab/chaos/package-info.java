@NullMarked
package io.chameleon.lab.chaos;

import org.jspecify.annotations.NullMarked;
