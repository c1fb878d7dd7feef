package io.chameleon.erasure;

import java.lang.reflect.InvocationTargetException;
import java.util.function.Function;

/** The implementations of {@link ErasureCodec}; the bytes do not depend on the choice. */
public enum CodecKind {
    /**
     * Backblaze's tables, which fixed the matrix; needs {@code com.backblaze.erasure} and netty-buffer on the class
     * path.
     */
    BACKBLAZE(code -> new BackblazeCodec(code)),
    /** Plain Java, always available. */
    PORTABLE(code -> new PortableCodec(code)),
    /** Intel's ISA-L, {@code libisal.so.2}; needs JDK 25 and {@code --enable-native-access}. */
    ISAL(code -> ofNewerJdk("IsalCodec", code)),
    /**
     * The Vector API; needs JDK 25 and {@code --add-modules jdk.incubator.vector}. Slower than all others by far until
     * the JVM has compiled it.
     */
    VECTOR(code -> ofNewerJdk("VectorCodec", code));

    /** Lambdas, not references to constructors: those would load the class, and so its library, with this one. */
    private final Function<ErasureCode, ErasureCodec> constructor;

    CodecKind(Function<ErasureCode, ErasureCodec> constructor) {
        this.constructor = constructor;
    }

    ErasureCodec create(ErasureCode code) {
        return constructor.apply(code);
    }

    /** Of a Reed-Solomon code. */
    ErasureCodec create(int dataShards, int parityShards) {
        return create(new ErasureCode(dataShards, parityShards));
    }

    /** Whether this implementation works here and gives the pinned matrix; costs a class load. */
    public boolean isAvailable() {
        try {
            return create(4, 2).kind() == this;
        } catch (LinkageError | IllegalStateException absentOrAnotherMatrix) {
            return false;
        }
    }

    /** The jar has these classes only for newer JDKs. */
    private static ErasureCodec ofNewerJdk(String name, ErasureCode code) {
        try {
            return (ErasureCodec) Class.forName(CodecKind.class.getPackageName() + "." + name)
                    .getDeclaredConstructor(ErasureCode.class)
                    .newInstance(code);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new NoClassDefFoundError(e.getMessage());
        }
    }
}
