import { Refusal } from '../../core/errors.ts';
import { invalid } from '../../core/objects/input.ts';
import type { Draft, Hooks } from '../../core/objects/kind-hooks.ts';
import { checkPassword } from '../user/new-password.ts';
import { hashPassword, verifyPassword } from '../user/passwords/passwords.ts';
import { keepFiles, restoreFiles } from './deleted-files.ts';

/** First halves of ids that mean something else: what the platform owns; applications, operators and strangers as callers. */
const reserved = new Set(['admin', 'app', 'anonymous', 'operator']);

function checkName({ name }: Draft): void {
  if (reserved.has(String(name))) throw invalid([{ field: 'name', code: 'reserved' }]);
}

const shortestMaster = 12;

/** Whatever type the users' passwords have: the one that opens all accounts is kept best. */
async function withHashedMaster(draft: Draft, before?: Draft): Promise<Draft> {
  const master = String(draft.masterPassword);
  if (!master || master === before?.masterPassword) return draft;
  // It is guessed at for all accounts at once, and stays for years.
  if (master.length < shortestMaster) throw new Refusal('password-too-short', { limit: shortestMaster });
  checkPassword(master, { refuseWeakPasswords: true });
  const { password } = await hashPassword({ type: 'argon2id', password: master });
  return { ...draft, masterPassword: password };
}

export const organizationHooks: Hooks = {
  holds: async (field, stored, sent) =>
    field === 'masterPassword' && verifyPassword({ type: 'argon2id', stored: String(stored), password: String(sent) }),
  beforeAdd(draft) {
    checkName(draft);
    return withHashedMaster(draft);
  },
  beforeUpdate(draft, before) {
    if (draft.name !== before.name) checkName(draft);
    return withHashedMaster(draft, before);
  },
  keep: ({ name }, deletion, { sql }) => keepFiles(sql, String(name), deletion),
  restore: ({ name }, deletion, { sql }) => restoreFiles(sql, String(name), deletion),
};
