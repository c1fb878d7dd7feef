-- The mapping table on several databases. Each knows its number, from 0, and how many there are: a process that knows fewer condemns nothing.
alter table cluster add column number smallint not null default 0;
alter table balancer_epoch add column databases smallint not null default 1;

-- In the first database alone: the others, and since when they are there.
create table further_database (
    number       smallint not null primary key,
    since_millis bigint   not null -- 0: since before there was any bucket
);

-- In the first database alone: which database a bucket is in. A row stays when its bucket goes. None: the first, or the bucket was never used.
create table bucket_database (
    bucket text collate "C"  not null primary key,
    number smallint          not null
);
