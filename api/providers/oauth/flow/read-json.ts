import type { RequestInit } from 'undici';
import type { EgressClient } from '../../../core/egress/gate.ts';
import { textOf } from '../profile.ts';
import { refusedBy } from '../sign-in-service.ts';
import { exactJson } from './exact-json.ts';

// biome-ignore lint/suspicious/noExplicitAny: services answer what they like, and each behaviour reads its part with `textOf`
export type Json = Record<string, any>;

/** Asks a service, and reads its JSON. */
export type Ask = (address: string, init?: RequestInit) => Promise<Json>;

/** GitHub refuses requests without it. */
const userAgent = 'Doorwright';

/** The words in which services refuse: RFC 6749, GitHub, Facebook, and many others. */
const problemIn = ({ error, error_description, message, msg, errmsg }: Json): string =>
  [error?.message, error, error_description, message, msg, errmsg].map(textOf).find(Boolean) ?? '';

/** A status other than 2xx is a refusal, and so is a text that is no JSON object. */
export const askThrough =
  (way: EgressClient): Ask =>
  async (address, init = {}) => {
    const { status, body } = await way.fetch(address, {
      ...init,
      headers: { Accept: 'application/json', 'User-Agent': userAgent, ...(init.headers as Record<string, string>) },
    });
    let read: unknown;
    try {
      read = exactJson(body.toString());
    } catch (cause) {
      throw refusedBy(`${new URL(address).host} answered ${status} without JSON`, cause);
    }
    const isObject = typeof read === 'object' && read !== null;
    if (status < 200 || status > 299)
      throw refusedBy(`${new URL(address).host} answered ${status} ${isObject ? problemIn(read as Json) : ''}`.trim());
    if (!isObject) throw refusedBy(`${new URL(address).host} answered no object`);
    return read as Json;
  };

export const bearer = (accessToken: string) => ({ headers: { Authorization: `Bearer ${accessToken}` } });
