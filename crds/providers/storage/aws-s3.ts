import type { TypeDescription } from '../description.ts';

export const awsS3 = {
  type: 'AWS S3',
  offered: true,
  about: 'Files in a bucket of Amazon S3, or of another store with its protocol.',
  page: 'https://aws.amazon.com/s3',
  logo: { letters: 'S3', color: '#a8440a' },
  uses: ['clientId', 'clientSecret', 'endpoint', 'bucket', 'domain', 'regionId'],
  terms: { clientId: 'accessKey', clientSecret: 'secretAccessKey' },
  required: ['clientId', 'clientSecret', 'bucket'],
  secrets: { clientSecret: { usual: 'https://s3.amazonaws.com', fields: ['endpoint', 'bucket', 'regionId'] } },
} as const satisfies TypeDescription;
