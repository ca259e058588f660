-- The longest e-mail address with an address beside it is more than 255 characters.
alter table sign_in_limits alter column key type text;
