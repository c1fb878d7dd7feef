-- Buckets that move from one of several databases to another (docs/internals/metadata.md, "Moving a bucket").

-- Whose write it was: what is remembered of a bucket's writes moves with it. Null: found without a row, or from before this column.
alter table fragment_outbox add column bucket text collate "C";

-- Buckets of which nothing may be changed here: they are moving from here or to here, or have left.
create table frozen_bucket (
    bucket   text collate "C"  not null primary key,
    attempt  bigint            not null, -- of the move: later attempts refuse what earlier ones still do
    has_left boolean           not null  -- what is here of it does not count: not yet, or not any more
);

-- In the first database alone: the moves, of which one at a time is open.
create table bucket_move (
    id             bigint   generated always as identity primary key,
    bucket         text collate "C" not null,
    source         smallint not null,
    target         smallint not null,
    phase          smallint not null, -- BucketMove.Phase.code
    attempt        bigint   not null,
    attempts       integer  not null, -- to copy
    began_millis   bigint   not null,
    changed_millis bigint   not null, -- of the phase
    beat_millis    bigint   not null, -- when a process last worked on it
    objects        bigint   not null, -- rows of object_mapping that were copied
    problem        text     not null
);
create unique index bucket_move_open on bucket_move ((true)) where phase < 10;

-- The mover is told by a setting of its transactions. Class 57: the caller tries again later, builds before this one, too.
create function refuse_frozen_bucket() returns trigger language plpgsql as $$
begin
    if exists (select 1 from frozen_bucket f where f.bucket = split_part(coalesce(new.bucket, old.bucket), '+', 1))
            and coalesce(current_setting('chameleon.mover', true), '') <> 'on' then
        raise exception 'bucket % is moving to another database, or has moved', split_part(coalesce(new.bucket, old.bucket), '+', 1) using errcode = '57C01';
    end if;
    if tg_op = 'DELETE' then
        return old;
    end if;
    return new;
end $$;

create function refuse_frozen_name() returns trigger language plpgsql as $$
begin
    if exists (select 1 from frozen_bucket f where f.bucket = coalesce(new.name, old.name))
            and coalesce(current_setting('chameleon.mover', true), '') <> 'on' then
        raise exception 'bucket % is moving to another database, or has moved', coalesce(new.name, old.name) using errcode = '57C01';
    end if;
    if tg_op = 'DELETE' then
        return old;
    end if;
    return new;
end $$;

create function refuse_frozen_quota() returns trigger language plpgsql as $$
begin
    if coalesce(new.kind, old.kind) = 1 and exists (select 1 from frozen_bucket f where f.bucket = coalesce(new.name, old.name))
            and coalesce(current_setting('chameleon.mover', true), '') <> 'on' then
        raise exception 'bucket % is moving to another database, or has moved', coalesce(new.name, old.name) using errcode = '57C01';
    end if;
    if tg_op = 'DELETE' then
        return old;
    end if;
    return new;
end $$;

-- Enabled in a database when a bucket first moves from it or to it: until then they cost nothing.
create trigger refuse_frozen before insert or update or delete on object_mapping for each row execute function refuse_frozen_bucket();
create trigger refuse_frozen before insert or update or delete on object_version for each row execute function refuse_frozen_bucket();
create trigger refuse_frozen before insert or update or delete on multipart_upload for each row execute function refuse_frozen_bucket();
create trigger refuse_frozen before insert or update or delete on upload_part for each row execute function refuse_frozen_bucket();
create trigger refuse_frozen before insert or update or delete on chunk_upload for each row execute function refuse_frozen_bucket();
create trigger refuse_frozen before insert or update or delete on component for each row execute function refuse_frozen_bucket();
-- A refused commit condemns its fragments and changes nothing else: its repeat, in the other database, has to know.
create trigger refuse_frozen before insert on fragment_outbox for each row when (new.bucket is not null) execute function refuse_frozen_bucket();
create trigger refuse_frozen before insert or update or delete on bucket_grant for each row execute function refuse_frozen_bucket();
create trigger refuse_frozen before insert or update or delete on bucket_claim for each row execute function refuse_frozen_bucket();
create trigger refuse_frozen before insert or update or delete on bucket for each row execute function refuse_frozen_name();
create trigger refuse_frozen before insert or update or delete on quota for each row execute function refuse_frozen_quota();
alter table object_mapping disable trigger refuse_frozen;
alter table object_version disable trigger refuse_frozen;
alter table multipart_upload disable trigger refuse_frozen;
alter table upload_part disable trigger refuse_frozen;
alter table chunk_upload disable trigger refuse_frozen;
alter table component disable trigger refuse_frozen;
alter table fragment_outbox disable trigger refuse_frozen;
alter table bucket_grant disable trigger refuse_frozen;
alter table bucket_claim disable trigger refuse_frozen;
alter table bucket disable trigger refuse_frozen;
alter table quota disable trigger refuse_frozen;
