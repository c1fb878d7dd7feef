@NullMarked
package io.chameleon.testservices;

import org.jspecify.annotations.NullMarked;
