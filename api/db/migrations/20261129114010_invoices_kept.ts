import type { Knex } from 'knex';

// An issued invoice never changes and never goes, whichever way somebody writes. The PDF lies beside its row, in a table of its own: lists
// do not read it. Only the statement that makes a row may write it.
export const up = (db: Knex) =>
  db.raw(`
  CREATE TABLE invoice_contents (
    number text PRIMARY KEY,
    content bytea NOT NULL
  );
  CREATE FUNCTION refuse_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'An issued invoice cannot be changed';
  END
  $$;
  CREATE TRIGGER invoices_kept BEFORE UPDATE OR DELETE ON invoices
    FOR EACH ROW EXECUTE FUNCTION refuse_invoice_change();
  CREATE TRIGGER invoice_contents_kept BEFORE UPDATE OR DELETE ON invoice_contents
    FOR EACH ROW EXECUTE FUNCTION refuse_invoice_change();
  CREATE TRIGGER invoices_not_emptied BEFORE TRUNCATE ON invoices
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_invoice_change();
  CREATE TRIGGER invoice_contents_not_emptied BEFORE TRUNCATE ON invoice_contents
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_invoice_change();
`);

export const down = (db: Knex) =>
  db.raw(`
  DROP TRIGGER invoices_kept ON invoices;
  DROP TRIGGER invoices_not_emptied ON invoices;
  DROP TABLE invoice_contents;
  DROP FUNCTION refuse_invoice_change();
`);
