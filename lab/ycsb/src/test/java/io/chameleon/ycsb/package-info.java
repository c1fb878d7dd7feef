@NullMarked
package io.chameleon.ycsb;

import org.jspecify.annotations.NullMarked;
