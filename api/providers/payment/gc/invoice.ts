import { z } from 'zod';
import { type Invoice, type InvoicePerson, type OrderRef, refusedBy, type Till } from '../channel.ts';
import { send } from './message.ts';

const issued = z.object({
  state: z.union([z.number(), z.string()]).transform(String),
  error: z.string().default(''),
  url: z.string().default(''),
});

const underWay = '0';

/** Asks for the electronic invoice of an order. The same request later gets the address of an invoice that was under way. */
export async function invoice(order: OrderRef, person: InvoicePerson, till: Till): Promise<Invoice> {
  const content = {
    busno: order.id,
    payername: person.personName,
    idnum: person.personIdCard,
    payertype: person.invoiceType === 'Organization' ? '1' : '0',
    invoicetitle: person.invoiceTitle,
    tin: person.invoiceTaxId,
    phone: person.personPhone,
    email: person.personEmail,
  };
  const { state, error, url } = await send('InvoiceEBillByOrder', content, till, issued);
  // GC says in Chinese that it has taken the request, with the word for success.
  if (state === underWay && (error === '' || error.includes('成功'))) return { pending: error };
  if (state === underWay) throw refusedBy(error);
  if (url === '') throw refusedBy('invoice URL is empty');
  return { url };
}
