import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { EgressError } from '../../core/egress/egress-error.ts';
import type { Answer, EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';
import { pathEncoded } from '../../core/percent-encoded.ts';
import { domainOf } from './object-key.ts';
import type { FileStore } from './store.ts';

type Headers = Record<string, string>;

export interface CloudRequest {
  method: 'PUT' | 'DELETE';
  url: URL;
  /** Of the object, with a slash in front, as it is called and not as it is written in an address. */
  key: string;
  /** Their names in small letters. */
  headers: Headers;
  body: Buffer<ArrayBuffer>;
}

/** What differs between clouds, which all keep objects by PUT and DELETE. */
export interface Cloud {
  /** Of the bucket. */
  address: string;
  /** Lets anybody read an object. */
  readable: Headers;
  /** The headers with the proof of who asks. */
  sign: (request: CloudRequest) => Headers | Promise<Headers>;
}

const timeoutMs = 20_000;

/** An address that may have been written without its scheme. */
export const urlOf = (address: string): string =>
  (/^https?:\/\//.test(address) ? address : `https://${address}`).replace(/\/+$/, '');

/** The address of a bucket's own host. A bucket or region with other characters could make it another host. */
export function hostAddress(host: string, protocol = 'https:'): string {
  const url = URL.parse(`${protocol}//${host}`);
  if (url?.host !== host.toLowerCase()) throw new Refusal('storage-failed', { problem: `${host} is no host` });
  return url.origin;
}

/** All of them name what went wrong in the same member of XML. */
const codeIn = ({ body }: Answer): string => /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1] ?? '';

/** What the cloud refused is told in its own word; what may be better in a moment is an error of the way there. */
function check(answer: Answer): void {
  if (answer.status < 300) return;
  const problem = `${answer.status} ${codeIn(answer)}`.trim();
  if (answer.status >= 500) throw new EgressError(new URL(answer.url).host, problem);
  throw new Refusal('storage-failed', { problem });
}

export function cloudStore({ address, readable, sign }: Cloud, provider: Provider, way: EgressClient): FileStore {
  const at = (key: string) => address + pathEncoded(key);

  async function ask(
    method: CloudRequest['method'],
    key: string,
    headers: Headers = {},
    body = Buffer.alloc(0),
  ): Promise<Answer> {
    const signed = await sign({ method, url: new URL(at(key)), key, headers, body });
    return way.fetch(at(key), { method, headers: signed, ...(method === 'PUT' && { body }) }, { timeoutMs });
  }

  return {
    urlOf: (key) => (domainOf(provider)?.origin ?? address) + pathEncoded(key),
    async put({ key, content, type, isAttachment }) {
      const headers = { 'content-type': type, ...(isAttachment && { 'content-disposition': 'attachment' }) };
      const answer = await ask('PUT', key, { ...headers, ...readable }, content);
      // Buckets of today may have no such lists: who may read is in the bucket's own policy.
      const isWithoutLists = codeIn(answer) === 'AccessControlListNotSupported';
      check(isWithoutLists ? await ask('PUT', key, headers, content) : answer);
    },
    async remove(key) {
      const answer = await ask('DELETE', key);
      if (codeIn(answer) !== 'NoSuchKey') check(answer);
    },
  };
}
