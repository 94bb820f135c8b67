import type { Knex } from 'knex';

// Written by hand, for stored choices change: every application may push its requests and have its answer as a form. Frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  UPDATE "applications" SET "oauth_features" = "oauth_features" - 'pushed_authorization_requests' - 'form_post'
  WHERE "oauth_features" @> '["pushed_authorization_requests"]' OR "oauth_features" @> '["form_post"]';
`);

/** Nothing to take back: the former choices allowed no more than every application has. */
export const down = () => Promise.resolve();
