import type { taxTreatments } from '../options/payment.ts';
import { isInUnion, isVatNumber } from './vat.ts';

/** Amounts in the smallest unit of a currency, and the rule that they follow. */
export interface Taxed {
  net: number;
  tax: number;
  gross: number;
  /** In hundredths of a percent. */
  taxRate: number;
  treatment: (typeof taxTreatments)[number];
}

interface Parties {
  seller: { country: string; taxRate: number; note: string };
  /** The tax ID is empty for a person. */
  buyer: { country: string; taxId: string };
}

const whole = 10_000n;

/** The amount without tax, rounded half up. The products exceed the integers of a number, so it counts in big ones. */
export function netOf(gross: number, rate: number): number {
  const parts = whole + BigInt(rate);
  return Number((2n * BigInt(gross) * whole + parts) / (2n * parts));
}

/** A business in another country of the European Union owes the tax itself, if its VAT number says so. */
const isReversed = ({ seller, buyer }: Parties): boolean =>
  isInUnion(seller.country) &&
  isInUnion(buyer.country) &&
  seller.country !== buyer.country &&
  isVatNumber(buyer.country, buyer.taxId);

const withoutTax = (gross: number, treatment: Taxed['treatment']): Taxed => ({
  ...{ net: gross, tax: 0, gross, taxRate: 0, treatment },
});

/** Net, tax and gross of a price, in the smallest unit of its currency. Prices include the tax. */
export function taxed(gross: number, parties: Parties): Taxed {
  const { note, taxRate } = parties.seller;
  if (note) return withoutTax(gross, 'small-business');
  if (isReversed(parties)) return withoutTax(gross, 'reverse-charge');
  const net = netOf(gross, taxRate);
  return { net, tax: gross - net, gross, taxRate, treatment: 'included' };
}
