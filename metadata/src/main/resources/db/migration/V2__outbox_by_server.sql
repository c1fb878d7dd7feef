-- Each server's own queue: what servers that are away leave waiting must not have to be read past, second after second.
create index fragment_outbox_waiting_by_server on fragment_outbox (server, since_millis, id) where forget_millis is null;
