package io.chameleon.erasure;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * The two ISA-L functions that are used, with pointers as longs. Initialising this class fails if the library is not
 * installed, or if native access is not enabled: using it anyway would print a warning in other people's applications.
 */
final class IsalLibrary {
    /** Bytes of expanded tables for each coefficient. */
    static final int TABLE_BYTES = 32;

    private static final String NAME = "libisal.so.2";
    private static final MethodHandle INIT_TABLES;
    private static final MethodHandle ENCODE_DATA;

    static {
        if (!IsalLibrary.class.getModule().isNativeAccessEnabled()) {
            throw new UnsatisfiedLinkError("native access not enabled for " + IsalLibrary.class.getModule());
        }
        Linker linker = Linker.nativeLinker();
        SymbolLookup library = SymbolLookup.libraryLookup(NAME, Arena.global());
        INIT_TABLES = linker.downcallHandle(
                library.find("ec_init_tables").orElseThrow(),
                FunctionDescriptor.ofVoid(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
        ENCODE_DATA = linker.downcallHandle(
                library.find("ec_encode_data").orElseThrow(),
                FunctionDescriptor.ofVoid(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    }

    private IsalLibrary() {}

    /** Expands {@code outputs · inputs} coefficients, row by row, to {@link #TABLE_BYTES} each. */
    static void initTables(int inputs, int outputs, long coefficients, long tables) {
        try {
            INIT_TABLES.invokeExact(inputs, outputs, coefficients, tables);
        } catch (Throwable e) {
            throw new IllegalStateException(e); // a native function throws nothing
        }
    }

    /** @param sources address of {@code inputs} pointers to {@code length} bytes each; targets likewise */
    static void encode(int length, int inputs, int outputs, long tables, long sources, long targets) {
        try {
            ENCODE_DATA.invokeExact(length, inputs, outputs, tables, sources, targets);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
