@NullMarked
package io.chameleon.lab.chaos.history;

import org.jspecify.annotations.NullMarked;
