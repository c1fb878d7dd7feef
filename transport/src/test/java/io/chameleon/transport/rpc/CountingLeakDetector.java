package io.chameleon.transport.rpc;

import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records every leaked buffer instead of logging it. Named in the system properties of the tests. */
public final class CountingLeakDetector<T> extends ResourceLeakDetector<T> {
    static final List<String> LEAKS = new CopyOnWriteArrayList<>();

    public CountingLeakDetector(Class<?> resourceType, int samplingInterval) {
        super(resourceType, samplingInterval);
    }

    /** The factory requires this constructor too. */
    public CountingLeakDetector(Class<?> resourceType, int samplingInterval, long maxActive) {
        this(resourceType, samplingInterval);
    }

    @Override
    protected boolean needReport() {
        return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
        LEAKS.add(resourceType + " " + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
        LEAKS.add(resourceType);
    }
}
