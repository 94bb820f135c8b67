import type { PaymentState } from '../options/payment.ts';
import { isRegion } from '../options/regions.ts';
import { isEmail } from '../values/written-forms.ts';
import { china } from './china.ts';
import { elsewhere } from './elsewhere.ts';
import type { InvoiceProblem, Recipient } from './recipient.ts';

/** A mail for a buyer goes over the Internet, so its host has an ending. */
const hasEnding = (text: string) => /\.[a-z][a-z\d-]+$/i.test(text);

/** Clients of Casdoor 2022 send no country, and its rules are those of China. */
export const countryOf = ({ invoiceCountry }: Pick<Recipient, 'invoiceCountry'>): string => invoiceCountry || 'CN';

/** The first problem of the data for an invoice, in the specification's order. Undefined if an invoice can be issued. */
export function firstProblem(payment: Recipient & { state: PaymentState }): InvoiceProblem | undefined {
  const country = countryOf(payment);
  const rules = country === 'CN' ? china : elsewhere(country);
  const { personName, invoiceTitle, invoiceTaxId } = payment;
  const isPersonal = payment.invoiceType === 'Individual';
  const holds: readonly (InvoiceProblem & { isRight: boolean })[] = [
    { field: 'state', code: 'invoice-unpaid', isRight: payment.state === 'Paid' },
    { field: 'invoiceCountry', code: 'invoice-country', isRight: isRegion(country) },
    { field: 'personName', code: 'invoice-name', isRight: rules.isName(personName) },
    { field: 'personIdCard', code: 'invoice-id-card', isRight: rules.isIdCard(payment.personIdCard) },
    {
      field: 'personEmail',
      code: 'invoice-email',
      isRight: isEmail(payment.personEmail) && hasEnding(payment.personEmail),
    },
    { field: 'personPhone', code: 'invoice-phone', isRight: rules.isPhone(payment.personPhone) },
    {
      field: 'invoiceTitle',
      code: 'invoice-title',
      isRight: isPersonal ? invoiceTitle === personName : rules.isTitle(invoiceTitle),
    },
    {
      field: 'invoiceTaxId',
      code: 'invoice-tax-id',
      isRight: isPersonal ? invoiceTaxId === '' : rules.isTaxId(invoiceTaxId),
    },
    {
      field: 'invoiceAddress',
      code: 'invoice-address',
      isRight: isPersonal || rules.isAddress(payment.invoiceAddress),
    },
  ];
  const broken = holds.find(({ isRight }) => !isRight);
  return broken && { field: broken.field, code: broken.code };
}
