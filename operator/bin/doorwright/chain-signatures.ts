import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';

type Verified = 'right' | 'wrong' | 'unknown-key';

/** Whether this signature is of a key of the installation, and of this text if one is given. */
export async function verifiedBy(keys: JSONWebKeySet, signature: string, text?: string): Promise<Verified> {
  try {
    const { payload } = await compactVerify(signature, createLocalJWKSet(keys), { algorithms: ['EdDSA'] });
    return text === undefined || Buffer.from(payload).toString() === text ? 'right' : 'wrong';
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_JWKS_NO_MATCHING_KEY' ? 'unknown-key' : 'wrong';
  }
}

/** Links of a chain with a wrong signature. A signature of a former key counts if a later link with a current key follows from it. */
export async function wronglySigned<T extends { signature: string }>(
  links: readonly T[],
  textOf: (link: T) => string,
  keys: JSONWebKeySet,
): Promise<T[]> {
  const wrong: T[] = [];
  for (const [at, link] of links.entries()) {
    const verified = await verifiedBy(keys, link.signature, textOf(link));
    const isFormer = verified === 'unknown-key' && at < links.length - 1;
    if (verified !== 'right' && !isFormer) wrong.push(link);
  }
  return wrong;
}
