-- What lies on a server, found without reading the rest; and what repair has before it, counted without reading it.

-- A row for each object and each server that its live fragments are on, in the transaction that changes them. An overwrite in place
-- changes nothing here.
create table server_object (
    server     text              not null,
    bucket     text collate "C"  not null,
    object_key text collate "C"  not null,
    primary key (server, bucket, object_key)
);
insert into server_object (server, bucket, object_key)
    select distinct l.server, m.bucket, m.object_key
    from object_mapping m cross join lateral unnest(coalesce(m.source_servers, m.destination_servers)) as l(server);

-- One row: how far the check has come that puts right what a process of an earlier build left out, while it ran on beside this one.
create table server_object_check (
    id         smallint not null primary key check (id = 1),
    bucket     text collate "C" not null,
    object_key text collate "C" not null,
    found      bigint   not null -- rows that were missing, in all
);
insert into server_object_check (id, bucket, object_key, found) values (1, '', '', 0);

-- The sums of repair_queue. A margin's are spread over some rows, so that transactions seldom wait for each other: only all of them
-- together mean anything.
create table repair_backlog (
    margin    smallint not null,
    part      smallint not null,
    objects   bigint   not null,
    bytes     bigint   not null,
    postponed bigint   not null, -- of them, those with attempts > 0
    primary key (margin, part)
);
insert into repair_backlog (margin, part, objects, bytes, postponed)
    select margin, 0, count(*), cast(sum(bytes) as bigint), count(*) filter (where attempts > 0) from repair_queue group by margin;

-- due_millis is 0 until the first try. What was postponed is out of the way of what was not, what can be read of what cannot.
drop index repair_queue_by_danger;
create index repair_queue_fresh on repair_queue (margin, since_millis, bucket, object_key) where due_millis = 0;
create index repair_queue_again on repair_queue (due_millis) where due_millis > 0 and margin >= 0;
create index repair_queue_unreadable on repair_queue (due_millis) where due_millis > 0 and margin < 0;
