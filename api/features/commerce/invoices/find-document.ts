import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type Invoice, invoice as kind } from '@doorwright/crds/kinds/invoice.ts';
import { isGlobalAdmin } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { CommerceDeps } from '../deps.ts';

const missing = (number: string) => new Refusal('not-found', { kind: 'Invoice', id: number.slice(0, 100) });

/**
 * A document for its buyer and their administrators: those who may read the payment. The payment is found by the number that it keeps, so
 * another payment of the same name opens nothing. Only global administrators read documents whose payment is gone.
 */
export async function findDocument(deps: CommerceDeps, context: RequestContext, number: string): Promise<Invoice> {
  const { db, store, objects, registry } = deps;
  const found = (await store('invoice').find(db, 'admin', number)) as unknown as Invoice | undefined;
  if (found && isGlobalAdmin(context.caller)) return found;
  const row =
    found &&
    (await db(store('payment').table)
      .where({ invoice_number: found.corrects || number })
      .first('name'));
  // A stranger does not learn which numbers exist.
  if (!found || !row) throw missing(number);
  try {
    await objects.get(registry.named('payment'), context, { owner: 'admin', key: row.name });
  } catch (error) {
    throw error instanceof Refusal ? missing(number) : error;
  }
  return found;
}

/** The invoices of these numbers with their credit notes, the first first. */
export async function documentsOf({ db, store }: CommerceDeps, numbers: readonly string[]): Promise<Invoice[]> {
  if (numbers.length === 0) return [];
  const rows = await db(tableName(kind))
    .where({ owner: 'admin' })
    .where((either) => either.whereIn('name', numbers).orWhereIn('corrects', numbers))
    .orderBy('created_time')
    .orderBy('name')
    .limit(1_000);
  return rows.map((row) => store('invoice').fromRow(row) as unknown as Invoice);
}
