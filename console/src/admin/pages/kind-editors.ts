import type { KindEditor } from '../editor/kind-editor.ts';
import { needWords } from '../words/catalogues.ts';

/** The kinds with special parts in their editor, each in a file that loads with the first editor of the kind. */
const kindEditors: Readonly<Record<string, () => Promise<KindEditor>>> = {
  application: async () => (await import('./application/application-editor.tsx')).applicationEditor,
  cert: async () => (await import('./cert/cert-editor.ts')).certEditor,
  group: async () => (await import('./group/group-editor.tsx')).groupEditor,
  ldap: async () => (await import('./ldap/ldap-editor.ts')).ldapEditor,
  organization: async () => (await import('./organization/organization-editor.tsx')).organizationEditor,
  payment: async () => (await import('./payment/payment-editor.ts')).paymentEditor,
  permission: async () => (await import('./permission/permission-editor.tsx')).permissionEditor,
  pricing: async () => (await import('./pricing/pricing-editor.tsx')).pricingEditor,
  product: async () => {
    const [{ productEditor }] = await Promise.all([import('./product/product-editor.tsx'), needWords(['sales'])]);
    return productEditor;
  },
  provider: async () => {
    const words = needWords(['types-provider']);
    const [{ providerEditor }] = await Promise.all([import('./provider/provider-editor.tsx'), words]);
    return providerEditor;
  },
  role: async () => (await import('./role/role-editor.tsx')).roleEditor,
  subscription: async () => (await import('./subscription/subscription-editor.ts')).subscriptionEditor,
  syncer: async () => (await import('./syncer/syncer-editor.tsx')).syncerEditor,
  user: async () => (await import('./user/user-editor.ts')).userEditor,
  webhook: async () => {
    const words = needWords(['webhook-deliveries', 'call-problems']);
    const [{ webhookEditor }] = await Promise.all([import('./webhook/webhook-editor.tsx'), words]);
    return webhookEditor;
  },
};

/** The special parts of a kind's editor. */
export const kindEditorOf = async (name: string): Promise<KindEditor> => (await kindEditors[name]?.()) ?? {};
