import type { Product } from '@doorwright/crds/kinds/product.ts';
import { useState } from 'react';
import { type Account, isSignedOut } from '../account.ts';
import { call } from '../call.ts';
import { useOnce } from '../frame/use-once.ts';
import type { Organization } from '../page.ts';
import type { Channel } from './channels.ts';

/** Everything that the page of a product shows. */
export interface Sale {
  /** Missing for a visitor without a session. */
  buyer: Account | undefined;
  /** The buyer's, and for a visitor the one that sells. The preview has none. */
  organization: Organization | undefined;
  product: Product;
  channels: Channel[];
}

async function readBuyer(): Promise<Pick<Sale, 'buyer' | 'organization'>> {
  try {
    const { data: buyer, data2 } = await call<Account>('get-account');
    return { buyer, organization: (data2 ?? undefined) as Sale['organization'] };
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    const { data } = await call<Organization | null>('get-organization', { query: { id: 'admin/built-in' } });
    return { buyer: undefined, organization: data ?? undefined };
  }
}

/** Everybody sees a product. The ways to pay depend on the buyer. */
async function readSale(name: string): Promise<Sale> {
  const query = { id: `admin/${name}` };
  const { buyer, organization } = await readBuyer();
  const [{ data: product }, channels] = await Promise.all([
    call<Product>('get-product', { query }),
    buyer ? call<Channel[]>('get-product-channels', { query }).then(({ data }) => data) : [],
  ]);
  return { buyer, organization, product, channels };
}

/** Reads a product with its ways to pay. `refresh` reads it again, and keeps what is shown if that fails. */
export function useSale(name: string) {
  const [sale, setSale] = useState<Sale>();
  const [problem, setProblem] = useState<Error>();
  async function read(): Promise<void> {
    setProblem(undefined);
    await readSale(name).then(setSale, setProblem);
  }
  const refresh = () => readSale(name).then(setSale, () => {});
  useOnce(() => void read());
  return { sale, problem, read, refresh };
}
