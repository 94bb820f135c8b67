import { type Losses, quoted } from '../reading/losses.ts';
import type { Survey } from './survey.ts';

interface Referring {
  kind: 'user' | 'role' | 'group';
  /** The organization of the object here. Its references stay inside. */
  owner: string;
  ids: readonly string[];
  survey: Survey;
  losses: Losses;
}

/** Ids here of objects of the same organization. Others, and wildcards, are lost. */
export function referencesOf({ kind, owner, ids, survey, losses }: Referring): string[] {
  const found = ids.map((id) => {
    const here = survey.isLeftOut(kind, id) ? undefined : survey.idOf(id);
    const [organization, name = ''] = here?.split('/') ?? [];
    const isThere = organization === owner && !name.includes('*') && survey.isTaken(kind, owner, name);
    return { id, here: isThere ? here : undefined };
  });
  const lost = found.filter(({ here }) => here === undefined).map(({ id }) => id);
  if (lost.length > 0)
    losses.add(
      `${kind}s ${quoted(lost)}`,
      `A reference names one ${kind} of the same organization. Wildcards and other organizations do not exist here.`,
    );
  return [...new Set(found.flatMap(({ here }) => here ?? []))];
}
