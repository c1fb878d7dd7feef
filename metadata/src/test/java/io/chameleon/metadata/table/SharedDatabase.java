package io.chameleon.metadata.table;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Marks a test class that empties the shared database: {@link PostgresForTests#emptied}. Such classes take turns. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock("the shared database")
public @interface SharedDatabase {}
