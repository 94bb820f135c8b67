import { Refusal } from '../../core/errors.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { SignInTarget } from '../contracts/target.ts';
import type { AccountDeps } from '../place/deps.ts';

/** The session of the browser itself, for the console and the account page. */
export const createConsoleTarget = (deps: Pick<AccountDeps, 'db' | 'store'>): SignInTarget => ({
  name: 'console',
  query: {},
  continuesSession: false,
  async open(_query, { type, application: name }) {
    if (type !== 'login') return;
    const application = await cachedObjectsOf(deps).applicationNamed(name);
    if (!application) throw new Refusal('not-found', { kind: 'Application', id: name });
    return {
      application,
      check: async () => undefined,
      question: async () => undefined,
      scopes: async () => [],
      give: async ({ user }) => ({ answer: { data: `${user.owner}/${user.name}` }, keepsSession: true }),
    };
  },
});
