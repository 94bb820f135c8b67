import type { Kind } from '@doorwright/crds';
import type { ImportedObject } from '@doorwright/crds/options/imported.ts';
import type { FieldProblem } from '../../../core/errors.ts';
import { type RequestContext, recordWrite } from '../../../core/objects/history/records.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { addFormerKeys, judgeFormerKeys } from './former-keys.ts';
import { importSamlPair } from './saml-pair.ts';

interface Imported {
  kind: Kind;
  object: ImportedObject;
  stored: Draft;
  isNew: boolean;
}

interface Extra {
  problems: FieldProblem[];
  differs: string[];
}

/** What an object of configuration brings beside its fields: keys that are rows of their own. */
export async function importExtra(
  { kind, object, stored, isNew }: Imported,
  context: RequestContext,
  work: Work,
): Promise<Extra> {
  const name = String(stored.name);
  if (kind.name === 'cert' && object.formerKeys) {
    const { problems, missing } = await judgeFormerKeys(name, object.formerKeys, work);
    if (isNew) await addFormerKeys(name, missing, work);
    return { problems, differs: !isNew && missing.length > 0 ? ['formerKeys'] : [] };
  }
  if (kind.name === 'organization' && object.samlKey) {
    const { isAdded, differs, problems } = await importSamlPair(name, object.samlKey, work);
    // A new organization has a record already.
    if (isAdded && !isNew) await recordWrite(work, context, { kind, object: stored, write: 'update' });
    return { problems, differs: differs ? ['samlKey'] : [] };
  }
  return { problems: [], differs: [] };
}
