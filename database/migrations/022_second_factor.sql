-- Passkeys, authenticator apps and recovery codes. The sign-in library reads these tables (session/auth.ts).
alter table auth_users add column two_factor_enabled boolean not null default false;
comment on column auth_users.two_factor_enabled is 'has an authenticator app or a passkey, so the password alone does not sign in';

create table auth_two_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth_users on delete cascade,
  -- Both are encrypted with a key of SECRET.
  secret text not null check (length(secret) <= 1000),
  backup_codes text not null check (length(backup_codes) <= 4000),
  -- Whether the app is on. Without it the row holds the recovery codes of a person with passkeys.
  verified boolean not null default false,
  -- The library wants these columns, and does not use them: our limits replace its own.
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now()
);

create table auth_passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth_users on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 100),
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key text not null check (length(public_key) <= 4000),
  counter bigint not null default 0,
  device_type text not null,
  backed_up boolean not null,
  transports text check (length(transports) <= 200),
  aaguid text check (length(aaguid) <= 36),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index auth_passkeys_user on auth_passkeys (user_id);

-- Whoever adds or removes a factor, the sign-in library included: from then on it decides whether the password is enough.
create function keep_two_factor_enabled() returns trigger language plpgsql as $$
declare person uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
begin
  update auth_users set two_factor_enabled = exists (select from auth_passkeys where user_id = person)
    or exists (select from auth_two_factors where user_id = person and verified)
  where id = person;
  return null;
end $$;
create trigger keep_two_factor_enabled after insert or delete on auth_passkeys
  for each row execute function keep_two_factor_enabled();
create trigger keep_two_factor_enabled after insert or delete or update of verified on auth_two_factors
  for each row execute function keep_two_factor_enabled();
