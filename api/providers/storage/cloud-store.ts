import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { BodyInit } from 'undici';
import { EgressError } from '../../core/egress/egress-error.ts';
import type { Answer, EgressClient } from '../../core/egress/gate.ts';
import { Refusal } from '../../core/errors.ts';
import { pathEncoded } from '../../core/percent-encoded.ts';
import type { Content, FileStore } from './file-service.ts';
import { domainOf } from './object-key.ts';

type Headers = Record<string, string>;

export interface CloudRequest {
  method: 'PUT' | 'DELETE';
  url: URL;
  /** The key of the object, without percent-encoding. */
  key: string;
  /** With names in lower case. */
  headers: Headers;
  body: Pick<Content, 'size' | 'sha256'>;
}

/** The differences between clouds, which all keep objects by PUT and DELETE. */
export interface Cloud {
  /** The address of the bucket. */
  address: string;
  /** The path of the bucket below the provider's domain, if a domain does not stand for the bucket itself. */
  domainPath?: string;
  /** The headers that let anybody read an object. */
  readable: Headers;
  /** The code of the refusal to delete a missing object. */
  missing?: string;
  /** The headers of a request, with its signature. */
  sign: (request: CloudRequest) => Headers | Promise<Headers>;
}

const timeoutMs = 20_000;

/** What a request without a body has. */
const nothing = { size: 0, sha256: createHash('sha256').digest('hex') };

/** The address with its scheme, which people may leave out. */
export const urlOf = (address: string): string =>
  (/^https?:\/\//.test(address) ? address : `https://${address}`).replace(/\/+$/, '');

/** The address of a bucket's own host. A bucket or region with special characters could otherwise name another host. */
export function hostAddress(host: string, protocol = 'https:'): string {
  const url = URL.parse(`${protocol}//${host}`);
  if (url?.host !== host.toLowerCase()) throw new Refusal('storage-failed', { problem: `${host} is no host` });
  return url.origin;
}

/** All clouds name the cause in the same member of their XML. */
const codeIn = ({ body }: Answer): string => /<Code>(\w+)<\/Code>/.exec(body.toString())?.[1] ?? '';

/** A refusal of the cloud has its own code. A failure that may end soon is an error of the network, so it is retried. */
function check(answer: Answer): void {
  if (answer.status < 300) return;
  const problem = `${answer.status} ${codeIn(answer)}`.trim();
  if (answer.status >= 500) throw new EgressError(new URL(answer.url).host, problem);
  throw new Refusal('storage-failed', { problem });
}

export function cloudStore(
  { address, domainPath = '', readable, missing = 'NoSuchKey', sign }: Cloud,
  provider: Provider,
  way: EgressClient,
): FileStore {
  const { origin } = domainOf(provider) ?? {};
  const publicAddress = origin ? origin + domainPath : address;
  const at = (key: string) => address + pathEncoded(key);

  async function ask(
    method: CloudRequest['method'],
    key: string,
    headers: Headers = {},
    content?: Content,
  ): Promise<Answer> {
    const signed = await sign({ method, url: new URL(at(key)), key, headers, body: content ?? nothing });
    // The request reads the file while it sends.
    const body = content && ((await openAsBlob(content.path)) as BodyInit);
    return way.fetch(at(key), { method, headers: signed, ...(body && { body }) }, { timeoutMs });
  }

  return {
    urlOf: (key) => publicAddress + pathEncoded(key),
    async storeFile({ key, content, type, isAttachment }) {
      const headers = { 'content-type': type, ...(isAttachment && { 'content-disposition': 'attachment' }) };
      const answer = await ask('PUT', key, { ...headers, ...readable }, content);
      // A bucket may have no access control lists. Then its own policy decides who may read.
      const isWithoutLists = codeIn(answer) === 'AccessControlListNotSupported';
      check(isWithoutLists ? await ask('PUT', key, headers, content) : answer);
    },
    async removeFile(key) {
      const answer = await ask('DELETE', key);
      if (codeIn(answer) !== missing) check(answer);
    },
  };
}
