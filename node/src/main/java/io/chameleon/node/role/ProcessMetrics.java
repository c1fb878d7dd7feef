package io.chameleon.node.role;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.netty4.NettyAllocatorMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.buffer.PooledByteBufAllocator;
import java.time.InstantSource;
import java.util.List;

/**
 * A registry of one process, with the metrics of every JVM: memory, collections, threads, processor, files
 * ({@code jvm_*}, {@code netty_*}, {@code process_*}), and its clock ({@code chameleon_clock_seconds}).
 */
final class ProcessMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();

    ProcessMetrics() {
        this(InstantSource.system());
    }

    /** @param clock that it tells: the time since the start, of another clock, does not show that this one was set */
    ProcessMetrics(InstantSource clock) {
        Gauge.builder("chameleon.clock.seconds", clock, now -> now.millis() / 1e3)
                .description("the host's clock, in seconds since 1970")
                .strongReference(true)
                .register(registry);
        List.<MeterBinder>of(
                        collections,
                        new JvmMemoryMetrics(),
                        new NettyAllocatorMetrics(PooledByteBufAllocator.DEFAULT),
                        new JvmThreadMetrics(),
                        new ClassLoaderMetrics(),
                        new ProcessorMetrics(),
                        new FileDescriptorMetrics(),
                        new UptimeMetrics())
                .forEach(binder -> binder.bindTo(registry));
    }

    PrometheusMeterRegistry registry() {
        return registry;
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
