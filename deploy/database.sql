-- Run once by psql as a superuser: the portal's user, which is none, its database, and the two roles of its row rules.
\getenv password DATABASE_PASSWORD
create role stoop login password :'password';
create role stoop_viewer nologin;
create role stoop_system nologin;
grant stoop_viewer, stoop_system to stoop with admin option;
create database stoop owner stoop;
