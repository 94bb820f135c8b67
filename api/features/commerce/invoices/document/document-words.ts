import type { Invoice } from '@doorwright/crds/kinds/invoice.ts';
import { decimalOf } from '@doorwright/crds/values/money.ts';
import type { Language } from '@doorwright/locales';
import { type Say, textsIn } from '@doorwright/locales/translator.ts';
import type { Buyer, Item } from '../buyer.ts';
import type { Seller } from '../seller.ts';

/** Everything that a document shows. */
export interface Facts
  extends Pick<Invoice, 'type' | 'corrects' | 'currency' | 'net' | 'tax' | 'gross' | 'taxRate' | 'treatment'> {
  number: string;
  date: Date;
  language: Language;
  seller: Seller;
  buyer: Buyer;
  item: Item;
}

export type Row = readonly [label: string, value: string];

/** The texts of a document, by their place on the page. */
export interface DocumentWords {
  title: string;
  /** Number, date, payment and so on. */
  facts: readonly Row[];
  seller: readonly string[];
  buyer: readonly string[];
  headings: { seller: string; buyer: string; item: string; amount: string };
  product: string;
  amounts: readonly Row[];
  notes: readonly string[];
}

/** Some languages separate digits by spaces that the fonts lack. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ');

/** Two decimal places without binary fractions: 1900 is `19.00`. */
const percent = (rate: number, language: Language) =>
  plain(
    new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(
      `${rate}E-4` as Intl.StringNumericLiteral,
    ),
  );

const countryName = (country: string, language: Language) =>
  country ? (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country) : '';

const filled = (texts: readonly string[]) => texts.filter((text) => text !== '');
const withValue = (rows: readonly Row[]) => rows.filter(([, value]) => value !== '');

function notesOf({ treatment, seller, item }: Facts, say: Say): string[] {
  const rule = { included: '', 'reverse-charge': say('reverseCharge'), 'small-business': seller.note }[treatment];
  return filled([rule, item.remark && say('remark', { text: item.remark })]);
}

/** The words of a document in the buyer's language. */
export async function documentWords(facts: Facts): Promise<DocumentWords> {
  const { language, seller, buyer, item, currency } = facts;
  const say = await textsIn(language, 'invoices');
  const labelled = (key: string, value: string) => value && `${say(key)}: ${value}`;
  const amounts = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' });
  const money = (amount: number) => plain(amounts.format(decimalOf({ amount, currency }) as Intl.StringNumericLiteral));
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(facts.date);
  return {
    title: say(facts.type === 'invoice' ? 'invoice' : 'creditNote'),
    facts: withValue([
      [say('number'), facts.number],
      [say('date'), plain(date)],
      [say('corrects'), facts.corrects],
      [say('payment'), item.payment],
      [say('channel'), item.channel],
    ]),
    seller: filled([
      seller.name,
      seller.address,
      countryName(seller.country, language),
      labelled('taxId', seller.taxId),
    ]),
    buyer: filled([
      buyer.name,
      buyer.person,
      buyer.address,
      countryName(buyer.country, language),
      labelled('idCard', buyer.idCard),
      labelled('taxId', buyer.taxId),
      labelled('email', buyer.email),
      labelled('phone', buyer.phone),
    ]),
    headings: { seller: say('seller'), buyer: say('buyer'), item: say('item'), amount: say('amount') },
    product: item.product,
    amounts: [
      [say('net'), money(facts.net)],
      [say('tax', { rate: percent(facts.taxRate, language) }), money(facts.tax)],
      [say('gross'), money(facts.gross)],
    ],
    notes: notesOf(facts, say),
  };
}

/** All texts, for the fonts that they need. */
export const textsOf = ({ title, facts, seller, buyer, headings, product, amounts, notes }: DocumentWords): string[] =>
  [title, product, Object.values(headings), seller, buyer, notes, facts.flat(), amounts.flat()].flat();
