-- Which live servers an object is on, in its own row, as codes of their names (Places), in place of six rows of server_object. Null: not
-- known, so whoever looks for the objects of a server reads the row. The index of keys holds it, too (OnlineIndexes makes it so).
alter table object_mapping add column places bytea;

-- An earlier build that runs on beside this one changes servers and not their codes, and walks by server_object. So codes are stored, and
-- server_object is not, from ten minutes after a process has started: at once if settled, when no such process can run any more.
alter table server_object_check
    add column settled boolean not null default false,
    add column pass_counts boolean not null default false; -- this pass over all rows began when codes were stored
update server_object_check set settled = true where not exists (select 1 from object_mapping);
update state_count set counted_millis = 1 where not exists (select 1 from object_mapping);
