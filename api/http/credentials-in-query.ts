import { parse } from 'node:querystring';
import type { Request, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../core/config.ts';
import { paths } from './protocol-paths.ts';
import { isStorableText } from './storable.ts';

/** A header of every answer while the setting is on. It also says whether this request needed the setting. */
const warning = 'Doorwright-Warning';

/** Casdoor's Java library sends all fields of the exchange in the address. None of them may stay there. */
const exchangeFields: ReadonlySet<string> = new Set(['grant_type', 'code', 'redirect_uri', 'code_verifier', 'scope']);

const fields = new WeakMap<Request, Record<string, string>>();

/** The fields of a token request that came in the address instead of the body. */
export const fieldsFromQuery = (req: Request): Record<string, string> => fields.get(req) ?? {};

/** A part of a query such as `name=value`: its text, and its decoded name and value. */
interface Part {
  text: string;
  name: string;
  value: string;
}

function partOf(text: string): Part {
  const [[name, value] = ['', '']] = Object.entries(parse(text));
  return { text, name, value: String(value) };
}

const onlyValueOf = (parts: readonly Part[], name: string) => {
  const [found, ...others] = parts.filter((part) => part.name === name);
  return others.length === 0 ? found?.value : undefined;
};

/** The names of the two parameters at this address, as Casdoor's libraries for Python and Java send them. */
function namesAt({ method, path }: Request): [id: string, secret: string] | undefined {
  if (path === paths.token) return method === 'POST' ? ['client_id', 'client_secret'] : undefined;
  return path.startsWith('/api/') && !path.startsWith('/api/login/oauth/') ? ['clientId', 'clientSecret'] : undefined;
}

/** The header with both values. At the token endpoint, both are form-encoded (RFC 6749, 2.3.1). */
function basicOf(path: string, id: string, secret: string): string {
  const pair = path === paths.token ? [id, secret].map(encodeURIComponent) : [id, secret];
  return `Basic ${Buffer.from(pair.join(':')).toString('base64')}`;
}

function rewrite(req: Request, left: readonly Part[]): void {
  const query = left.map(({ text }) => text).join('&');
  req.url = req.path + (query && `?${query}`);
  req.originalUrl = req.url;
}

/**
 * Moves the client secret from the address to the header before any other code sees it. There, the usual checks
 * and counters apply. A secret that cannot be moved stays and is refused later.
 */
function moveCredentials(req: Request): boolean {
  const at = req.url.indexOf('?');
  const names = namesAt(req);
  if (!names || at < 0 || req.headers.authorization !== undefined) return false;
  const parts = req.url
    .slice(at + 1)
    .split('&')
    .map(partOf);
  const [id, secret] = names.map((name) => onlyValueOf(parts, name));
  if (!id || !secret || id.includes(':') || !isStorableText(id + secret)) return false;
  const isExchange = req.path === paths.token;
  const moved = isExchange ? parts.filter(({ name }) => exchangeFields.has(name) && onlyValueOf(parts, name)) : [];
  req.headers.authorization = basicOf(req.path, id, secret);
  fields.set(req, Object.fromEntries(moved.map(({ name, value }) => [name, value])));
  const gone = isExchange ? names : names.slice(1);
  rewrite(
    req,
    parts.filter((part) => !gone.includes(part.name) && !moved.includes(part)),
  );
  return true;
}

type Setting = Pick<Config, 'DOORWRIGHT_CREDENTIALS_IN_QUERY'>;
const isOn = ({ DOORWRIGHT_CREDENTIALS_IN_QUERY }: Setting) => DOORWRIGHT_CREDENTIALS_IN_QUERY === 'on';

/**
 * For people who come from Casdoor with libraries that send the secret in the address. This handler must be the
 * first.
 */
export const credentialsInQuery = (setting: Setting): RequestHandler[] =>
  isOn(setting)
    ? [
        (req, res, next) => {
          res.set(warning, `credentials-in-query; ${moveCredentials(req) ? 'used' : 'accepted'}`);
          next();
        },
      ]
    : [];

export function warnOfCredentialsInQuery(setting: Setting, log: Logger): void {
  if (isOn(setting))
    log.warn(
      { setting: 'DOORWRIGHT_CREDENTIALS_IN_QUERY' },
      'Secrets of applications are accepted in addresses, which proxies and programs write into their logs. Move these programs to a header, then set it to off.',
    );
}
