import type { Row } from '@doorwright/crds';
import type { KindEditor } from '../../editor/kind-editor.ts';
import { RegionControl } from '../user/RegionControl.tsx';
import { invoicePart } from './invoice/invoice-part.ts';
import { refuseInvoice } from './invoice/refuse-invoice.ts';
import { AbovePayment, paymentParts } from './tabs/payment-parts.tsx';

/** Nobody changes a sale in the form; a person who adds one by hand says what it is. */
const isStored = ({ createdTime }: Row) => createdTime !== '';
const isPersonal = ({ invoiceType }: Row) => invoiceType === 'Individual';

/** The purchase is read-only, the invoice editable. The model makes the payment read-only once the invoice is issued. */
const purchase = [
  ...['organization', 'user', 'name', 'displayName', 'provider', 'type', 'productDisplayName', 'price', 'currency'],
  'state',
];
const outcome = ['message', 'invoiceUrl'];
const titled = ['invoiceTitle', 'invoiceTaxId'];

/** Without a country, the rules are those of China, which want no address. */
const isAbroad = ({ invoiceCountry }: Row) => invoiceCountry !== '' && invoiceCountry !== 'CN';

const each = (names: readonly string[], rule: (object: Row) => boolean) =>
  Object.fromEntries(names.map((name) => [name, rule]));

/** An invoice for a person has their name and no tax number. */
const personal = (object: Row) => (isPersonal(object) ? { invoiceTitle: object.personName, invoiceTaxId: '' } : {});

export const paymentEditor: KindEditor = {
  lockedWhen: {
    ...each([...purchase, ...outcome], isStored),
    ...each(titled, isPersonal),
  },
  shownOnceStored: outcome,
  controls: { invoiceCountry: RegionControl },
  shownWhen: { invoiceAddress: isAbroad },
  following: { invoiceType: personal, personName: personal },
  Above: AbovePayment,
  parts: { ...paymentParts, ...invoicePart },
  refuse: refuseInvoice,
};
