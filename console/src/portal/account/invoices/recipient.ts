import { firstProblem } from '@doorwright/crds/invoice/first-problem.ts';
import { type Recipient, type RecipientField, recipientFields } from '@doorwright/crds/invoice/recipient.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';
import type { Language } from '@doorwright/locales/languages.ts';
import { loadPortalWords } from '@doorwright/locales/portal.ts';
import { regionsIn } from '../../signup/regions.ts';
import { t, type Word } from '../../words.ts';
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

/** The choices of a field, for the fields that have some. */
export function choicesOf(field: RecipientField) {
  if (field === 'invoiceType')
    return [
      { value: 'Individual', text: t('accountInvoiceIndividual') },
      { value: 'Organization', text: t('accountInvoiceOrganization') },
    ];
  if (field === 'invoiceCountry')
    return regionsIn(document.documentElement.lang).map(({ code, text }) => ({ value: code, text }));
  return undefined;
}

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

/** Only old clients leave the country out. Here buyers choose it, because its rules are about all other fields. */
const problemIn = (recipient: Recipient) =>
  recipient.invoiceCountry === ''
    ? ({ field: 'invoiceCountry', code: 'invoice-country' } as const)
    : firstProblem({ ...recipient, state: 'Paid' });

/** The first problem, with the server's sentence for it. */
export async function problemOf(recipient: Recipient): Promise<{ field: string; text: string } | undefined> {
  const problem = problemIn(recipient);
  if (!problem) return undefined;
  const errors = await loadPortalWords(document.documentElement.lang as Language, 'errors');
  return { field: problem.field, text: String(errors[problem.code]) };
}
