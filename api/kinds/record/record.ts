import { isGlobalAdmin } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { Hooks } from '../../core/objects/rules/kind-hooks.ts';

/** Records of a deleted organization are not those of a new one with its name. Lists leave them out (`store.ts`). */
export const recordHooks: Hooks = {
  async present(shown, record, { caller, sql, store }, read) {
    if (read === 'list' || isGlobalAdmin(caller)) return shown;
    const organization = await store('organization').find(sql, 'admin', record.owner);
    if (!organization || record.createdTime < organization.createdTime)
      throw new Refusal('not-found', { kind: 'Record', id: `${record.owner}/${record.name}` });
    return shown;
  },
};
