import type { User } from '@doorwright/crds/kinds/user.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { shortestPassword } from '@doorwright/crds/values/password-rules.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { organizationNamed } from '../../core/objects/rules/organization-named.ts';
import type { Route } from '../../http/route.ts';
import { limits, spend } from '../locks/limits.ts';
import type { AccountDeps } from '../place/deps.ts';

const rules = z.object({
  minLength: z.number().describe('The least number of characters.'),
  source: z.string().describe('The directory that has the password. Empty if it is here.'),
  takesPasswords: z.boolean().describe('Whether the user can change the password here.'),
  history: z.number().optional().describe('So many former passwords may not come back.'),
  minAgeSeconds: z.number().optional().describe('Seconds between two changes.'),
  minClasses: z
    .number()
    .optional()
    .describe('So many of these must be there: capitals, small letters, digits, other characters.'),
});

/** The rules for the next password of the caller, so that a page tells them before somebody types. */
export function passwordRulesRoute(deps: AccountDeps): Route {
  const { db, store } = deps;
  return {
    method: 'GET',
    path: '/api/get-password-rules',
    summary: "Returns the rules for the next password of the user: the organization's, and those of their directory.",
    tag: 'Account',
    permission: 'signedIn',
    answer: { data: emit(rules) },
    async handle({ context: { caller, now } }) {
      if (caller.type !== 'user') throw new Refusal('unauthorized');
      const { owner, name } = caller;
      const [user, organization] = await Promise.all([
        store('user').find(db, owner, name),
        organizationNamed(owner, { sql: db, store }),
      ]);
      if (!user || !organization) throw new Refusal('not-found', { kind: 'User', id: `${owner}/${name}` });
      const own = { minLength: shortestPassword(organization), source: '', takesPasswords: true };
      // Each call may ask a directory.
      await spend(db, [limits.passwordRulesFor(owner, name)], now);
      const there = await deps.directories.rulesFor(user as unknown as User);
      return { data: { ...own, ...there, minLength: Math.max(own.minLength, there?.minLength ?? 0) } };
    },
  };
}
