-- Who a server is beside its name: the machine it runs on, the cluster its device belongs to, the device itself. '': not known.
alter table servers
    add column node       text not null default '',
    add column cluster_id text not null default '',
    add column device_id  text not null default '';

-- One row, made by the first metadata process: the id of this cluster, for ever.
create table cluster (
    id         smallint not null primary key check (id = 1),
    cluster_id text     not null
);
