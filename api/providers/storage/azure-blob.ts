import { createHmac } from 'node:crypto';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { type CloudRequest, cloudStore, hostAddress, urlOf } from './cloud-store.ts';
import type { FileService } from './file-service.ts';

const version = '2021-12-02';

/** The account's own host, or an address with the account in its path, as Azurite has. The container comes next. */
const addressOf = ({ endpoint, clientId, bucket }: Provider) =>
  `${endpoint ? urlOf(endpoint) : hostAddress(`${clientId}.blob.core.windows.net`)}/${bucket}`;

/** «Authorize with Shared Key»: a signature over the length, the type, all headers of Azure and the path. */
function sign({ method, url, headers, body }: CloudRequest, { clientId, clientSecret }: Provider) {
  const { 'content-type': type = '', 'content-disposition': disposition } = headers;
  const own = {
    'x-ms-date': new Date().toUTCString(),
    'x-ms-version': version,
    ...(method === 'PUT' && { 'x-ms-blob-type': 'BlockBlob' }),
    ...(disposition && { 'x-ms-blob-content-disposition': disposition }),
  };
  const listed = Object.entries(own)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${value}`);
  // The empty lines stand for headers that these requests do not have.
  const length = body.size || '';
  const text = [method, '', '', length, '', type, ...Array(6).fill(''), ...listed, `/${clientId}${url.pathname}`];
  const signature = createHmac('sha256', Buffer.from(clientSecret, 'base64')).update(text.join('\n')).digest('base64');
  return { ...own, ...(type && { 'content-type': type }), authorization: `SharedKey ${clientId}:${signature}` };
}

/** Azure Blob Storage. The container itself decides who may read, so no header of a file does. */
export const azureBlob: FileService = (provider, { way }) =>
  cloudStore(
    {
      address: addressOf(provider),
      domainPath: `/${provider.bucket}`,
      readable: {},
      missing: 'BlobNotFound',
      sign: (asked) => sign(asked, provider),
    },
    provider,
    way,
  );
