import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import type { Route } from '../../http/route.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { ownCaller } from './own-caller.ts';
import { ownSignIns } from './own-sign-ins.ts';

const answered = z.object({
  time: z.string().describe('Time of the sign-in or the attempt.'),
  isDone: z.boolean().describe('False for an attempt that failed.'),
  how: z.enum(['page', 'passkey', 'session', 'program', 'support']).describe('The way of the sign-in.'),
  clientIp: z.string().describe('IP address.'),
  country: z.string().describe('Country of the address, as an ISO 3166-1 alpha-2 code. Empty if it is not known.'),
  device: z.string().describe('Browser and system, or the name of a program.'),
  application: z
    .object({ name: z.string(), displayName: z.string() })
    .optional()
    .describe('Application that the user signed in to.'),
});

/** What the user themselves sees of their records. */
export function ownSignInsRoute({ db, store }: Pick<RouteDeps, 'db' | 'store'>): Route {
  return {
    method: 'GET',
    path: '/api/get-account-sign-ins',
    summary:
      'Lists recent sign-ins of the signed-in user and failed attempts, the latest first. data2 is the place of the next ones.',
    tag: 'Account',
    permission: 'signedIn',
    query: { after: { about: 'Place from data2 of the answer before.' } },
    answer: { data: { type: 'array', items: emit(answered) }, data2: { type: 'string' } },
    async handle({ context: { caller }, query }) {
      const { signIns, next } = await ownSignIns({ sql: db, store }, ownCaller(caller), query.after ?? '');
      return { data: signIns, data2: next };
    },
  };
}
