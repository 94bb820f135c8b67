import type { Product } from '@doorwright/crds/kinds/product.ts';
import { useState } from 'react';
import { type Account, isSignedOut } from '../account.ts';
import { call } from '../call.ts';
import { useOnce } from '../frame/use-once.ts';
import type { Organization } from '../page.ts';
import type { Channel } from './channels.ts';

/** Everything that the page of a product shows. */
export interface Sale {
  buyer: Account;
  /** The preview has none. */
  organization: Organization | undefined;
  product: Product;
  channels: Channel[];
}

async function readSale(name: string): Promise<Sale> {
  const query = { id: `admin/${name}` };
  // It comes first: a visitor without a session sees no other refusal.
  const { data: buyer, data2: organization } = await call<Account>('get-account');
  const [{ data: channels }, { data: product }] = await Promise.all([
    call<Channel[]>('get-product-channels', { query }),
    call<Product>('get-product', { query }),
  ]);
  return { buyer, organization: (organization ?? undefined) as Sale['organization'], product, channels };
}

/** Reads a product with its ways to pay. `refresh` reads it again, and keeps what is shown if that fails. */
export function useSale(name: string) {
  const [sale, setSale] = useState<Sale>();
  const [problem, setProblem] = useState<Error>();
  async function read(): Promise<void> {
    setProblem(undefined);
    await readSale(name).then(setSale, setProblem);
  }
  const refresh = () => readSale(name).then(setSale, (error) => isSignedOut(error) && setProblem(error));
  useOnce(() => void read());
  return { sale, problem, read, refresh };
}
