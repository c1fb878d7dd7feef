-- The mapping table and the tables beside it. docs/metadata.md draws them and says why they are so.
-- Portable among PostgreSQL and what speaks its SQL: no triggers, no functions, no extensions, no advisory locks.
-- Times are milliseconds since 1970 by the metadata service's clock. A write id is two bigints: its high and its low half.
-- Codes are those of RedundancyState, RedundancyPolicy and RedundancyEvent.

create table object_mapping (
    bucket              text collate "C"  not null,
    object_key          text collate "C"  not null, -- "C": the order of the UTF-8 bytes, which is that of a listing
    write_high          bigint            not null, -- names the fragments of the committed version
    write_low           bigint            not null,
    content_high        bigint            not null, -- the client's write: the entity tag
    content_low         bigint            not null,
    size_bytes          bigint            not null,
    segment_bytes       integer           not null,
    crc32c              integer           not null,
    content_type        text              not null,
    user_metadata       jsonb             not null,
    state               smallint          not null,
    source_scheme       text,                       -- e.g. 'EC(4+2)'; null in a stable state
    source_servers      text[],
    destination_scheme  text              not null,
    destination_servers text[]            not null,
    degraded            boolean           not null,
    remap_epoch         bigint            not null,
    heat_score          double precision  not null, -- log2(heat) + epoch of that heat: order-preserving
    last_write_epoch    bigint            not null,
    created_millis      bigint            not null,
    modified_millis     bigint            not null,
    version             bigint            not null,
    primary key (bucket, object_key),
    check ((source_scheme is null) = (source_servers is null))
);
create index object_mapping_by_write on object_mapping (write_high, write_low);
create index object_mapping_by_heat on object_mapping (heat_score, bucket, object_key);
create index object_mapping_pending on object_mapping (remap_epoch, bucket, object_key)
    where source_scheme is not null;

create sequence fragment_outbox_id increment by 256;
create table fragment_outbox (
    id            bigint  not null primary key,
    server        text    not null,
    write_high    bigint  not null,
    write_low     bigint  not null,
    since_millis  bigint  not null,
    forget_millis bigint                -- null: the reaper has not been there yet
);
create index fragment_outbox_by_write on fragment_outbox (write_high, write_low);
create index fragment_outbox_waiting on fragment_outbox (since_millis, id) where forget_millis is null;
create index fragment_outbox_collected on fragment_outbox (forget_millis) where forget_millis is not null;

-- Exactly the rows of object_mapping that are degraded.
create table repair_queue (
    bucket       text collate "C"  not null,
    object_key   text collate "C"  not null,
    write_high   bigint            not null,
    write_low    bigint            not null,
    missing      integer[]         not null, -- indexes into the live servers
    since_millis bigint            not null,
    primary key (bucket, object_key)
);
create index repair_queue_by_age on repair_queue (since_millis);

create table epoch_log (
    bucket      text collate "C"  not null,
    object_key  text collate "C"  not null,
    version     bigint            not null, -- of the object's row after the event: orders its history
    epoch       bigint            not null,
    event       smallint          not null,
    state_from  smallint          not null,
    state_to    smallint          not null,
    source      text[]            not null,
    destination text[]            not null,
    reason      text              not null,
    at_millis   bigint            not null,
    primary key (bucket, object_key, version)
);
create index epoch_log_by_epoch on epoch_log (epoch);

create table balancer_epoch (
    id     smallint  not null primary key check (id = 1),
    fence  bigint    not null,
    epoch  bigint    not null,
    holder text      not null
);
insert into balancer_epoch (id, fence, epoch, holder) values (1, 0, 1, '');

create table balancer_plan (
    epoch    bigint   not null primary key,
    complete boolean  not null
);
create table balancer_plan_remap (
    epoch               bigint   not null,
    ordinal             integer  not null,
    bucket              text     not null,
    object_key          text     not null,
    expected_version    bigint   not null,
    event               smallint not null,
    destination_scheme  text,
    destination_servers text[],
    reason              text     not null,
    primary key (epoch, ordinal)
);

create table bucket (
    name   text      not null primary key,
    policy smallint  not null
);

create table servers (
    id             text     not null primary key,
    host           text     not null,
    port           integer  not null,
    zone           text     not null,
    capacity_bytes bigint   not null
);
