-- Buckets in slices, which may lie in different databases. In the first database the row of the whole bucket says so,
-- for ever; each slice has a row of its own.
alter table bucket_database add column sliced boolean not null default false;
create index bucket_database_sliced on bucket_database (bucket) where sliced;

-- Rises with each change of a bucket's row: rows of its slices are copies, of which the newest counts.
alter table bucket add column revision bigint not null default 0;

-- The slices here, which are few.
create index bucket_slices on bucket (name) where position('~' in name) > 0;
