@NullMarked
package io.chameleon.lab.chaos.load;

import org.jspecify.annotations.NullMarked;
