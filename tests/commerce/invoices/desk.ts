import { extractText } from 'unpdf';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';

/** Data that the specification's rules take: the number of the card is the example of its standard. */
export const ming = {
  ...{ invoiceCountry: 'CN', personName: '王小明', personIdCard: '11010519491231002X' },
  ...{ personEmail: 'ming@example.com', personPhone: '13800138000' },
  ...{ invoiceType: 'Individual', invoiceTitle: '王小明', invoiceTaxId: '', invoiceAddress: '', invoiceRemark: '' },
};

/** Data of a business in Austria, with the example of a VAT number that its authority publishes. */
export const vienna = {
  ...{ invoiceCountry: 'AT', personName: 'Jürgen Groß', personIdCard: '' },
  ...{ personEmail: 'office@example.at', personPhone: '' },
  ...{ invoiceType: 'Organization', invoiceTitle: 'Groß & Söhne OG', invoiceTaxId: 'ATU13585627' },
  ...{ invoiceAddress: 'Ring 1, 1010 Wien', invoiceRemark: '' },
};

/** The text of a PDF, as people select it. */
export const textOf = async (pdf: Uint8Array): Promise<string> =>
  (await extractText(new Uint8Array(pdf), { mergePages: true })).text;

/** Payments by hand that count, and calls about their invoices. */
export function invoiceDesk(app: TestApp, root: Client) {
  const about = (name: string) => ({ query: { id: `admin/${name}` } });
  return {
    /** A Paid payment. A confirmation makes it count. */
    async paid(name: string, more: Record<string, unknown> = {}) {
      const { confirmation = 'Paid at the counter', ...fields } = more;
      await add(root, 'payment', {
        ...{ name, displayName: name, organization: 'acme', user: 'alice', state: 'Paid' },
        ...{ productName: 'ticket', productDisplayName: 'A ticket', type: 'Alipay', currency: 'EUR', price: 119 },
        ...fields,
      });
      if (confirmation) await this.change(root, name, { confirmation });
    },
    payment: async (name: string) => (await root.get('get-payment', { id: `admin/${name}` })).body.data,
    async change(client: Client, name: string, fields: Record<string, unknown>) {
      const { data } = (await root.get('get-payment', { id: `admin/${name}` })).body;
      return (await client.post('update-payment', { ...data, ...fields }, about(name))).body;
    },
    request: async (client: Client, name: string, recipient: Record<string, unknown>) =>
      (await client.post('request-invoice', recipient, about(name))).body,
    issue: async (client: Client, name: string) => (await client.post('invoice-payment', undefined, about(name))).body,
    documents: async (client: Client, name: string) =>
      (await client.get('get-payment-invoices', { id: `admin/${name}` })).body.data as Record<string, never>[],
    async download(client: Client, url: string) {
      const headers = { cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
      return fetch(url.replace(/^https?:\/\/[^/]+/, app.url), { headers });
    },
  };
}
