import { createHmac } from 'node:crypto';
import { startStandIn } from './stand-in.ts';

export const azureKeys = { account: 'acmefiles', key: Buffer.from('a key of the storage account').toString('base64') };

interface AzureRequest {
  method: string;
  /** With its percent-encoding. */
  path: string;
  headers: Record<string, string | undefined>;
}

/**
 * The text to sign, as «Authorize with Shared Key» of Azure Storage tells it for version 2015-02-21 and later. Read on 2026-11-23 at
 * https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key and in Azurite's BlobSharedKeyAuthenticator.
 */
export function azureTextToSign({ method, path, headers }: AzureRequest, account: string): string {
  const standard = ['content-encoding', 'content-language', 'content-length', 'content-md5', 'content-type', 'date'];
  const conditions = ['if-modified-since', 'if-match', 'if-none-match', 'if-unmodified-since', 'range'];
  const values = [...standard, ...conditions].map((name) => headers[name] ?? '');
  if (values[2] === '0') values[2] = '';
  const own = Object.keys(headers).filter((name) => name.startsWith('x-ms-'));
  const lines = own.sort().map((name) => `${name}:${headers[name]?.trim()}\n`);
  const [resource, query] = path.split('?');
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => `\n${name.toLowerCase()}:${value}`);
  return `${[method, ...values].join('\n')}\n${lines.join('')}/${account}${resource}${parameters.sort().join('')}`;
}

export const azureSignature = (text: string, key: string) =>
  createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64');

interface Blob_ {
  content: Buffer;
  headers: Record<string, string | undefined>;
}

/**
 * Stands in for a container of Azure Blob Storage with anonymous reads: Put Blob, Delete Blob and Get Blob, with the checks and error codes
 * of «Put Blob», «Delete Blob» and «Blob service error codes».
 */
export async function startAzureContainer(container: string) {
  const blobs = new Map<string, Blob_>();
  const error = (status: number, code: string): [number, string] => [
    status,
    `\uFEFF<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>refused</Message></Error>`,
  ];

  function refusalOf({ method, path, headers }: AzureRequest, length: number): [number, string] | undefined {
    const [, account, signature] = /^SharedKey ([^:]+):(.+)$/.exec(headers.authorization ?? '') ?? [];
    const age = Math.abs(Date.now() - Date.parse(headers['x-ms-date'] ?? headers.date ?? ''));
    const expected = azureSignature(azureTextToSign({ method, path, headers }, azureKeys.account), azureKeys.key);
    if (!headers.authorization) return error(401, 'NoAuthenticationInformation');
    if (account !== azureKeys.account || signature !== expected || !(age < 15 * 60_000))
      return error(403, 'AuthenticationFailed');
    if (!/^20\d\d-\d\d-\d\d$/.test(headers['x-ms-version'] ?? '')) return error(400, 'InvalidHeaderValue');
    if (!path.startsWith(`/${container}/`)) return error(404, 'ContainerNotFound');
    if (method !== 'PUT') return;
    if (headers['content-length'] === undefined) return error(411, 'MissingContentLengthHeader');
    if (Number(headers['content-length']) !== length) return error(400, 'InvalidHeaderValue');
    if (headers['x-ms-blob-type'] === undefined) return error(400, 'MissingRequiredHeader');
    if (headers['x-ms-blob-type'] !== 'BlockBlob') return error(400, 'InvalidHeaderValue');
  }

  const server = await startStandIn(({ method = '', url = '', headers: all }, content) => {
    const headers = all as Record<string, string | undefined>;
    const key = decodeURIComponent(url.slice(`/${container}`.length).split('?')[0] ?? '');
    if (method === 'GET') {
      const found = url.startsWith(`/${container}/`) ? blobs.get(key) : undefined;
      return found ? [200, found.content] : error(404, 'ResourceNotFound');
    }
    const refusal = refusalOf({ method, path: url, headers }, content.length);
    if (refusal) return refusal;
    if (method === 'PUT') blobs.set(key, { content, headers });
    else if (!blobs.delete(key)) return error(404, 'BlobNotFound');
    return [method === 'PUT' ? 201 : 202, ''];
  });
  return { blobs, ...server };
}
