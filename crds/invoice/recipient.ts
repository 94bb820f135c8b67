import type { invoiceTypes } from '../options/payment.ts';

/** The fields of a payment that say who its invoice is for. Their buyer fills them. */
export const recipientFields = [
  ...(['invoiceCountry', 'personName', 'personIdCard', 'personEmail', 'personPhone'] as const),
  ...(['invoiceType', 'invoiceTitle', 'invoiceTaxId', 'invoiceAddress', 'invoiceRemark'] as const),
] as const;

export type RecipientField = (typeof recipientFields)[number];
export type Recipient = Record<Exclude<RecipientField, 'invoiceType'>, string> & {
  invoiceType: (typeof invoiceTypes)[number];
};

/** The first rule that the data break, with the field. The codes have their words in `locales/<language>/errors.json`. */
export interface InvoiceProblem {
  field: RecipientField | 'state';
  code:
    | 'invoice-unpaid'
    | 'invoice-country'
    | 'invoice-name'
    | 'invoice-id-card'
    | 'invoice-email'
    | 'invoice-phone'
    | 'invoice-title'
    | 'invoice-tax-id'
    | 'invoice-address';
}

/** The rules of a country, one for each step of the specification's order. */
export interface CountryRules {
  isName: (text: string) => boolean;
  isIdCard: (text: string) => boolean;
  isPhone: (text: string) => boolean;
  isTitle: (text: string) => boolean;
  /** The tax ID of an organization. */
  isTaxId: (text: string) => boolean;
  /** The postal address of an organization. */
  isAddress: (text: string) => boolean;
}
