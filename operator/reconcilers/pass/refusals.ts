import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { ApiRefusal } from '../../api/api-refusal.ts';
import type { ApiId, Difference } from '../../api/declared-objects.ts';
import { apiIdText } from '../../api/declared-objects.ts';
import type { Detail } from '../../runtime/conditions.ts';
import type { Conclusion } from '../../runtime/reconciler.ts';
import { pathsOf } from '../core/drift.ts';

const stalled = (reason: Extract<Detail, { type: 'Stalled' }>['reason'], message: string): Conclusion => ({
  details: [{ type: 'Stalled', status: 'True', reason, message }],
});

/** A refusal that only a person can resolve becomes a conclusion. All others are thrown again. */
export function conclusionOf(
  error: unknown,
  kind: DeclaredKind,
  id: ApiId,
  /** `adoption` is undefined where the namespace adopts nothing. `drift` is what may be shown. */
  { adoption, drift }: { adoption: string | undefined; drift: readonly Difference[] },
): Conclusion {
  if (!(error instanceof ApiRefusal)) throw error;
  const what = `the ${kind.kind} ${apiIdText(id)}`;
  switch (error.code) {
    case 'AdoptionRefused': {
      const [how, offer] =
        drift.length > 0
          ? [`it differs in ${pathsOf(drift)}`, 'Adopt would adopt it and change these fields']
          : ['it is as declared', 'IfIdentical would adopt it'];
      const why = adoption
        ? `${how}; adoptionPolicy ${adoption} leaves it alone, ${offer}`
        : 'this namespace may not adopt it';
      return stalled('AdoptionRefused', `The API has ${what} already, and ${why}`);
    }
    case 'NameConflict':
      // The owner's name would reveal another namespace.
      return stalled(
        'NameConflict',
        `Another resource or organization has ${what}, or had it before a deletion; the first one keeps the name`,
      );
    case 'BuiltIn':
      return stalled('InvalidSpec', `The platform keeps ${what} itself: declare it with managementPolicy: Observe`);
    case 'Forbidden':
      return stalled('PermissionDenied', `The API does not allow the operator to declare ${what}`);
    case 'UnknownReference':
      // The referent was Ready, but the API has lost it. Its own pass creates it again, and no event reports that.
      return {
        details: [{ type: 'ReferencesResolved', status: 'False', reason: 'NotReady', message: error.message }],
        next: 'retry',
      };
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
