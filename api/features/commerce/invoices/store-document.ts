import { createHash } from 'node:crypto';
import type { Invoice } from '@doorwright/crds/kinds/invoice.ts';
import type { Language } from '@doorwright/locales';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Buyer, Item } from './buyer.ts';
import { drawDocument } from './document/draw-document.ts';
import { nextNumber } from './next-number.ts';
import type { Seller } from './seller.ts';

/** Beside the table of the model, because the model has no bytes. */
export const contentsTable = 'invoice_contents';

export const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

/** An invoice or a credit note without its number. */
export interface NewDocument
  extends Pick<
    Invoice,
    'type' | 'corrects' | 'refund' | 'currency' | 'net' | 'tax' | 'gross' | 'taxRate' | 'treatment'
  > {
  prefix: string;
  language: Language;
  seller: Seller;
  buyer: Buyer;
  item: Item;
}

/** Gives a document the next number, draws it, and keeps both. Nothing changes them afterwards: triggers of the database refuse it. */
export async function storeDocument(
  { sql, store, now }: Pick<Work, 'sql' | 'store' | 'now'>,
  organization: string,
  { prefix, seller, buyer, item, ...facts }: NewDocument,
): Promise<Invoice> {
  const number = await nextNumber(sql, prefix, now);
  const content = await drawDocument({ ...facts, number, date: now, seller, buyer, item });
  const stored = await store('invoice').insert(sql, {
    ...{ owner: 'admin', name: number, createdTime: now.toISOString(), version: 1, organization },
    ...{ ...facts, payment: item.payment, country: buyer.country, digest: digestOf(content) },
    ...{ seller: JSON.stringify(seller), buyer: JSON.stringify(buyer), item: JSON.stringify(item) },
  });
  await sql(contentsTable).insert({ number, content });
  return stored as unknown as Invoice;
}
