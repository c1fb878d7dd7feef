package io.chameleon.lab.simulation.role;

import io.chameleon.core.mapping.GarbageTable;
import io.chameleon.core.mapping.MappingTable;
import io.chameleon.core.mapping.RemapTable;
import io.chameleon.core.mapping.RepairTable;

/** All that the metadata service asks of its database. */
public interface Tables extends MappingTable, RemapTable, GarbageTable, RepairTable {}
