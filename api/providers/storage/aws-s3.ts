import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { AwsV4Signer } from 'aws4fetch';
import { type Cloud, cloudStore, hostAddress, urlOf } from './cloud-store.ts';
import type { FileService } from './file-service.ts';

const usualRegion = 'us-east-1';

/** Amazon has the bucket in the host. Other services with this protocol have it in the path. */
function addressOf({ endpoint, bucket, regionId }: Provider): string {
  if (!endpoint) return hostAddress(`${bucket}.s3.${regionId || usualRegion}.amazonaws.com`);
  return `${urlOf(endpoint)}/${bucket}`;
}

/** Amazon S3 and services with its protocol. Version 4 of Amazon's signature covers the content too. */
export const awsS3: FileService = (provider, { way }) => {
  const { clientId: accessKeyId, clientSecret: secretAccessKey, regionId } = provider;
  const credentials = { accessKeyId, secretAccessKey, region: regionId || usualRegion, service: 's3' };
  const cloud: Cloud = {
    address: addressOf(provider),
    readable: { 'x-amz-acl': 'public-read' },
    async sign({ method, url, headers, body }) {
      const asked = { method, url: url.href, headers: { ...headers, 'x-amz-content-sha256': body.sha256 } };
      return Object.fromEntries((await new AwsV4Signer({ ...asked, ...credentials }).sign()).headers);
    },
  };
  return cloudStore(cloud, provider, way);
};
