package io.chameleon.server.store;

import io.chameleon.core.error.ChameleonError;
import io.chameleon.core.error.ErrorCode;
import io.chameleon.simssd.CorruptPageException;
import io.chameleon.simssd.DeviceFailedException;
import io.chameleon.simssd.DeviceFullException;
import io.chameleon.simssd.DeviceReadOnlyException;
import io.chameleon.simssd.FlashException;
import io.chameleon.simssd.ImageException;
import io.chameleon.simssd.ImageFormatException;
import io.chameleon.simssd.PowerLossException;
import io.chameleon.simssd.UnmappedPageException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells callers what a failure of the device or of the manifests means to them, and remembers the failures that end all
 * writing: nobody knows what a device that once lost a write has kept, so only a mount finds out.
 *
 * <p>The only place that turns the device's errors into ours. Safe from any thread.
 */
final class DeviceFaults {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceFaults.class);

    private final Stalls stalls;
    private volatile boolean fatal;
    private volatile boolean wornOut;

    /** @param stalls of the device */
    DeviceFaults(Stalls stalls) {
        this.stalls = stalls;
    }

    /** The error for the caller; returns what is neither the device's nor the manifests' as it is. */
    RuntimeException translate(RuntimeException e) {
        if (e instanceof UncheckedIOException) {
            failed("manifests cannot be kept", e);
            return new ChameleonError(ErrorCode.UNAVAILABLE, String.valueOf(e.getMessage()), e);
        }
        if (!(e instanceof FlashException flash)) {
            return e;
        }
        ErrorCode code = switch (flash) {
            case DeviceFullException _, DeviceReadOnlyException _ -> ErrorCode.DEVICE_FULL;
            case CorruptPageException _, UnmappedPageException _ -> ErrorCode.CORRUPT_FRAGMENT;
            case DeviceFailedException _, PowerLossException _ -> ErrorCode.UNAVAILABLE;
            case ImageFormatException _ -> ErrorCode.FORMAT_NOT_READ;
            case ImageException _ -> ErrorCode.INTERNAL;
        };
        if (flash instanceof DeviceReadOnlyException) {
            wornOut();
        }
        if (code == ErrorCode.UNAVAILABLE) {
            failed("flash device failed", flash);
        }
        return new ChameleonError(code, "flash device: " + flash.getMessage(), flash);
    }

    /** A full or detached volume is told once, in a line: each attempt to delete meets it again. */
    private synchronized void failed(String what, RuntimeException e) {
        if (fatal) {
            LOG.debug("{} again", what, e);
            return;
        }
        fatal = true;
        LOG.error("{}: {}; no more writes until the server is started again", what, e.getMessage());
        LOG.debug("{}", what, e);
    }

    /** The device has too few good blocks left to take writes. */
    void wornOut() {
        wornOut = true;
    }

    /** Why the device takes no writes: for good, unless it hangs; empty if it takes them. */
    Optional<String> readOnly() {
        if (fatal || wornOut) {
            return Optional.of(fatal ? "its device has failed" : "its device is worn out");
        }
        return stalls.areLong()
                ? Optional.of("its device has been at one operation for "
                        + stalls.longest().toSeconds() + " s")
                : Optional.empty();
    }

    /** False once a failure has ended all writing. */
    boolean allowWrites() {
        return !fatal;
    }

    /** Throws {@code UNAVAILABLE} once a failure has ended all writing, and while the device hangs. */
    void requireWritable() {
        if (fatal) {
            throw new ChameleonError(ErrorCode.UNAVAILABLE, "the flash device has failed and takes no more writes");
        }
        if (stalls.areLong()) {
            throw new ChameleonError(
                    ErrorCode.UNAVAILABLE,
                    "the flash device has been at one operation for "
                            + stalls.longest().toSeconds() + " s");
        }
    }
}
