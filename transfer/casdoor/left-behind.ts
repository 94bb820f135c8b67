import type { Loss } from '../contract.ts';
import type { Original } from './original.ts';
import { type CountedKind, countedKinds } from './source.ts';
import type { Survey } from './survey.ts';

/** Kinds that people make again here, and how. */
const madeAgain = {
  webhook: 'Declare a Webhook with its address and events. The bodies are signed here, so the receiver can check them.',
  syncer: 'Declare a Syncer with its database and columns.',
  ldap: 'Declare an Ldap with its host and its base.',
} as const;

/** The reason why objects stay behind. */
const reasons: Readonly<Record<CountedKind, string>> = {
  token: 'Tokens of Casdoor are valid at programs that check signatures only, until they expire. Users sign in again.',
  session: 'Users sign in again.',
  record: 'The log begins anew. Keep the database or its export as the archive.',
  resource: 'Copy the files, and their addresses where pages name them.',
  product: 'Declare a Product.',
  payment: 'Orders are documents of the seller. Keep the database or its export as the archive.',
  plan: 'Declare a Plan.',
  pricing: 'Declare a Pricing.',
  subscription: 'Add a Subscription for each subscriber.',
  transaction: 'Keep the database or its export as the archive.',
  invitation: 'Invitations do not exist here.',
  adapter: 'Declare an Adapter with its database.',
  enforcer: 'Declare an Enforcer with its adapter and its model.',
};

const nameOf = (original: Original) => original.text('name') || original.text('serverName') || original.text('id');

/** What stays behind: one loss for each object that people make again, and one for each other kind. */
export async function leftBehind({ all, source }: Survey): Promise<Loss[]> {
  const objects = Object.entries(madeAgain).flatMap(([kind, why]) =>
    all[kind as keyof typeof madeAgain].map((original) => ({
      ...{ from: `${kind} "${nameOf(original)}"`, lost: `the ${kind}`, why },
    })),
  );
  const counted = await Promise.all(countedKinds.map(async (kind) => ({ kind, count: await source.count(kind) })));
  const others = counted
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => ({ from: `${kind}s`, lost: `${count} ${kind}s`, why: reasons[kind] }));
  return [...objects, ...others];
}
