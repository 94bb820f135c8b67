import { platform } from '../http/callers.ts';
import type { Draft, Hooks, Work } from './hooks.ts';
import { invalid } from './input.ts';

/** Does one of these roles hold the other, directly or through more roles? */
async function reaches(from: readonly string[], id: string, { sql, store }: Work): Promise<boolean> {
  const table = store('role').table;
  const { rows } = await sql.raw(
    `WITH RECURSIVE held(id) AS (
       SELECT jsonb_array_elements_text(:from::jsonb)
       UNION
       SELECT jsonb_array_elements_text(roles) FROM "${table}" JOIN held ON owner || '/' || name = held.id
     )
     SELECT 1 FROM held WHERE id = :id LIMIT 1`,
    { from: JSON.stringify(from), id },
  );
  return rows.length > 0;
}

/** A role that held itself would have no end. Writers of roles take turns, or two could close a circle together. */
async function refuseCircle(draft: Draft, before: Draft | undefined, work: Work): Promise<Draft> {
  const roles = draft.roles as string[];
  const ids = [draft, ...(before ? [before] : [])].map((role) => `${role.owner}/${role.name}`);
  if (roles.length === 0) return draft;
  await work.store('organization').find(work.sql, 'admin', platform, 'forNoKeyUpdate');
  const isCircle = roles.some((role) => ids.includes(role)) || (before && (await reaches(roles, String(ids[1]), work)));
  if (isCircle) throw invalid([{ field: 'roles', code: 'role-in-itself' }]);
  return draft;
}

export const roleHooks: Hooks = {
  beforeAdd: (draft, work) => refuseCircle(draft, undefined, work),
  beforeUpdate: refuseCircle,
};
