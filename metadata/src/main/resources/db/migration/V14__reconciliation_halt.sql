-- Servers on which reconciliation found too much that nothing refers to, and so condemns nothing until an operator confirms it.
create table reconciliation_halt (
    server       text   not null primary key,
    since_millis bigint not null,
    found        bigint not null,
    held         bigint not null,
    confirmed    bigint not null -- fragments an operator gave up; 0: nobody has
);
