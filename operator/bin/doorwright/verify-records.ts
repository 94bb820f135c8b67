import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { anchorText, recordDigests, signedText } from '@doorwright/crds/values/record-chain.ts';
import {
  type AnchoredHead,
  anchoredHeads,
  type GivenAnchor,
  missingHeads,
  troublesOfAnchors,
  troublesOfGiven,
  unanchoredHeads,
  unprovedAnchors,
} from '@doorwright/crds/values/verify-anchors.ts';
import { type Trouble, verifyChain } from '@doorwright/crds/values/verify-chain.ts';
import type { JSONWebKeySet } from 'jose';
import type { CommandApi } from './api.ts';
import { wronglySigned } from './chain-signatures.ts';
import type { Command } from './command.ts';
import { anchorsIn, readGiven } from './given-anchors.ts';
import { formatted, table } from './output.ts';
import { readAnchors, readHeads, readRows, type SignedAnchor, type SignedHead } from './read-chains.ts';

interface Chains extends JSONWebKeySet {
  organizations: string[];
  sealedTo: number;
  oldestMonth: string;
}

/** What is kept of a head: its list of records may be long. */
type Head = Pick<SignedHead, 'organization' | 'number' | 'digest'>;
interface Found {
  heads: readonly Head[];
  others: () => Promise<readonly Head[]>;
}

const withoutMembers = ({ organization, number, digest }: SignedHead): Head => ({ organization, number, digest });

const digests = recordDigests((text) => hash('sha256', text, 'base64url'));

async function troublesOfAllAnchors(anchors: readonly SignedAnchor[], keys: JSONWebKeySet): Promise<Trouble[]> {
  const wrong = await wronglySigned(anchors, anchorText, keys);
  const signed = wrong.map(({ number }): Trouble => ({ organization: '', what: 'signature-wrong', anchor: number }));
  return [...troublesOfAnchors(anchors, digests), ...signed];
}

async function troublesOfChain(heads: readonly SignedHead[], organization: string, chains: Chains, api: CommandApi) {
  const found: Trouble[] = [];
  for (const head of await wronglySigned(heads, signedText, chains))
    found.push({ organization: head.organization, what: 'signature-wrong', head: head.number });
  const { sealedTo, oldestMonth } = chains;
  const chain = { organization, heads, sealedTo, oldestMonth };
  for await (const trouble of verifyChain(chain, readRows(organization, api), digests)) found.push(trouble);
  return found;
}

/** The heads that anchors name for an organization. Another organization may have had this name before. Its chain has the heads now. */
async function anchoredFor(organization: string, anchored: readonly AnchoredHead[], { heads, others }: Found) {
  const names = new Set([organization, ...heads.map((head) => head.organization)]);
  const named = anchored.filter((each) => names.has(each.organization));
  if (missingHeads(named, heads).length === 0) return named;
  const elsewhere = new Set((await others()).map(({ digest }) => digest));
  return named.filter(({ digest }) => !elsewhere.has(digest));
}

/** What the comparison could not see. */
function unseen(given: readonly GivenAnchor[], anchors: readonly SignedAnchor[]): string {
  const unproved = new Set(unprovedAnchors(given, anchors));
  const last = given.findLast((each) => !unproved.has(each));
  const numbers = [...unproved].map(({ anchor }) => anchor).join(', ');
  const notes = numbers
    ? [
        `No key of today verifies anchor ${numbers}, so nothing shows whether the api signed it. If a former key did, the records that it covers were removed or replaced. If a stranger did, it says nothing.`,
      ]
    : [];
  const behind = anchors.filter(({ number }) => number > (last?.anchor ?? 0)).length;
  notes.push(
    last
      ? `Anchor ${last.anchor} was compared. Behind it are ${behind} newer ones: whether others were removed there cannot be seen.`
      : `No anchor ${numbers ? 'of a key of today ' : ''}was given. So this cannot show whether the newest records were removed together with their digests; --anchor can.`,
  );
  return notes.join('\n');
}

export const verifyRecords: Command = {
  usage: '[--organization <name>] [--anchor <file or address>]',
  summary: 'Finds records that were changed, removed or inserted',
  options: { organization: { type: 'string' }, anchor: { type: 'string' }, keep: { type: 'string' } },
  help: `Every 15 minutes, the api seals new records: it chains their digests and signs them. The command compares all sealed
records with these digests. Records of the last half hour are not sealed yet.
  --organization <name>  only the records of this organization
  --anchor <place>       compares with the anchors in a file or at an http(s) address
  --keep <file>          compares with the anchor of the run before, and keeps the newest one in the file
An anchor is the signed digest of all records up to its time. The api sends each to the collector and the syslog server of
the settings, and global administrators read the newest at /api/get-record-anchor. Any text that contains anchors will do,
such as lines of syslog. Keep them where nobody who writes the database can write. Without an anchor, nothing shows
that the newest records were removed together with their digests.
Exit codes: 0 nothing was changed, 2 something was changed, 1 the api cannot be asked or the anchor cannot be read.
`,
  outputs: ['table', 'json', 'yaml'],
  async run({ options, api, screen }) {
    const { output, organization, keep } = options;
    // The api may seal more meanwhile. So each step reads what the steps before it need, and the newest anchors come last.
    const texts = await readGiven(options);
    const known = await readAnchors(0, api);
    const chains = await api.ask<Chains>({ method: 'GET', path: '/record-chains' });
    const given = await anchorsIn(texts, chains);
    const wanted = organization ? [String(organization)] : chains.organizations;
    const found: Trouble[] = [];
    const heads: Head[] = [];
    for (const each of wanted) {
      const chain = await readHeads(each, api);
      heads.push(...chain.map(withoutMembers));
      found.push(...(await troublesOfChain(chain, each, chains, api)));
    }
    const anchors = [...known, ...(await readAnchors(known.at(-1)?.number ?? 0, api))];
    found.push(...(await troublesOfAllAnchors(anchors, chains)), ...troublesOfGiven(given, anchors));
    const others = async () => {
      const names = chains.organizations.filter((name) => !wanted.includes(name));
      return (await Promise.all(names.map((name) => readHeads(name, api)))).flat();
    };
    const all = anchoredHeads(known);
    const named = organization ? await anchoredFor(String(organization), all, { heads, others }) : all;
    found.push(...missingHeads(named, heads), ...unanchoredHeads(heads, anchoredHeads(anchors)));
    const newest = anchors.at(-1);
    if (keep && newest && found.length === 0) await writeFile(String(keep), `${newest.signature}\n`);
    const rows = found.map(({ organization: of, what, head, anchor, record }) => [
      ...[of, what],
      ...[head, anchor, record].map((number) => String(number ?? '')),
    ]);
    if (output !== 'table') screen.out(formatted(String(output), { items: found }));
    else if (rows.length > 0) screen.out(table(['ORGANIZATION', 'WHAT', 'HEAD', 'ANCHOR', 'RECORD'], rows));
    else
      screen.note(
        `All sealed records of ${wanted.length === 1 ? 'one organization' : `${wanted.length} organizations`} are as they were written.`,
      );
    screen.note(unseen(given, anchors));
    return found.length === 0 ? 0 : 2;
  },
};
