import type { TypeDescription } from '../description.ts';

export const azureBlob = {
  type: 'Azure Blob',
  offered: true,
  about: 'Files in a container of Microsoft Azure.',
  page: 'https://azure.microsoft.com/products/storage/blobs',
  logo: { letters: 'Az', color: '#0067b8' },
  uses: ['clientId', 'clientSecret', 'endpoint', 'bucket', 'domain'],
  terms: { clientId: 'storageAccount', clientSecret: 'accountKey', bucket: 'container' },
  required: ['clientId', 'clientSecret', 'bucket'],
  secrets: { clientSecret: { usual: 'https://blob.core.windows.net', fields: ['endpoint', 'clientId'] } },
} as const satisfies TypeDescription;
