package io.chameleon.client.internal.transfer;

import io.chameleon.core.upload.UploadPart;

/**
 * How an object is cut into parts. The same size and wish give the same parts, so an upload can be resumed.
 *
 * @param size of the object
 * @param partBytes of each part but the last
 */
record PartSizes(long size, long partBytes) {
    /** Of larger parts than asked for: whole mebibytes. */
    private static final long UNIT = 1 << 20;

    /** @param wanted bytes of a part, unless that makes more parts than an upload can have */
    static PartSizes of(long size, long wanted) {
        long least = (size + UploadPart.MAX_NUMBER - 1) / UploadPart.MAX_NUMBER;
        return new PartSizes(size, wanted >= least ? wanted : (least + UNIT - 1) / UNIT * UNIT);
    }

    /** An empty object has one empty part. */
    int count() {
        return size == 0 ? 1 : Math.toIntExact((size + partBytes - 1) / partBytes);
    }

    long offset(int index) {
        return index * partBytes;
    }

    long length(int index) {
        return Math.min(partBytes, size - offset(index));
    }
}
