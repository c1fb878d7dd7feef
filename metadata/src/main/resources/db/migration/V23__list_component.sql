-- The component that says on flash what extent_list says here, so that a rebuild brings composed objects back. Null: of a version that was
-- completed by an earlier build, which wrote none.
alter table extent_list
    add column list_high bigint,
    add column list_low bigint;
