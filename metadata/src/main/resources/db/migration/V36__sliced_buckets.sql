-- Buckets in slices, which may lie in different databases. In the first database the row of the whole bucket says so,
-- for ever; each slice has a row of its own.
alter table bucket_database add column sliced boolean not null default false;
