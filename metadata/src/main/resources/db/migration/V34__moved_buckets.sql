-- Which move of each bucket a database has last taken part in: one that was restored from a backup of before a move does not know of it
-- (docs/internals/metadata.md, "Restored databases"). A trigger, so that movers of an earlier build leave the mark, too.
create table moved_bucket (
    name    text collate "C" not null primary key,
    attempt bigint           not null -- the highest that has frozen the bucket here
);
insert into moved_bucket (name, attempt) select bucket, attempt from frozen_bucket;

create function mark_moved_bucket() returns trigger language plpgsql as $$
begin
    insert into moved_bucket as m (name, attempt) values (new.bucket, new.attempt)
    on conflict (name) do update set attempt = excluded.attempt where m.attempt < excluded.attempt;
    return null;
end $$;
create trigger mark_moved after insert or update on frozen_bucket for each row execute function mark_moved_bucket();

-- In the first database alone: the attempt whose copy the bucket is now. 0: not yet, or of an earlier build.
alter table bucket_move add column copied bigint not null default 0;
