import { readFile } from 'node:fs/promises';
import type { GivenAnchor } from '@doorwright/crds/values/verify-anchors.ts';
import { decodeJwt, type JSONWebKeySet } from 'jose';
import { verifiedBy } from './chain-signatures.ts';
import { CommandError } from './command-error.ts';

/** A JWS, wherever it stands in a text: the answer of the api, a line of syslog, a log of a collector. */
const jws = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g;
const waitMs = 60_000;

interface Text {
  place: string;
  text: string;
}

async function textAt(place: string): Promise<string> {
  if (!/^https?:\/\//.test(place)) return readFile(place, 'utf8');
  const answer = await fetch(place, { signal: AbortSignal.timeout(waitMs) });
  if (!answer.ok) throw new Error(`the answer is ${answer.status}`);
  return answer.text();
}

/** The texts of a file or an address, and of a file that is to be kept and may not exist yet. */
export async function readGiven({ anchor, keep }: Readonly<Record<string, unknown>>): Promise<Text[]> {
  const texts: Text[] = [];
  for (const place of [anchor, keep].filter((each): each is string => typeof each === 'string')) {
    try {
      texts.push({ place, text: await textAt(place) });
    } catch (error) {
      const isFirstRun = place === keep && (error as NodeJS.ErrnoException).code === 'ENOENT';
      if (!isFirstRun) throw new CommandError(`${place} cannot be read: ${(error as Error).message}.`);
    }
  }
  return texts;
}

function claimsOf(signature: string): Record<string, unknown> {
  try {
    return decodeJwt(signature);
  } catch {
    return {};
  }
}

async function anchorIn(signature: string, keys: JSONWebKeySet): Promise<GivenAnchor[]> {
  const { anchor, digest } = claimsOf(signature);
  if (!Number.isSafeInteger(anchor) || typeof digest !== 'string') return [];
  const verified = await verifiedBy(keys, signature);
  // A stranger may write anything into a log, so a wrong signature makes no anchor.
  return verified === 'wrong' ? [] : [{ anchor: anchor as number, digest, isOurs: verified === 'right' }];
}

/** The anchors in texts, each once and by number. */
export async function anchorsIn(texts: readonly Text[], keys: JSONWebKeySet): Promise<GivenAnchor[]> {
  const given: GivenAnchor[] = [];
  for (const { place, text } of texts) {
    const found = await Promise.all([...new Set(text.match(jws))].map((signature) => anchorIn(signature, keys)));
    if (found.flat().length === 0) throw new CommandError(`${place} contains no anchor of this installation.`);
    given.push(...found.flat());
  }
  return given.sort((one, other) => one.anchor - other.anchor);
}
