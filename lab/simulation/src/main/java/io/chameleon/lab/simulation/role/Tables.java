package io.chameleon.lab.simulation.role;

import io.chameleon.core.mapping.table.GarbageTable;
import io.chameleon.core.mapping.table.MappingTable;
import io.chameleon.core.mapping.table.RemapTable;
import io.chameleon.core.mapping.table.RepairTable;

/** All that the metadata service asks of its database. */
public interface Tables extends MappingTable, RemapTable, GarbageTable, RepairTable {}
