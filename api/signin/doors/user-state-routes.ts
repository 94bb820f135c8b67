import { guessedSecrets } from '@doorwright/crds/kinds/guess-count.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { errorMessage } from '../../core/error-message.ts';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import { checkRightsOver } from '../../core/objects/rules/check-rights.ts';
import { parseId } from '../../core/objects/storage/ids.ts';
import { parsedStrictly } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { lockedNetworksOf } from '../locks/locked-networks.ts';
import { locksOfUser, unlockUser } from '../locks/locks-of-user.ts';
import { administeredUser } from '../place/administered-user.ts';
import type { AccountDeps } from '../place/deps.ts';
import { refusePasswordLink } from '../recovery/password-link.ts';

const tag = 'Account';
const permission = 'organizationAdmin';
const named = z.string().min(1).max(100);

const whom = z.object({
  owner: named.describe('Organization of the user.'),
  name: named.describe('Name of the user.'),
});

const lock = z.object({
  secret: z.enum(guessedSecrets).describe('What the user may not try: a password, a code or a second factor.'),
  retryAfterSeconds: z.int().describe('Seconds until the lock ends.'),
});
const answered = z.object({
  locks: z.array(lock).describe('Locks after too many wrong guesses, the longest first.'),
  networks: z
    .array(
      z.object({
        address: z.string().describe('An address from which the user last signed in, or was refused in the last hour.'),
        retryAfterSeconds: z.int().describe('Seconds until the lock ends.'),
      }),
    )
    .describe('Addresses from which nobody may try now, after too many wrong guesses at anybody.'),
  linkRefused: z
    .object({ code: z.string(), msg: z.string() })
    .nullable()
    .describe('Why the user can be sent no link to choose a password. null if they can.'),
});

/** What administrators see and end of a user's locks. */
export function userStateRoutes(deps: AccountDeps): Route[] {
  const { db, registry } = deps;

  /** The refusal that send-password-link would give now, in the caller's language. */
  async function linkRefused(user: User, language: string) {
    try {
      await refusePasswordLink(deps, user);
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { code: error.code, msg: errorMessage(error, language).message };
    }
  }

  const getState: Route = {
    method: 'GET',
    path: '/api/get-sign-in-state',
    summary: 'Says what keeps a user from signing in now, and whether they can get a link by mail.',
    tag,
    permission,
    query: { id: { about: 'owner/name of the user.', required: true } },
    answer: { data: emit(answered) },
    async handle({ context, query: { id }, http }) {
      const { owner, key: name } = parseId(registry.named('user'), id);
      const user = await administeredUser(deps, context, { owner, name });
      const [locks, networks] = await Promise.all([
        locksOfUser(db, user, context.now),
        lockedNetworksOf(db, user, context.now),
      ]);
      const secondsTo = (until: Date) => Math.ceil((until.getTime() - context.now.getTime()) / 1000);
      return {
        data: {
          locks: locks.map(({ secret, until }) => ({ secret, retryAfterSeconds: secondsTo(until) })),
          networks: networks.map(({ address, until }) => ({ address, retryAfterSeconds: secondsTo(until) })),
          linkRefused: await linkRefused(user, http.res.locals.language),
        },
      };
    },
  };

  const unlock: Route = {
    method: 'POST',
    path: '/api/unlock-user',
    summary: 'Ends all locks of a user after wrong passwords, codes and second factors, and forgets these guesses.',
    tag,
    permission,
    body: emit(whom),
    async handle({ context, body }) {
      const { owner, name } = parsedStrictly(whom, body);
      const user = await administeredUser(deps, context, { owner, name });
      context.about = { organization: owner, object: `user ${owner}/${name}` };
      checkRightsOver(user, context);
      await db.transaction(async (sql) => {
        await unlockUser(sql, user);
        await record({ sql }, context, context.about ?? {});
      });
      return {};
    },
  };

  return [getState, unlock];
}
