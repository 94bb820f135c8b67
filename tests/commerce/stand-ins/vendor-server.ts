import { type Asked, type Said, startStandIns } from '../../services/stand-ins/stand-in.ts';
import type { Book } from './order-book.ts';
import type { Vendor } from './vendor.ts';

/** The parts of a stand-in that follow from its book and its hosts. */
export async function serveVendor(
  { hosts, book, answer }: { hosts: readonly string[]; book: Book; answer: (asked: Asked) => Said },
  own: Pick<Vendor, 'provider' | 'decline' | 'notification' | 'lie'> & Partial<Pick<Vendor, 'cert' | 'visit'>>,
): Promise<Vendor> {
  const standIns = await startStandIns([{ hosts, answer }]);
  const vendor: Vendor = {
    ...own,
    isAway: false,
    reroute(url) {
      // Nobody listens at port 1.
      return vendor.isAway && standIns.hosts.has(url.host) ? new URL('http://127.0.0.1:1/') : standIns.reroute(url);
    },
    orders: () => book.orders().map(({ id, notifyUrl, returnUrl, money }) => ({ id, notifyUrl, returnUrl, money })),
    pay: async (id) => book.pay(id),
    ledger: () => book.ledger(),
    stop: async () => standIns.stop(),
  };
  return vendor;
}
