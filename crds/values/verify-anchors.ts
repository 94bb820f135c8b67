import type { RecordAnchor, RecordDigests, RecordHead } from './record-chain.ts';
import type { Trouble } from './verify-chain.ts';

/** An anchor as somebody kept it elsewhere. */
export interface GivenAnchor {
  anchor: number;
  digest: string;
  /** A current key signed it. Otherwise the key is a former one, or a stranger's. */
  isOurs: boolean;
}

const at = (anchor: number) => ({ organization: '', anchor });

/** Everything in the stored anchors that does not follow from the ones before. */
export function* troublesOfAnchors(
  anchors: readonly RecordAnchor[],
  { ofAnchor }: Pick<RecordDigests, 'ofAnchor'>,
): Generator<Trouble> {
  let before: RecordAnchor | undefined;
  for (const anchor of anchors) {
    if (anchor.number !== (before?.number ?? 0) + 1) yield { ...at(anchor.number), what: 'anchor-missing' };
    else if (anchor.previous !== (before?.digest ?? '')) yield { ...at(anchor.number), what: 'anchor-unlinked' };
    if (ofAnchor(anchor) !== anchor.digest) yield { ...at(anchor.number), what: 'anchor-changed' };
    before = anchor;
  }
}

type Stored = Pick<RecordAnchor, 'number' | 'digest'>;

/** Anchors that are in no chain and that no key of today signed: a former key did, or a stranger. */
export const unprovedAnchors = (given: readonly GivenAnchor[], anchors: readonly Stored[]): GivenAnchor[] =>
  given.filter(
    ({ anchor, digest, isOurs }) =>
      !isOurs && !anchors.some((stored) => stored.number === anchor && stored.digest === digest),
  );

/** What anchors that were kept elsewhere contradict. A number that is missing shows a cut end. */
export function* troublesOfGiven(given: readonly GivenAnchor[], anchors: readonly RecordAnchor[]): Generator<Trouble> {
  const stored = new Map(anchors.map(({ number, digest }) => [number, digest]));
  for (const { anchor, digest, isOurs } of given) {
    if (stored.get(anchor) === digest) continue;
    const what = stored.has(anchor) ? 'anchor-differs' : 'anchor-missing';
    yield { ...at(anchor), what: isOurs ? what : 'anchor-key-unknown' };
  }
}

export interface AnchoredHead {
  organization: string;
  number: number;
  digest: string;
  anchor: number;
}

/** The heads that an anchor names. A text that is no list was changed, which its digest shows. */
function headsOf({ number: anchor, heads }: RecordAnchor): AnchoredHead[] {
  try {
    const named: [string, number, string][] = JSON.parse(heads);
    return named.map(([organization, number, digest]) => ({ organization, number, digest, anchor }));
  } catch {
    return [];
  }
}

/** The heads that anchors name. */
export const anchoredHeads = (anchors: readonly RecordAnchor[]): AnchoredHead[] => anchors.flatMap(headsOf);

type NamedHead = Pick<RecordHead, 'organization' | 'number' | 'digest'>;

const missingFrom = <T extends NamedHead>(wanted: readonly T[], there: readonly NamedHead[]): T[] => {
  const digests = new Set(there.map(({ digest }) => digest));
  return wanted.filter(({ digest }) => !digests.has(digest));
};

/** Heads that anchors name and no chain has: somebody cut the end of a chain. */
export const missingHeads = (anchored: readonly AnchoredHead[], heads: readonly NamedHead[]): Trouble[] =>
  missingFrom(anchored, heads).map(({ organization, number, anchor }) => ({
    ...{ organization, what: 'head-missing', head: number, anchor },
  }));

/** Heads of chains that no anchor names: somebody cut the end of the anchors. */
export const unanchoredHeads = (heads: readonly NamedHead[], anchored: readonly AnchoredHead[]): Trouble[] =>
  missingFrom(heads, anchored).map(({ organization, number }) => ({
    ...{ organization, what: 'head-unanchored', head: number },
  }));
