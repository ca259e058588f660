-- Earlier versions can serve.
-- American spelling in the catalog's seeded descriptions.
update service_types set description = 'Sorting areas kept tidy, bins taken out and labeled.'
where description = 'Sorting areas kept tidy, bins taken out and labelled.';
update service_types set description = 'Chutes and compactor rooms washed and deodorized.'
where description = 'Chutes and compactor rooms washed and deodorised.';
