import { countryOf } from '@doorwright/crds/invoice/first-problem.ts';
import { hasVat, vatNumber } from '@doorwright/crds/invoice/vat.ts';
import type { Payment } from '@doorwright/crds/kinds/payment.ts';

/** The buyer on an invoice, as they wrote it. */
export interface Buyer {
  name: string;
  /** The person, if the invoice is for an organization. */
  person: string;
  address: string;
  country: string;
  idCard: string;
  taxId: string;
  email: string;
  phone: string;
}

export function buyerOf(payment: Payment): Buyer {
  const country = countryOf(payment);
  const isPersonal = payment.invoiceType === 'Individual';
  const taxId = isPersonal ? '' : payment.invoiceTaxId.trim();
  return {
    name: payment.invoiceTitle,
    person: isPersonal ? '' : payment.personName,
    address: payment.invoiceAddress.trim(),
    country,
    idCard: payment.personIdCard,
    taxId: taxId && hasVat(country) ? vatNumber(country, taxId) : taxId,
    email: payment.personEmail,
    phone: payment.personPhone,
  };
}

/** What was sold, and how it was paid. */
export interface Item {
  product: string;
  payment: string;
  channel: string;
  remark: string;
}

export const itemOf = ({ name, productName, productDisplayName, type, invoiceRemark }: Payment): Item => ({
  product: productDisplayName || productName,
  payment: name,
  channel: type,
  remark: invoiceRemark,
});
