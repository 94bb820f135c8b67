import type { Knex } from 'knex';

// Written by `npm run generate` from the model; frozen once merged.
export const up = (db: Knex) =>
  db.raw(`
  ALTER TABLE "organizations" ADD COLUMN "refuse_weak_passwords" boolean NOT NULL DEFAULT true;
  ALTER TABLE "applications" ADD COLUMN "allow_http_redirects" boolean NOT NULL DEFAULT false;
  -- Addresses of before go on working. A question mark would stand for a value here: \\x3f.
  UPDATE "applications" SET "allow_http_redirects" = true WHERE EXISTS (
    SELECT FROM jsonb_array_elements_text("redirect_uris") AS uri
    WHERE uri ~* '^http:' AND uri !~* '^http://(localhost|127(\\.[0-9]+){3}|\\[::1\\])(:[0-9]*){0,1}(/|\\x3f|$)'
  );
`);

export const down = (db: Knex) =>
  db.raw(`
  ALTER TABLE "applications" DROP COLUMN "allow_http_redirects";
  ALTER TABLE "organizations" DROP COLUMN "refuse_weak_passwords";
`);
