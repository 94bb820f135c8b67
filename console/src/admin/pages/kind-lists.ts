import type { KindList } from '../list/kind-list.ts';
import { needWords } from '../words/catalogues.ts';

/** The kinds with special parts in their list. Each has a file of its own, which only its list needs. */
const kindLists: Readonly<Record<string, () => Promise<KindList>>> = {
  organization: async () => (await import('./organization/organization-list.ts')).organizationList,
  payment: async () => {
    const [{ paymentList }] = await Promise.all([import('./payment/payment-list.ts'), needWords(['sales'])]);
    return paymentList;
  },
  product: async () => {
    const [{ productList }] = await Promise.all([import('./product/product-list.ts'), needWords(['sales'])]);
    return productList;
  },
  provider: async () => (await import('./provider/provider-list.ts')).providerList,
  record: async () => {
    const [{ recordList }] = await Promise.all([
      import('./record/record-list.ts'),
      needWords(['record-words', 'client-faults']),
    ]);
    return recordList;
  },
  resource: async () => (await import('./resource/resource-list.ts')).resourceList,
  session: async () => (await import('./session/session-list.ts')).sessionList,
  user: async () => (await import('./user/user-list.ts')).userList,
  webhook: async () => {
    const words = needWords(['webhook-deliveries', 'call-problems']);
    const [{ webhookList }] = await Promise.all([import('./webhook/webhook-list.ts'), words]);
    return webhookList;
  },
};

/** The special parts of a kind's list. */
export const kindListOf = async (name: string): Promise<KindList> => (await kindLists[name]?.()) ?? {};
