import { hash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { type RecordHead, recordDigests, type StoredRecord, signedText } from '@doorwright/crds/values/record-chain.ts';
import { type Trouble, verifyChain } from '@doorwright/crds/values/verify-chain.ts';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import type { CommandApi } from './api.ts';
import type { Command } from './command.ts';
import { CommandError } from './command-error.ts';
import { formatted, table } from './output.ts';

type SignedHead = RecordHead & { signature: string };
interface Chains extends JSONWebKeySet {
  organizations: string[];
  sealedTo: number;
  oldestMonth: string;
}
/** The newest head of each organization, as an earlier run kept it. */
type Kept = Record<string, { number: number; digest: string }>;

const digests = recordDigests((text) => hash('sha256', text, 'base64url'));

const pathOf = (path: string, query: Record<string, string | number>) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;

async function headsOf(organization: string, api: CommandApi): Promise<SignedHead[]> {
  const all: SignedHead[] = [];
  for (;;) {
    const path = pathOf('/record-heads', { organization, after: all.at(-1)?.number ?? 0 });
    const { items } = await api.ask<{ items: SignedHead[] }>({ method: 'GET', path });
    if (items.length === 0) return all;
    all.push(...items);
  }
}

const readRows = (organization: string, api: CommandApi) => async (after: number, to: number) => {
  const all: StoredRecord[] = [];
  for (;;) {
    const path = pathOf('/record-rows', { organization, after: all.at(-1)?.id ?? after, to });
    const { items } = await api.ask<{ items: StoredRecord[] }>({ method: 'GET', path });
    if (items.length === 0) return all;
    all.push(...items);
  }
};

/** A head whose key is no longer known counts, if a later head with a known key follows from it. */
async function wrongSignatures(heads: readonly SignedHead[], keys: JSONWebKeySet): Promise<Trouble[]> {
  const known = createLocalJWKSet(keys);
  const wrong: Trouble[] = [];
  for (const [at, head] of heads.entries()) {
    const verified = await compactVerify(head.signature, known, { algorithms: ['EdDSA'] }).catch((error) => error);
    const isRetired = verified.code === 'ERR_JWKS_NO_MATCHING_KEY' && at < heads.length - 1;
    const isRight = 'payload' in verified && Buffer.from(verified.payload).toString() === signedText(head);
    if (!isRight && !isRetired)
      wrong.push({ organization: head.organization, what: 'signature-wrong', head: head.number });
  }
  return wrong;
}

/** Heads that an earlier run kept, and that no chain has any more. An organization may have another name now. */
const differing = (organizations: readonly string[], kept: Kept, seen: ReadonlySet<string>): Trouble[] =>
  organizations.flatMap((organization) => {
    const before = kept[organization];
    return before && !seen.has(before.digest)
      ? [{ organization, what: 'head-differs', head: before.number } as const]
      : [];
  });

async function readKept(file: string): Promise<Kept> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}.`);
  }
}

export const verifyRecords: Command = {
  usage: '[--organization <name>] [--keep <file>]',
  summary: 'Finds records that were changed, removed or inserted',
  options: { organization: { type: 'string' }, keep: { type: 'string' } },
  help: `Every 15 minutes, the api seals new records: it chains their digests and signs them. The command compares all sealed
records with these digests. Records of the last half hour are not sealed yet.
  --organization <name>  only the records of this organization
  --keep <file>          compares with the newest digests of the run before, and keeps those of this run in the file
Keep the file away from the database: it shows if somebody replaced all digests, with the key.
Exit codes: 0 nothing was changed, 2 something was changed, 1 the api cannot be asked.
`,
  outputs: ['table', 'json', 'yaml'],
  async run({ options: { output, organization, keep }, api, screen }) {
    const { organizations, sealedTo, oldestMonth, keys } = await api.ask<Chains>({
      method: 'GET',
      path: '/record-chains',
    });
    const kept = keep ? await readKept(String(keep)) : {};
    const next: Kept = { ...kept };
    const found: Trouble[] = [];
    const seen = new Set<string>();
    const wanted = organization ? [String(organization)] : [...new Set([...organizations, ...Object.keys(kept)])];
    for (const each of wanted) {
      const heads = await headsOf(each, api);
      for (const { digest } of heads) seen.add(digest);
      found.push(...(await wrongSignatures(heads, { keys })));
      const chain = { organization: each, heads, sealedTo, oldestMonth };
      for await (const trouble of verifyChain(chain, readRows(each, api), digests)) found.push(trouble);
      const newest = heads.at(-1);
      if (newest) next[each] = { number: newest.number, digest: newest.digest };
    }
    found.push(...differing(wanted, kept, seen));
    if (keep && found.length === 0) await writeFile(String(keep), `${JSON.stringify(next, null, 2)}\n`);
    const rows = found.map((each) => [each.organization, each.what, String(each.head), String(each.record ?? '')]);
    if (output !== 'table') screen.out(formatted(String(output), { items: found }));
    else if (rows.length === 0)
      screen.note(`All sealed records of ${wanted.length} organizations are as they were written.`);
    else screen.out(table(['ORGANIZATION', 'WHAT', 'HEAD', 'RECORD'], rows));
    return found.length === 0 ? 0 : 2;
  },
};
