import { createHash } from 'node:crypto';
import type { Provider } from '@doorwright/crds/models/provider.ts';
import { AwsV4Signer } from 'aws4fetch';
import { checkAnswer, codeIn, isGone, timeoutMs, urlOf } from './cloud-answer.ts';
import { domainOf } from './object-key.ts';
import { pathEncoded } from './percent-encoded.ts';
import type { OpenStore } from './store.ts';

const usualRegion = 'us-east-1';

/** Amazon names the bucket in the host; whoever else speaks the protocol takes it in the path. */
function addressOf({ endpoint, bucket, regionId }: Provider): string {
  if (!endpoint) return `https://${bucket}.s3.${regionId || usualRegion}.amazonaws.com`;
  return `${urlOf(endpoint)}/${bucket}`;
}

/** Amazon S3 and what speaks its protocol: requests are signed by version 4 of Amazon's signature, content included. */
export const openS3Store: OpenStore = (provider, { egress }) => {
  const address = addressOf(provider);
  const { clientId: accessKeyId, clientSecret: secretAccessKey } = provider;
  const region = provider.regionId || usualRegion;

  async function ask(
    method: 'PUT' | 'DELETE',
    key: string,
    headers: Record<string, string> = {},
    body = Buffer.alloc(0),
  ) {
    const url = address + pathEncoded(key);
    const digest = createHash('sha256').update(body).digest('hex');
    const asked = { method, url, headers: { ...headers, 'X-Amz-Content-Sha256': digest } };
    const signed = await new AwsV4Signer({ ...asked, accessKeyId, secretAccessKey, region, service: 's3' }).sign();
    const sent = { method, headers: Object.fromEntries(signed.headers), ...(method === 'PUT' && { body }) };
    return egress.fetch(url, sent, { timeoutMs });
  }

  return {
    urlOf: (key) => (domainOf(provider)?.origin ?? address) + pathEncoded(key),
    async put({ key, content, type, isAttachment }) {
      const headers = { 'Content-Type': type, ...(isAttachment && { 'Content-Disposition': 'attachment' }) };
      const answer = await ask('PUT', key, { ...headers, 'X-Amz-Acl': 'public-read' }, content);
      // Buckets of today have no such lists: what may be read is in the bucket's own policy.
      const isWithoutLists = answer.status === 400 && codeIn(answer) === 'AccessControlListNotSupported';
      checkAnswer(isWithoutLists ? await ask('PUT', key, headers, content) : answer);
    },
    async remove(key) {
      const answer = await ask('DELETE', key);
      if (!isGone(answer)) checkAnswer(answer);
    },
  };
};
