-- The registry of buckets: a row for each that somebody made, or that the first commit to it made. Before, only buckets with a policy had
-- one; a process of an earlier build that runs beside this one still adds such rows, hence the defaults.
alter table bucket
    alter column name type text collate "C", -- listed in this order
    alter column policy set default 2,       -- EC
    add column owner text collate "C" not null default '', -- name of a user; '': nobody
    add column created_millis bigint not null default 0,
    add column settings jsonb not null default '{}';
create index bucket_by_owner on bucket (owner, name);

-- Whether the commits that add to this row know that the bucket has a row in bucket: so a commit to a known bucket asks nothing, and a
-- deletion, which resets it under the row's lock, is seen by every later commit.
alter table stored add column registered boolean not null default false;

-- Every bucket that was ever used. One that nobody claimed is the first of those who were made owners. Unknown dates become today's.
insert into bucket (name, owner, created_millis)
    select known.name, coalesce(c.principal, ''),
        coalesce(c.since_millis, cast(extract(epoch from now()) * 1000 as bigint))
    from (select bucket as name from bucket_claim
          union select bucket from bucket_grant
          union select name from quota where kind = 1
          union select name from stored where kind = 1) known
    left join bucket_claim c on c.bucket = known.name
    on conflict (name) do nothing;
update bucket b set owner = c.principal, created_millis = c.since_millis from bucket_claim c
    where c.bucket = b.name and b.created_millis = 0;
update bucket b set owner = g.principal
    from (select bucket, min(principal) as principal from bucket_grant where access = 3 group by bucket) g
    where g.bucket = b.name and b.owner = '';
update bucket set created_millis = cast(extract(epoch from now()) * 1000 as bigint) where created_millis = 0;
