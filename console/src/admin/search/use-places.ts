import type { Kind } from '@doorwright/crds';
import { isEdited, menuKinds } from '../kinds.ts';
import { paths } from '../paths.ts';
import { type Account, isGlobalAdmin, mayAdd, mayList } from '../session/account.ts';
import { useTranslation } from '../words/use-translation.ts';

export interface Place {
  title: string;
  /** The kind whose picture stands beside it. */
  kind: string;
  path: string;
}

/** The pages that the user may open, and the kinds that they may add, with their titles. */
export function usePlaces(account: Account): { pages: Place[]; actions: { title: string; kind: Kind }[] } {
  const { t } = useTranslation('search');
  const listed = menuKinds.filter((kind) => mayList(kind, account));
  const page = (title: string, path: string, kind = ''): Place => ({ title, path, kind });
  return {
    pages: [
      page(t('common:home'), paths.home),
      ...listed.map((kind) => page(t(`${kind.name}:plural`), paths.list(kind), kind.name)),
      ...(isGlobalAdmin(account) ? [page(t('console:declared'), paths.declared)] : []),
      page(t('common:myAccount'), paths.account, 'user'),
    ],
    actions: listed
      .filter((kind) => isEdited(kind) && mayAdd(kind, account))
      .map((kind) => ({ kind, title: t('list:add', { kind: t(`${kind.name}:title`) }) })),
  };
}
