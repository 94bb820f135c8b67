import { firstProblem } from '@doorwright/crds/invoice/first-problem.ts';
import { type Recipient, type RecipientField, recipientFields } from '@doorwright/crds/invoice/recipient.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Language } from '@doorwright/locales/languages.ts';
import { loadPortalWords } from '@doorwright/locales/portal.ts';
import type { Word } from '../../words.ts';
import type { OwnAccount } from '../own-account.ts';

export const labels: Readonly<Record<RecipientField, Word>> = {
  invoiceCountry: 'accountInvoiceCountry',
  personName: 'accountInvoiceName',
  personIdCard: 'accountInvoiceIdCard',
  personEmail: 'accountInvoiceEmail',
  personPhone: 'accountInvoicePhone',
  invoiceType: 'accountInvoiceType',
  invoiceTitle: 'accountInvoiceTitle',
  invoiceTaxId: 'accountInvoiceTaxId',
  invoiceAddress: 'accountInvoiceAddress',
  invoiceRemark: 'accountInvoiceRemark',
};

/** What the payment has already, or what the account knows. */
export function recipientOf(payment: Payment, { user }: OwnAccount): Recipient {
  const kept = Object.fromEntries(recipientFields.map((field) => [field, payment[field]])) as unknown as Recipient;
  const known = payment.currency === 'CNY' ? 'CN' : user.region;
  return withPerson({
    ...kept,
    invoiceCountry: kept.invoiceCountry || String(known ?? ''),
    personEmail: kept.personEmail || user.email,
    personPhone: kept.personPhone || user.phone,
  });
}

/** An invoice for a person has their name and no tax number. */
export const withPerson = (recipient: Recipient): Recipient =>
  recipient.invoiceType === 'Individual'
    ? { ...recipient, invoiceTitle: recipient.personName, invoiceTaxId: '' }
    : recipient;

/** The fields that the country and the type of the recipient want. */
export function shownFields({ invoiceCountry, invoiceType }: Recipient): RecipientField[] {
  const isPersonal = invoiceType === 'Individual';
  const hidden: RecipientField[] = isPersonal ? ['invoiceTitle', 'invoiceTaxId', 'invoiceAddress'] : [];
  return recipientFields.filter(
    (field) => !hidden.includes(field) && !(field === 'invoiceAddress' && invoiceCountry === 'CN'),
  );
}

/** The first problem, with the server's sentence for it. */
export async function problemOf(recipient: Recipient): Promise<{ field: string; text: string } | undefined> {
  const problem = firstProblem({ ...recipient, state: 'Paid' });
  if (!problem) return undefined;
  const errors = await loadPortalWords(document.documentElement.lang as Language, 'errors');
  return { field: problem.field, text: String(errors[problem.code]) };
}
