-- One row that each metadata process updates twice a second where metadata.database.require-standby is on: that its commit was
-- confirmed by the synchronous standby proves that this database is still the primary.
create table primary_proof (
    id   smallint not null primary key check (id = 1),
    beat bigint   not null
) with (fillfactor = 10);
insert into primary_proof (id, beat) values (1, 0);

-- When the current epoch began, by the clock of the metadata process that began it. 0: before this column.
alter table balancer_epoch add column began_millis bigint not null default 0;
