-- 18
-- The epoch of the object's first write, so that no plan judges an object by the epoch in which it was made. 0: before this column, or
-- rebuilt from what flash servers held.
alter table object_mapping add column created_epoch bigint not null default 0;
