import { Refusal } from '../../core/errors.ts';
import { invalid } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks } from '../../core/objects/rules/kind-hooks.ts';
import { keepNames, restoreNames } from '../application/held-names.ts';
import { endDeclaredTokens } from '../scim-token/declared-tokens.ts';
import { applyLifetimes } from '../session/lifetimes.ts';
import { checkPassword } from '../user/new-password.ts';
import { hashPassword, verifyPassword } from '../user/passwords/passwords.ts';
import { forgetBeyond } from '../user/passwords/used-passwords.ts';
import { keepFiles, restoreFiles } from './deleted-files.ts';
import { endImpersonations } from './end-impersonations.ts';

/**
 * First parts of ids with another meaning: objects of the platform, and callers that are applications, operators, provisioners
 * or strangers.
 */
const reserved = new Set(['admin', 'app', 'anonymous', 'operator', 'scim']);

function checkName({ name }: Draft): void {
  if (reserved.has(String(name))) throw invalid([{ field: 'name', code: 'reserved' }]);
}

const shortestMaster = 12;

/** Always uses argon2id, because this password opens all accounts. */
async function withHashedMaster(draft: Draft, before?: Draft): Promise<Draft> {
  const master = String(draft.masterPassword);
  if (!master || master === before?.masterPassword) return draft;
  // One guess tries this password on all accounts at once, and it stays valid for years.
  if (master.length < shortestMaster) throw new Refusal('password-too-short', { limit: shortestMaster });
  checkPassword(master, { refuseWeakPasswords: true, passwordLength: 0 });
  const { password } = await hashPassword({ type: 'argon2id', password: master });
  return { ...draft, masterPassword: password };
}

export const organizationHooks: Hooks = {
  // Nothing else would end them.
  undeclared: ({ name }, work) => endDeclaredTokens(String(name), work),
  holds: async (field, stored, sent) =>
    field === 'masterPassword' && verifyPassword({ type: 'argon2id', stored: String(stored), password: String(sent) }),
  beforeAdd(draft) {
    checkName(draft);
    return withHashedMaster(draft);
  },
  async beforeUpdate(draft, before, work) {
    if (draft.name !== before.name) checkName(draft);
    if (draft.masterPassword !== before.masterPassword) await endImpersonations(String(before.name), work);
    const history = Number(draft.passwordHistory);
    if (history < Number(before.passwordHistory)) await forgetBeyond(work, String(before.name), history);
    await applyLifetimes(before, draft, work);
    return withHashedMaster(draft, before);
  },
  async keep({ name }, deletion, { sql }) {
    await keepFiles(sql, String(name), deletion);
    await keepNames(sql, String(name), deletion.name);
  },
  async restore({ name }, deletion, { sql }) {
    await restoreFiles(sql, String(name), deletion);
    await restoreNames(sql, String(name), deletion);
  },
};
