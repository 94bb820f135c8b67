import { hash } from 'node:crypto';
import { addressOf } from '@doorwright/crds/providers/secrets.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { EgressClient } from '../../../core/egress/gate.ts';
import { refusedBy, type Till } from '../channel.ts';
import { reach, shaped } from '../reach.ts';

const answered = z.object({ access_token: z.string().min(1), expires_in: z.number() });

/** A token is renewed this long before its end, because a request takes a while. */
const earlyMs = 60_000;
const mostTokens = 1000;

interface Token {
  accessToken: string;
  /** Milliseconds since 1970. */
  expires: number;
}

/** The tokens of each way, in memory only. */
const tokens = new WeakMap<EgressClient, LRUCache<string, Promise<Token>>>();

function tokensOf(way: EgressClient): LRUCache<string, Promise<Token>> {
  const known = tokens.get(way) ?? new LRUCache<string, Promise<Token>>({ max: mostTokens });
  tokens.set(way, known);
  return known;
}

export const gatewayOf = ({ provider }: Pick<Till, 'provider'>): string => addressOf(provider).replace(/\/+$/, '');

/** All that a token depends on, so a changed provider gets a new one. */
function keyOf({ provider }: Till): string {
  const { owner, name, clientId, clientSecret } = provider;
  return hash('sha256', JSON.stringify([owner, name, gatewayOf({ provider }), clientId, clientSecret]));
}

async function fetchToken(till: Till): Promise<Token> {
  const { clientId, clientSecret } = till.provider;
  const { status, body } = await reach(till.way, `${gatewayOf(till)}/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
      Authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: 'grant_type=client_credentials',
  });
  if (status !== 200) throw refusedBy(`PayPal answered ${status} to the client ID and secret`);
  const { access_token, expires_in } = shaped(answered, body.toString(), 'the token');
  return { accessToken: access_token, expires: till.now.getTime() + expires_in * 1000 };
}

/** An access token of the provider, kept until shortly before its end. */
export async function accessTokenOf(till: Till): Promise<string> {
  const known = tokensOf(till.way);
  const key = keyOf(till);
  // Two requests at the same time share the first question.
  const held = known.get(key);
  const kept = held && (await held.catch(() => undefined));
  if (kept && kept.expires - earlyMs > till.now.getTime()) return kept.accessToken;
  const fetched = fetchToken(till);
  known.set(key, fetched);
  fetched.catch(() => known.peek(key) === fetched && known.delete(key));
  return (await fetched).accessToken;
}

/** PayPal refuses the token, for example because somebody revoked it. */
export const forgetToken = (till: Till): unknown => tokensOf(till.way).delete(keyOf(till));
