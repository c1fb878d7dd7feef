-- What repair needs to know of its queue, and the servers that are being emptied.

alter table repair_queue
    add column margin       smallint  not null default 0,  -- fragments that may still be lost before the object is
    add column bytes        bigint    not null default 0,  -- of the missing fragments
    add column due_millis   bigint    not null default 0,  -- not to be tried before
    add column attempts     integer   not null default 0,  -- how often it was postponed
    add column problem      text      not null default ''; -- why, the last time
create index repair_queue_by_danger on repair_queue (margin, since_millis, bucket, object_key);

-- One row: what was repaired and moved since work began without a long pause.
create table repair_run (
    id           smallint  not null primary key check (id = 1),
    began_millis bigint    not null,
    last_millis  bigint    not null,
    objects      bigint    not null,
    bytes        bigint    not null
);
insert into repair_run (id, began_millis, last_millis, objects, bytes) values (1, 0, 0, 0, 0);

create table evacuation (
    server          text     not null,
    kind            smallint not null, -- Evacuation.Kind.code: 1 DRAIN, 2 LOST
    since_millis    bigint   not null,
    walk            integer  not null, -- which walk over object_mapping is under way
    cursor_bucket   text collate "C",  -- the last object this walk has seen; null at its beginning
    cursor_key      text collate "C",
    found           bigint   not null, -- objects this walk has found so far
    objects         bigint   not null, -- objects the first walk found in all
    bytes           bigint   not null, -- of their fragments on that server
    moved           bigint   not null, -- objects that have left since
    moved_bytes     bigint   not null,
    finished_millis bigint   not null, -- 0: not yet
    primary key (server, kind)
);
