-- One word for a visit in code, procedures and events; the table keeps its name.
update events set kind = 'visit' || substr(kind, length('appointment') + 1)
  where kind in ('appointment_moved', 'appointment_cancelled', 'appointment_completed');

-- Recipients are on one repeatable page now: ../repeatable/recipients.sql.
drop trigger events_mails on events;
drop trigger events_link_mail on events;
drop trigger events_invitation on events;
drop function queue_mails();
drop function queue_link_mails();
drop function queue_invitation();
