import { createHash } from 'node:crypto';
import { type Filter, GreaterThanEqualsFilter } from 'ldapts';
import { textOf, type Values } from './entries/values.ts';
import type { LdapSource } from './source.ts';
import type { Template } from './templates.ts';

/** Clocks of servers differ, and a change may be seen late. */
const overlapMs = 2 * 60_000;

/** What a position is valid for: other settings would have found other people. */
const scopeOf = (source: LdapSource, root: Values) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        textOf(root, 'dsServiceName'),
        ...[source.host, source.directoryType, source.baseDn, source.filter, source.attributes],
        ...[source.groupUse, source.groupBaseDn, source.groupFilter, source.admin],
      ]),
    )
    .digest('hex')
    .slice(0, 16);

/** The position after everything that the directory has now. Numbers of changes count for one server only. */
export function positionOf(source: LdapSource, template: Template, root: Values, now: number): string | undefined {
  const number = template.changed === 'uSNChanged' ? textOf(root, 'highestCommittedUSN') : String(now);
  return /^\d+$/.test(number) ? `${template.changed} ${scopeOf(source, root)} ${number}` : undefined;
}

const generalized = (time: number) => `${new Date(time).toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`;

/** The filter for changes since a position. Undefined if it is of another server or other settings. */
export function filterSince(since: string, source: LdapSource, template: Template, root: Values): Filter | undefined {
  const [attribute, scope, number = ''] = since.split(' ');
  if (attribute !== template.changed || scope !== scopeOf(source, root) || !/^\d{1,19}$/.test(number)) return undefined;
  const value =
    attribute === 'uSNChanged' ? String(BigInt(number) + 1n) : generalized(Math.max(0, Number(number) - overlapMs));
  return new GreaterThanEqualsFilter({ attribute, value });
}
