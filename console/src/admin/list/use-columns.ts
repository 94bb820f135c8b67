import type { Kind, ListColumn } from '@doorwright/crds';
import { shownColumns } from '@doorwright/crds/derive/list.ts';
import { useMemo, useState } from 'react';
import { keepPersonal, readPersonal } from '../browser/personal.ts';
import { useAccountId } from '../session/account.ts';

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');

/** The columns that the user sees, and the choice of others. The browser keeps the choice for each user and kind. */
export function useColumns(kind: Kind, isWithinOrganization: boolean) {
  const user = useAccountId();
  const name = `columns ${kind.name}`;
  const [chosen, setChosen] = useState(() => {
    const kept = readPersonal(user, name);
    return isNames(kept) ? kept : undefined;
  });
  return useMemo(() => {
    const all = kind.list?.columns ?? [];
    // The page of an organization names it already.
    const usual = shownColumns(kind).filter((field) => !(isWithinOrganization && field === 'owner'));
    return {
      columns: (chosen ?? usual).flatMap((field): ListColumn[] => all.filter((column) => column.field === field)),
      usual,
      choose(fields: readonly string[] | undefined) {
        keepPersonal(user, name, fields);
        setChosen(fields && [...fields]);
      },
    };
  }, [kind, chosen, isWithinOrganization, user, name]);
}
