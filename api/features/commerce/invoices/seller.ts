import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import { platform } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';

/** The seller on an invoice, as it was at the time of the issue. */
export interface Seller {
  name: string;
  address: string;
  country: string;
  taxId: string;
  /** The sentence of a small business that owes no tax. */
  note: string;
}

export interface SellingOrganization {
  seller: Seller;
  prefix: string;
  taxRate: number;
}

/** Products belong to the platform, so the organization `built-in` sells them. */
export async function sellingOrganization({ sql, store }: Pick<Work, 'sql' | 'store'>): Promise<SellingOrganization> {
  const found = (await store('organization').find(sql, 'admin', platform)) as Organization | undefined;
  if (!found) throw new Refusal('not-found', { kind: 'Organization', id: `admin/${platform}` });
  return {
    seller: {
      name: found.invoiceName || found.displayName || found.name,
      address: found.invoiceAddress,
      country: found.invoiceCountry,
      taxId: found.invoiceTaxId,
      note: found.invoiceNote,
    },
    prefix: found.invoicePrefix,
    taxRate: found.invoiceTaxRate,
  };
}
