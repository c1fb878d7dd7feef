-- How many rows of object_mapping are in each state, so that nobody counts them: rows of stored, by the state's code. Changed in the
-- transaction that changes a row, as those of buckets and users.
insert into stored (kind, name, part, bytes, objects)
    select 3, cast(state as text), 0, 0, count(*) from object_mapping group by state;

-- The hottest and the coldest that can be remapped. Rows of objects in chunks or components cannot, and may be the coldest of all.
drop index object_mapping_by_heat;
create index object_mapping_by_heat on object_mapping (heat_score, bucket, object_key) where chunk_bytes = 0 and extents = 0;

-- One row: when all rows were last counted. A process of an earlier build that runs on beside a newer one changes no sum of a state.
create table state_count (
    id             smallint not null primary key check (id = 1),
    counted_millis bigint   not null
);
insert into state_count (id, counted_millis) values (1, 0);
