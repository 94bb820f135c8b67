import type { Kind, Row } from '@doorwright/crds';
import { switchOf } from '@doorwright/crds/derive/list.ts';
import { call } from '../http/call.ts';
import { mayChange, mayDelete, useAccount } from '../session/account.ts';
import { type KindList, useKindList } from './kind-list.ts';
import { idOf } from './use-selection.ts';

const turnings = ['enable', 'disable'] as const;
const blockings = ['unblock', 'block'] as const;

export type Action = (typeof turnings)[number] | (typeof blockings)[number] | 'delete' | 'end';

export const turnsOn = (action: Action) => action === 'enable' || action === 'unblock';

/** The actions that the user may do to several rows at once. */
export function useActions(kind: Kind): readonly Action[] {
  const account = useAccount();
  const { ends } = useKindList();
  if (!account) return [];
  const turned = switchOf(kind);
  return [
    ...(turned && (mayChange(kind, account) || kind.people) ? (turned.blocks ? blockings : turnings) : []),
    ...(mayDelete(kind, account) ? [ends ? ('end' as const) : ('delete' as const)] : []),
  ];
}

/** One action for one row. The server checks each as if it were done alone. */
export function runOf(kind: Kind, action: Action, { ends }: KindList): (row: Row) => Promise<unknown> {
  if (action === 'delete' || action === 'end')
    return (row) => {
      const body = ends ? ends(row) : { owner: row.owner, [kind.key]: row[kind.key] };
      return call(`delete-${kind.name}`, { body });
    };
  const { field, on } = switchOf(kind) ?? { field: '', on: true };
  return (row) =>
    call(`update-${kind.name}`, {
      query: { id: idOf(kind, row), columns: field },
      body: { [field]: turnsOn(action) ? on : !on },
    });
}
