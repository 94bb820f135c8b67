import { type AccountItem, accountItemNames, modifyRules, viewRules } from '@doorwright/crds/options/account-items.ts';
import { type Losses, quoted } from '../reading/losses.ts';
import type { Original } from './original.ts';

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T => values.includes(value as never);

/** An item that only administrators see cannot be changed by others. Casdoor let people write it. */
const stricter = (view: AccountItem['viewRule'], modify: AccountItem['modifyRule']): AccountItem['modifyRule'] =>
  view === 'Admin' && modify === 'Self' ? 'Admin' : modify;

function itemOf(value: unknown): AccountItem | undefined {
  const { name, visible, viewRule, modifyRule } = value as Partial<AccountItem>;
  if (!isOneOf(accountItemNames, name) || !isOneOf(viewRules, viewRule) || !isOneOf(modifyRules, modifyRule)) return;
  return { name, visible: visible !== false, viewRule, modifyRule: stricter(viewRule, modifyRule) };
}

/** The items of the account page. Newer versions of Casdoor have more of them. */
export function accountItemsOf(original: Original, losses: Losses): AccountItem[] {
  const items = original.list('accountItems').filter((each) => typeof each === 'object' && each !== null);
  const unknown = items.filter((each) => !itemOf(each)).map((each) => String((each as { name?: unknown }).name ?? ''));
  if (unknown.length > 0)
    losses.add(`account items ${quoted(unknown)}`, 'The account page here has no such items, or no such rules.');
  const known = items.flatMap((each) => itemOf(each) ?? []);
  return [...new Map(known.map((each) => [each.name, each])).values()];
}
