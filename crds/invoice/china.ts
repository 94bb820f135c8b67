import { isIdCard, isPhone } from '../values/written-forms.ts';
import type { CountryRules } from './recipient.ts';

const name = /^[\u4e00-\u9fa5]{2,6}$/;
const title = /^[()（）\u4e00-\u9fa5]{1,50}$/;

/** The forms of tax numbers in China, before and after they became one with the credit code. */
const taxIds = [
  /^[\da-z]{10,15}$/i,
  /^\d{6}[\da-z]{10,12}$/i,
  /^[a-z]\d{6}[\da-z]{9,11}$/i,
  /^[a-z]{2}\d{6}[\da-z]{8,10}$/i,
  /^\d{14}[\dx][\da-z]{4,5}$/i,
  /^\d{17}[\dx][\da-z]{1,2}$/i,
  /^[a-z]\d{14}[\dx][\da-z]{3,4}$/i,
  /^[a-z]\d{17}[\dx][\da-z]{0,1}$/i,
  /^\d{6}[\da-z]{13,14}$/i,
];

/** The day of birth in a card's number exists: no thirtieth of February. */
function hasRealDate(card: string): boolean {
  const [, year = '', month = '', day = ''] = /^.{6}(\d{4})(\d{2})(\d{2})/.exec(card) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** The last character follows from the others by GB 11643-1999 (ISO 7064 MOD 11-2). */
const hasCheckDigit = (card: string): boolean =>
  '10X98765432'[weights.reduce((sum, weight, at) => sum + weight * Number(card[at]), 0) % 11] === card[17];

/** The rules of the specification, with the date and the check digit of the card. */
export const china: CountryRules = {
  isName: (text) => name.test(text),
  isIdCard: (text) => isIdCard(text) && hasRealDate(text) && hasCheckDigit(text),
  isPhone: (text) => isPhone(text, '86'),
  isTitle: (text) => title.test(text),
  isTaxId: (text) => taxIds.some((form) => form.test(text)),
  isAddress: () => true,
};
