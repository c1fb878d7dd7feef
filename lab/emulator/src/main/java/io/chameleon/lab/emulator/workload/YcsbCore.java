package io.chameleon.lab.emulator.workload;

import java.nio.file.Path;

/**
 * YCSB's core workload from its properties file, with YCSB's own choosers of operations and keys on a seeded generator.
 * (The generators of {@code site.ycsb:core} draw from ThreadLocalRandom, which cannot be seeded, so its runs cannot be
 * repeated.)
 *
 * <p>A record is an object of fieldcount x fieldlength bytes; every operation is for a whole object, at a fixed rate,
 * {@code target} operations a second. An insert creates its record. A read-modify-write is a read and a write at one
 * time.
 */
final class YcsbCore {
    private static final String DEFAULT_TARGET = "100";
    private static final int MOST = 100_000_000;

    private YcsbCore() {}

    static Workload read(Path file, long seed) {
        return make(String.valueOf(file.getFileName()), YcsbProperties.read(file), seed);
    }

    static Workload make(String name, YcsbProperties properties, long seed) {
        int records = properties.whole("recordcount", "", 1, MOST);
        int operations = properties.whole("operationcount", "", 1, MOST);
        int fieldBytes = properties.whole("fieldlength", "100", 1, Workload.MAX_OBJECT_BYTES);
        int fields = properties.whole("fieldcount", "10", 1, Workload.MAX_OBJECT_BYTES / fieldBytes);
        int bytes = fields * fieldBytes;
        double rate = properties.number("target", DEFAULT_TARGET, 0.001, 1e9);
        PythonRandom random = new PythonRandom(seed);
        YcsbOperation.Chooser chooser = YcsbOperation.chooser(properties, random);
        YcsbKeys keys = YcsbKeys.of(properties, records, operations, random);
        Workload.Builder workload = Workload.builder(name, true);
        for (int i = 0; i < records; i++) {
            workload.object(bytes);
        }
        for (int i = 0; i < operations; i++) {
            long micros = (long) (i * 1e6 / rate);
            YcsbOperation operation = chooser.next();
            int key = operation == YcsbOperation.INSERT ? workload.laterObject(bytes) : keys.next(workload.objects());
            if (operation.reads()) {
                workload.request(micros, false, key, 0, bytes);
            }
            if (operation.writes()) {
                workload.request(micros, true, key, 0, bytes);
            }
        }
        return workload.build();
    }
}
