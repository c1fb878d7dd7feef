package io.chameleon.transport.protocol;

import io.chameleon.core.mapping.EpochLogEntry;
import io.chameleon.core.mapping.table.ListQuery;
import io.chameleon.core.mapping.table.ObjectPage;
import io.chameleon.core.redundancy.RedundancyEvent;
import io.chameleon.core.redundancy.RedundancyState;
import io.chameleon.transport.wire.EpochLogEntryP;
import io.chameleon.transport.wire.ListObjectsRequest;
import io.chameleon.transport.wire.ListObjectsResponse;

/** Listings of objects, and their histories, as wire messages and back; the rules of {@link Wire} hold. */
public final class ListingWire {
    private ListingWire() {}

    public static ListObjectsRequest pack(ListQuery query) {
        return ListObjectsRequest.newBuilder()
                .setBucket(query.bucket())
                .setPrefix(query.prefix())
                .setDelimiter(query.delimiter())
                .setAfter(query.after())
                .setLimit(query.limit())
                .build();
    }

    public static ListQuery unpack(ListObjectsRequest query) {
        return Wire.checked(() -> new ListQuery(
                query.getBucket(), query.getPrefix(), query.getDelimiter(), query.getAfter(), query.getLimit()));
    }

    public static ListObjectsResponse pack(ObjectPage page) {
        return ListObjectsResponse.newBuilder()
                .addAllObjects(page.objects().stream().map(ObjectWire::pack).toList())
                .addAllCommonPrefixes(page.commonPrefixes())
                .setContinuation(page.continuation())
                .build();
    }

    public static ObjectPage unpack(ListObjectsResponse page) {
        return Wire.checked(() -> new ObjectPage(
                page.getObjectsList().stream().map(ObjectWire::unpack).toList(),
                page.getCommonPrefixesList(),
                page.getContinuation()));
    }

    public static EpochLogEntryP pack(EpochLogEntry entry) {
        return EpochLogEntryP.newBuilder()
                .setId(Wire.pack(entry.id()))
                .setEpoch(entry.epoch())
                .setEvent(entry.event().code())
                .setFrom(entry.from().code())
                .setTo(entry.to().code())
                .addAllSource(Wire.names(entry.source()))
                .addAllDestination(Wire.names(entry.destination()))
                .setReason(entry.reason())
                .setAtMillis(entry.atMillis())
                .build();
    }

    public static EpochLogEntry unpack(EpochLogEntryP entry) {
        return Wire.checked(() -> new EpochLogEntry(
                Wire.unpack(entry.getId()),
                entry.getEpoch(),
                RedundancyEvent.ofCode(entry.getEvent()),
                RedundancyState.ofCode(entry.getFrom()),
                RedundancyState.ofCode(entry.getTo()),
                Wire.servers(entry.getSourceList()),
                Wire.servers(entry.getDestinationList()),
                entry.getReason(),
                entry.getAtMillis()));
    }
}
