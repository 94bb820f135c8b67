import type { Kind, Row } from '@doorwright/crds';
import { EllipsisVIcon } from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { useState } from 'react';
import { calledBy, isEdited } from '../kinds.ts';
import { type Account, mayDelete } from '../session/account.ts';
import { ClosedMenu } from '../ui/DropMenu.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { useKindList } from './kind-list.ts';
import { RowMenu } from './RowMenu.tsx';

/** Whether rows of this kind have any action. */
export function useHasActions(kind: Kind, account: Account | null | undefined): boolean {
  const { leadsTo, copies } = useKindList();
  return isEdited(kind) || Boolean(leadsTo ?? copies) || Boolean(account && mayDelete(kind, account));
}

interface Props {
  kind: Kind;
  row: Row;
  account: Account | null | undefined;
}

/** The actions of a row. Until somebody asks for them, the page needs their button only. */
export function RowActions({ kind, row, account }: Props) {
  const { t } = useTranslation('console');
  const { leadsTo, copies } = useKindList();
  const [isWanted, setWanted] = useState(false);
  const has = isEdited(kind) || leadsTo?.(row).length || copies?.(row).length || (account && mayDelete(kind, account));
  if (!has) return null;
  const label = t('actionsOf', { name: calledBy(kind, row) });
  if (isWanted) return <RowMenu kind={kind} row={row} account={account} label={label} />;
  const toggle = { variant: 'plain', icon: <EllipsisVIcon />, 'aria-label': label } as const;
  return <ClosedMenu toggle={toggle} onOpen={() => setWanted(true)} />;
}
