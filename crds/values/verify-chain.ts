import { memberOf, type RecordDigests, type RecordHead, type StoredRecord } from './record-chain.ts';

export const troubles = [
  'record-changed',
  'record-removed',
  'record-inserted',
  'record-backdated',
  'head-changed',
  'head-missing',
  'head-unlinked',
  'head-foreign',
  'records-without-head',
] as const;

export type AnchorTrouble =
  | 'anchor-changed'
  | 'anchor-missing'
  | 'anchor-unlinked'
  | 'anchor-differs'
  | 'anchor-key-unknown'
  | 'head-unanchored';

export interface Trouble {
  organization: string;
  what: (typeof troubles)[number] | AnchorTrouble | 'signature-wrong';
  /** The numbers of the head and the anchor, and the id of the record, if there is one. An anchor belongs to no organization. */
  head?: number;
  anchor?: number;
  record?: number;
}

export interface Chain {
  organization: string;
  /** Ordered by number. */
  heads: readonly RecordHead[];
  /** Records up to this id have heads. */
  sealedTo: number;
  /** The first month that the database still keeps, such as 2024-11. Empty if all are kept. */
  oldestMonth: string;
}

/** The records of the organization with ids above `after`, up to `to`, by id. */
export type ReadRows = (after: number, to: number) => Promise<readonly StoredRecord[]>;

const dayMs = 86_400_000;

/** Heads of one step: its records may be of two months. */
const stepsOf = (heads: readonly RecordHead[]) => [...Map.groupBy(heads, ({ toId }) => toId).entries()];

/** Compares a head with itself and with the one before. */
function* troublesOfHead(head: RecordHead, before: RecordHead | undefined, digests: RecordDigests): Generator<Trouble> {
  const at = { organization: head.organization, head: head.number };
  if (head.number !== (before?.number ?? 0) + 1) yield { ...at, what: 'head-missing' };
  else if (head.previous !== (before?.digest ?? '')) yield { ...at, what: 'head-unlinked' };
  if (digests.ofHead(head) !== head.digest) yield { ...at, what: 'head-changed' };
}

interface Step {
  heads: readonly RecordHead[];
  rows: readonly StoredRecord[];
  /** Older records cannot belong here: the heads before were sealed long after them. */
  notBefore: string;
  oldestMonth: string;
}

/** Compares the records of a step with its heads. */
function* troublesOfRows({ heads, rows, notBefore, oldestMonth }: Step, digestsOf: RecordDigests): Generator<Trouble> {
  const left = new Map(rows.map((row) => [row.id, row]));
  for (const head of heads) {
    const at = { organization: head.organization, head: head.number };
    const digests: string[] = [];
    let isWhole = true;
    for (const member of head.members.split(' ')) {
      const id = Number(member.split(':')[0]);
      const row = left.get(id);
      left.delete(id);
      const digest = row && digestsOf.ofRecord(row, head.fields);
      if (digest) digests.push(digest);
      if (row && memberOf(id, digest ?? '') === member) {
        if (row.createdTime < notBefore) yield { ...at, what: 'record-backdated', record: id };
        continue;
      }
      isWhole = false;
      // Retention takes whole months, and only old ones.
      if (row || head.month >= oldestMonth)
        yield { ...at, what: row ? 'record-changed' : 'record-removed', record: id };
    }
    if (isWhole && digestsOf.ofRows(digests) !== head.rows) yield { ...at, what: 'head-changed' };
  }
  for (const id of left.keys())
    yield {
      organization: heads[0]?.organization ?? '',
      what: 'record-inserted',
      head: heads[0]?.number ?? 0,
      record: id,
    };
}

/** The names that records say an organization had. */
function formerNames(rows: readonly StoredRecord[]): string[] {
  type Changes = readonly { field: string; before: string }[] | undefined;
  return rows
    .filter(({ action, object }) => action === 'update-organization' && String(object).startsWith('organization '))
    .flatMap(({ changes }) => (changes as Changes) ?? [])
    .filter(({ field }) => field === 'name')
    .map(({ before }) => before);
}

/** Everything in the records and heads of an organization that does not follow from what was sealed. */
export async function* verifyChain(
  { organization, heads, sealedTo, oldestMonth }: Chain,
  read: ReadRows,
  digests: RecordDigests,
): AsyncGenerator<Trouble> {
  let before: RecordHead | undefined;
  let after = 0;
  const names = new Set([organization]);
  for (const [toId, step] of stepsOf(heads)) {
    const notBefore = before ? new Date(Date.parse(before.sealedTime) - dayMs).toISOString() : '';
    for (const head of step) {
      yield* troublesOfHead(head, before, digests);
      before = head;
    }
    const rows = await read(after, toId);
    for (const name of formerNames(rows)) names.add(name);
    yield* troublesOfRows({ heads: step, rows, notBefore, oldestMonth }, digests);
    after = Math.max(after, toId);
  }
  const number = before?.number ?? 0;
  const unsealed = await read(after, Number.MAX_SAFE_INTEGER);
  for (const name of formerNames(unsealed)) names.add(name);
  // Whole chains of two organizations could change places. A new name has a record in the chain, as long as that is kept.
  for (const head of heads)
    if (head.month >= oldestMonth && !names.has(head.organization))
      yield { organization, what: 'head-foreign', head: head.number };
  if (after < sealedTo)
    for (const { id } of unsealed.filter((row) => row.id <= sealedTo))
      yield { organization, what: 'records-without-head', head: number, record: id };
}
