import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { ApiRefusal } from '../api-refusal.ts';
import type { ApiId, Difference } from '../declared-api.ts';
import { apiIdText } from '../declared-api.ts';
import type { Detail } from '../runtime/conditions.ts';
import type { Conclusion } from '../runtime/reconciler.ts';
import { pathsOf } from './drift.ts';

const stalled = (reason: Extract<Detail, { type: 'Stalled' }>['reason'], message: string): Conclusion => ({
  details: [{ type: 'Stalled', status: 'True', reason, message }],
});

/** Refusals that repeating does not change: the object waits until somebody changes something. Any other is thrown again. */
export function concluded(error: unknown, kind: DeclaredKind, id: ApiId, adoptionPolicy: string): Conclusion {
  if (!(error instanceof ApiRefusal)) throw error;
  const what = `the ${kind.kind} ${apiIdText(id)}`;
  switch (error.code) {
    case 'AdoptionRefused': {
      const drift = (error.problem.drift ?? []) as Difference[];
      const differs = drift.length > 0 ? `it differs in ${pathsOf(drift)}` : 'it is as declared';
      return stalled(
        'AdoptionRefused',
        `The API has ${what} already; adoptionPolicy ${adoptionPolicy} leaves it alone, and ${differs}`,
      );
    }
    case 'NameConflict':
      // Whose it is would tell one tenant of another's namespaces.
      return stalled('NameConflict', `Another resource declares ${what}; whoever came first keeps it`);
    case 'BuiltIn':
      return stalled('InvalidSpec', `The platform keeps ${what} itself; it can only be observed`);
    case 'Forbidden':
      return stalled('PermissionDenied', `The API does not allow the operator to declare ${what}`);
    case 'Invalid':
      return {
        details: [
          { type: 'Stalled', status: 'True', reason: 'InvalidSpec', message: error.message },
          { type: 'Synced', status: 'False', reason: 'RejectedByApi', message: error.message },
        ],
      };
    default:
      throw error;
  }
}
